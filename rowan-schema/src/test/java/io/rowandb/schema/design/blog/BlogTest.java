package io.rowandb.schema.design.blog;

import static io.rowandb.schema.design.blog.BlogDesign.COMMENTS;
import static io.rowandb.schema.design.blog.BlogDesign.POSTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.OnBackEnd;
import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.blog.BlogDesign.Comment;
import io.rowandb.schema.design.blog.BlogDesign.Kind;
import io.rowandb.schema.design.blog.BlogDesign.Post;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.Query;
import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Threads of a forum: 1,986 posts and their 3,413 comments. */
@OnBackEnd
@NeedsRealData
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BlogTest {
  private static final Comparator<Comment> OLDEST_FIRST =
      Comparator.comparing(Comment::post).thenComparing(Comment::time).thenComparing(Comment::id);

  private List<Post> posts;
  private List<Comment> comments;
  private Loaded loaded;
  private RecordTable<Post> postTable;
  private RecordTable<Comment> commentTable;

  @BeforeAll
  void load(Connection connection) throws IOException {
    posts = ForumFiles.posts();
    comments = ForumFiles.comments(posts);
    assertThat(posts).hasSize(1986);
    assertThat(comments).hasSize(3413);
    loaded = new Loaded(connection);
    postTable = loaded.table(POSTS, posts);
    commentTable = loaded.table(COMMENTS, comments);
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  private List<Comment> commentsOf(Post post) {
    return comments.stream().filter(each -> each.post() == post.id()).sorted(OLDEST_FIRST).toList();
  }

  private static Query<Comment> on(RecordTable<Comment> table, Post post) {
    return table.where(Comment::thread, post.thread()).where(Comment::post, post.id());
  }

  @Test
  void onePost() throws IOException {
    for (Post post : posts) {
      assertThat(postTable.get(post.thread(), post.id())).contains(post);
    }
    assertThat(postTable.get(1, 2)).isEmpty();
  }

  @Test
  void aThreadWithItsAnswersAndAllTheirComments() throws IOException {
    int answers = 0;
    for (Post question : posts.stream().filter(p -> p.kind() == Kind.QUESTION).toList()) {
      int thread = question.id();
      List<Post> page = postTable.where(Post::thread, thread).list();
      assertThat(page)
          .isEqualTo(
              posts.stream()
                  .filter(each -> each.thread() == thread)
                  .sorted(Comparator.comparing(Post::id))
                  .toList());
      assertThat(commentTable.where(Comment::thread, thread).list())
          .isEqualTo(
              comments.stream()
                  .filter(each -> page.stream().anyMatch(post -> post.id() == each.post()))
                  .sorted(OLDEST_FIRST)
                  .toList());
      answers += page.size() - 1;
    }
    assertThat(answers).isEqualTo(1060);
    Explained.assertOneRange("all comments of a thread", commentTable.where(Comment::thread, 1));
  }

  @Test
  void theCommentsOfAPost() throws IOException {
    for (Post post : posts) {
      assertThat(on(commentTable, post).list()).isEqualTo(commentsOf(post));
    }
    Explained.assertOneRange(
        "comments of a post", commentTable.where(Comment::thread, 1).where(Comment::post, 1));
  }

  @Test
  void theNewestCommentsOfAPost() throws IOException {
    for (Post post : posts.subList(0, 300)) {
      List<Comment> newest = new ArrayList<>(commentsOf(post));
      newest.sort(OLDEST_FIRST.reversed());
      assertThat(on(commentTable, post).newestFirst().limit(3).list())
          .isEqualTo(newest.subList(0, Math.min(3, newest.size())));
    }
  }

  @Test
  void commentsSinceAnHour() throws IOException {
    Instant since = Instant.parse("2018-06-01T12:00:00Z");
    int found = 0;
    for (Post post : posts) {
      List<Comment> expected =
          commentsOf(post).stream().filter(each -> !each.time().isBefore(since)).toList();
      assertThat(on(commentTable, post).from(Comment::time, since).list()).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isBetween(1, comments.size() - 1);
  }

  @Test
  void theLongestThreadByPages() throws IOException {
    Post longest =
        posts.stream().max(Comparator.comparing(post -> commentsOf(post).size())).orElseThrow();
    Query<Comment> query = on(commentTable, longest);
    List<Comment> read = new ArrayList<>();
    Page<Comment> page = query.page(5);
    read.addAll(page.records());
    for (Optional<String> next = page.next(); next.isPresent(); next = page.next()) {
      page = query.page(5, next.get());
      read.addAll(page.records());
    }
    assertThat(read).isEqualTo(commentsOf(longest)).hasSize(26);
  }
}
