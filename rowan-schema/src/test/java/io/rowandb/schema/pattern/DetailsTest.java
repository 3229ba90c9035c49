package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.T0;
import static io.rowandb.schema.pattern.Blog.comment;
import static io.rowandb.schema.pattern.Blog.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records with a list of details: the same calls, and answers, in whichever way it is stored. */
@OnBackEnd
class DetailsTest {
  private static final Comment A = comment(1, 1);
  private static final Comment B = comment(2, 2);
  private static final Comment C = comment(2, 3); // as new as B, and without an author
  private static final Comment D = comment(4, 4);

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private RecordTable<Post> create(Layout layout) throws IOException {
    return RecordTable.create(connection, layout.posts(BackEnd.newTableName("blog")));
  }

  private static List<Comment> commentsOf(RecordTable<Post> posts, String name) throws IOException {
    return posts.get(name).orElseThrow().comments();
  }

  @ParameterizedTest
  @EnumSource
  void detailsComeBackInTheOrderOfTheirKeys(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.put(post("p", A, B, C, D));
      assertThat(posts.get("p")).contains(post("p", D, B, C, A));
      posts.put(post("q"));
      assertThat(posts.get("q")).contains(post("q"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void puttingARecordReplacesItsDetails(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.putAll(List.of(post("p", D, B, A), post("pp", C)));
      Comment other = comment(2, 2, "other");
      posts.put(post("p", other, C));
      assertThat(commentsOf(posts, "p")).containsExactly(other, C);
      posts.putAll(List.of(post("p"), post("r", A)));
      assertThat(commentsOf(posts, "p")).isEmpty();
      assertThat(commentsOf(posts, "pp")).containsExactly(C);
      Milliseconds.pass();
      posts.put(post("p", D, B));
      assertThat(posts.get("p")).contains(post("p", D, B));
    }
  }

  @ParameterizedTest
  @EnumSource
  void ofARecordThatIsPutTwiceAtOnceTheLastCounts(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.putAll(List.of(post("p", A, B), post("q", D), post("p", B, C)));
      assertThat(commentsOf(posts, "p")).containsExactly(B, C);
      assertThat(commentsOf(posts, "q")).containsExactly(D);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneDetailIsChangedWithoutTheRecord(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.put(post("p", B));
      Details<Comment> comments = posts.details(Post::comments, Comment.class, "p");
      comments.put(D);
      assertThat(posts.get("p")).contains(post("p", D, B));
      Comment other = new Comment(B.time(), B.id(), null, "other");
      comments.put(other);
      assertThat(commentsOf(posts, "p")).containsExactly(D, other);
      assertThat(comments.remove(B)).isTrue();
      assertThat(comments.remove(A)).isFalse();
      assertThat(posts.get("p")).contains(post("p", D));
      Milliseconds.pass();
      comments.putAll(List.of(A, B, comment(2, 2, "last")));
      assertThat(commentsOf(posts, "p")).containsExactly(D, comment(2, 2, "last"), A);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDetailWithoutAValueIsThere(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      Comment bare = new Comment(T0, 7, null, null);
      Comment full = new Comment(T0, 7, "", "x");
      posts.put(post("p", bare));
      assertThat(commentsOf(posts, "p")).containsExactly(bare);
      Milliseconds.pass();
      posts.put(post("p", full));
      assertThat(commentsOf(posts, "p")).containsExactly(full);
      Milliseconds.pass();
      posts.put(post("p", bare));
      assertThat(commentsOf(posts, "p")).containsExactly(bare);
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneDetailIsReadByItsKey(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.put(post("p", A, B, C, D));
      Details<Comment> comments = posts.details(Post::comments, Comment.class, "p");
      assertThat(comments.get(C.time(), 3)).contains(C);
      assertThat(comments.get(C.time(), 4)).isEmpty();
      assertThatThrownBy(() -> comments.get(C.time()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[time, id], and not 1 values");
      assertThatThrownBy(() -> comments.get(3, C.time()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Comment.time is a Instant, and 3 a Integer");
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesGoOnWhereTheLastEnded(Layout layout) throws IOException {
    List<Comment> all =
        Stream.iterate(24, i -> i - 1).limit(25).map(i -> comment(i / 2, 100 - i)).toList();
    try (RecordTable<Post> posts = create(layout)) {
      posts.putAll(List.of(post("p"), post("q", A)));
      Details<Comment> comments = posts.details(Post::comments, Comment.class, "p");
      comments.putAll(all);
      for (int size : new int[] {1, 5, 7, 24, 25, 26}) {
        List<Comment> read = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
          Page<Comment> page =
              next.isEmpty() ? comments.page(size) : comments.page(size, next.get());
          assertThat(page.records()).hasSizeBetween(1, size);
          read.addAll(page.records());
          next = page.next();
        } while (next.isPresent());
        assertThat(read).isEqualTo(commentsOf(posts, "p")).containsExactlyInAnyOrderElementsOf(all);
      }
      String token = comments.page(3).next().orElseThrow();
      assertThatThrownBy(() -> posts.details(Post::comments, Comment.class, "q").page(3, token))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another read");
      byte[] forged = Base64.getUrlDecoder().decode(token);
      forged[1 + Long.BYTES] = -1; // the range
      assertThatThrownBy(() -> comments.page(3, Base64.getUrlEncoder().encodeToString(forged)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no token of a page");
      assertThatThrownBy(() -> comments.page(0)).hasMessageContaining("and not 0");
      try (Stream<Comment> stream = comments.stream()) {
        assertThat(stream.limit(3).toList()).isEqualTo(comments.page(3).records());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsOfManyRecordsHaveTheirDetails(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      List<Post> all = List.of(post("a", B), post("aa", D, C, A), post("b"));
      posts.load(all.stream());
      assertThat(posts.all().allowFullScan().list()).isEqualTo(all);
      assertThat(posts.all().between(Post::name, "aa", "c").list()).isEqualTo(all.subList(1, 3));
      assertThat(posts.all().allowFullScan().filter(each -> each.comments().contains(D)).first())
          .contains(all.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anIndexLeadsToRecordsWithTheirDetails(Layout layout) throws IOException {
    String name = BackEnd.newTableName("blog");
    try (RecordTable<Post> posts =
        RecordTable.create(
            connection,
            layout.posts(
                name, design -> design.index("byTitle", on -> on.on(k -> k.part(Post::title)))))) {
      posts.putAll(List.of(post("a", B), post("b", D, A)));
      assertThat(posts.where(Post::title).is("title of b").list()).containsExactly(post("b", D, A));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeletedRecordHasNone(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.putAll(List.of(post("p", D, A), post("pp", B)));
      posts.delete(post("p", B));
      assertThat(posts.get("p")).isEmpty();
      Milliseconds.pass();
      posts.put(post("p", C));
      assertThat(commentsOf(posts, "p")).containsExactly(C);
      assertThat(commentsOf(posts, "pp")).containsExactly(B);
    }
  }

  @ParameterizedTest
  @EnumSource
  void asOfATimeLaterDetailsAreNotThere(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      posts.put(post("p", B));
      long before = Milliseconds.pass();
      posts.details(Post::comments, Comment.class, "p").put(D);
      assertThat(posts.where(Post::name).is("p").asOf(Instant.ofEpochMilli(before)).list())
          .containsExactly(post("p", B));
      assertThat(posts.get("p")).contains(post("p", D, B));
    }
  }

  @ParameterizedTest
  @EnumSource
  void listsThatCannotComeBackAreRefused(Layout layout) throws IOException {
    try (RecordTable<Post> posts = create(layout)) {
      List<Comment> withNull = new ArrayList<>(List.of(A));
      withNull.add(null);
      assertThatThrownBy(() -> posts.put(new Post("p", "", null)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.comments is null");
      assertThatThrownBy(() -> posts.put(new Post("p", "", withNull)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.comments has a null");
      assertThatThrownBy(() -> posts.put(post("p", A, comment(1, 1, "other"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.comments has two details with the key \\x7F");
      assertThatThrownBy(() -> posts.put(post("p", comment(1, 1, "\uD83D"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("Comment.text", "\\uD83D");
      assertThatThrownBy(() -> posts.put(post("p", comment(1, -1))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("Post.comments: Comment.id", "-1");
      assertThat(posts.get("p")).isEmpty();
    }
  }
}
