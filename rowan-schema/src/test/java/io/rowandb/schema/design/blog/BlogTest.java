package io.rowandb.schema.design.blog;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.blog.BlogDesign.Comment;
import io.rowandb.schema.design.blog.BlogDesign.Kind;
import io.rowandb.schema.design.blog.BlogDesign.Post;
import io.rowandb.schema.pattern.Details;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of a forum: 1,986 posts with 3,413 comments, in columns and in rows of their own. */
@OnBackEnd
@NeedsRealData
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BlogTest {
  private static final int PAGE = 5;

  private List<Post> posts;
  private Loaded loaded;
  private Map<String, RecordTable<Post>> tables;

  @BeforeAll
  void load(Connection connection) throws IOException {
    posts = ForumFiles.posts();
    assertThat(posts).hasSize(1986);
    assertThat(posts.stream().mapToInt(post -> post.comments().size()).sum()).isEqualTo(3413);
    loaded = new Loaded(connection);
    tables =
        Map.of(
            "wide", loaded.table(BlogDesign.POSTS, posts),
            "tall", loaded.table(BlogDesign.TALL_POSTS, posts));
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "tall"})
  void onePostWithItsComments(String layout) throws IOException {
    RecordTable<Post> table = tables.get(layout);
    for (Post post : posts) {
      assertThat(table.get(post.thread(), post.id())).contains(post);
    }
    assertThat(table.get(1, 2)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "tall"})
  void aThreadWithItsAnswersAndAllTheirComments(String layout) throws IOException {
    RecordTable<Post> table = tables.get(layout);
    int answers = 0;
    for (Post question : posts.stream().filter(p -> p.kind() == Kind.QUESTION).toList()) {
      int thread = question.id();
      List<Post> page = table.where(Post::thread).is(thread).list();
      assertThat(page)
          .isEqualTo(
              posts.stream()
                  .filter(each -> each.thread() == thread)
                  .sorted(Comparator.comparing(Post::id))
                  .toList());
      answers += page.size() - 1;
    }
    assertThat(answers).isEqualTo(1060);
    Explained.assertOneRange("a thread, " + layout, table.where(Post::thread).is(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "tall"})
  void theNewestCommentsOfAPost(String layout) throws IOException {
    for (Post post : posts.subList(0, 300)) {
      List<Comment> newest = post.comments().subList(0, Math.min(3, post.comments().size()));
      assertThat(comments(layout, post).page(3).records()).isEqualTo(newest);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "tall"})
  void theLongestThreadByPages(String layout) throws IOException {
    Post longest = longest();
    Details<Comment> comments = comments(layout, longest);
    Page<Comment> page = comments.page(PAGE);
    List<Comment> read = new ArrayList<>(page.records());
    for (Optional<String> next = page.next(); next.isPresent(); next = page.next()) {
      page = comments.page(PAGE, next.get());
      read.addAll(page.records());
    }
    assertThat(read).isEqualTo(longest.comments()).hasSize(26);
    try (Stream<Comment> all = comments.stream()) {
      assertThat(all.toList()).isEqualTo(longest.comments());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wide", "tall"})
  void oneComment(String layout) throws IOException {
    Post longest = longest();
    for (Comment each : longest.comments()) {
      assertThat(comments(layout, longest).get(each.time(), each.id())).contains(each);
    }
    assertThat(comments(layout, longest).get(longest.time(), 1)).isEmpty();
  }

  private Post longest() {
    return posts.stream().max(Comparator.comparing(post -> post.comments().size())).orElseThrow();
  }

  private Details<Comment> comments(String layout, Post post) {
    return tables.get(layout).details(Post::comments, Comment.class, post.thread(), post.id());
  }
}
