package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static io.rowandb.schema.pattern.Blog.post;
import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes of one detail, one behind the other, as fast as a client can: the last is what stays. */
@Tag("slow")
@OnBackEnd
class DetailsSameMillisecondTest {
  /** So many that some are done within a millisecond. */
  private static final int TIMES = 100;

  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  /** Changes of the details of a record that is there. */
  private interface Changes {
    void make(RecordTable<Post> posts, Details<Comment> details, int time) throws IOException;
  }

  private void eachIsSeen(Layout layout, Changes changes) throws IOException {
    try (RecordTable<Post> posts =
        RecordTable.create(connection, layout.posts(BackEnd.newTableName("fast")))) {
      posts.put(post("p"));
      Details<Comment> details = posts.details(Post::comments, Comment.class, "p");
      for (int time = 0; time < TIMES; time++) {
        changes.make(posts, details, time);
        assertThat(details.get(Blog.T0, 1)).contains(last(time));
      }
    }
  }

  private static Comment first() {
    return comment(0, 1, "first");
  }

  private static Comment last(int time) {
    return comment(0, 1, "last " + time);
  }

  @ParameterizedTest
  @EnumSource
  void aRemovalThenAPut(Layout layout) throws IOException {
    eachIsSeen(
        layout,
        (posts, details, time) -> {
          details.put(first());
          assertThat(details.remove(first())).isTrue();
          details.put(last(time));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aRemovalThenManyInACall(Layout layout) throws IOException {
    eachIsSeen(
        layout,
        (posts, details, time) -> {
          details.putAll(List.of(first(), comment(0, 2)));
          details.remove(first());
          details.remove(comment(0, 2));
          details.putAll(List.of(last(time), comment(0, 2)));
          assertThat(details.get(Blog.T0, 2)).contains(comment(0, 2));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aNullThenAValue(Layout layout) throws IOException {
    eachIsSeen(
        layout,
        (posts, details, time) -> {
          details.put(first());
          details.put(comment(0, 1, null));
          details.put(last(time));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aRemovalThenAPutOfTheRecord(Layout layout) throws IOException {
    eachIsSeen(
        layout,
        (posts, details, time) -> {
          details.put(first());
          details.remove(first());
          posts.put(post("p", last(time)));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aRecordWithoutItThenAPut(Layout layout) throws IOException {
    eachIsSeen(
        layout,
        (posts, details, time) -> {
          posts.put(post("p", first()));
          posts.put(post("p"));
          details.put(last(time));
        });
  }

  @ParameterizedTest
  @EnumSource
  void aDeleteOfTheRecordThenAPut(Layout layout) throws IOException {
    eachIsSeen(
        layout,
        (posts, details, time) -> {
          posts.put(post("p", first()));
          posts.delete(post("p"));
          details.put(last(time));
        });
  }

  @ParameterizedTest
  @EnumSource
  void withoutAThreadThatWaits(Layout layout, Configuration configuration) throws IOException {
    RecordTable<Post> created =
        RecordTable.create(connection, layout.posts(BackEnd.newTableName("fast")));
    created.close();
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Post> posts = AsyncRecordTable.open(async, created.design());
      AsyncDetails<Comment> details = posts.details(Post::comments, Comment.class, "p");
      for (int time = 0; time < TIMES; time++) {
        await(details.put(first()));
        assertThat(await(details.remove(first()))).isTrue();
        await(details.put(last(time)));
        assertThat(await(details.get(Blog.T0, 1))).contains(last(time));
        await(details.put(comment(0, 1, null)));
        await(details.putAll(List.of(last(time))));
        assertThat(await(details.get(Blog.T0, 1))).contains(last(time));
        await(details.remove(first()));
        await(posts.put(post("p", last(time))));
        assertThat(await(details.get(Blog.T0, 1))).contains(last(time));
      }
    }
  }
}
