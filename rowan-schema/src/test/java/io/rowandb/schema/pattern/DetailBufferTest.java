package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static io.rowandb.schema.pattern.Blog.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Details that are added to many records, each alone, with many in a call. */
@OnBackEnd
class DetailBufferTest {
  private final Connection connection;

  /** The calls of {@link #watched}. */
  private final List<ServerCall> calls = new ArrayList<>();

  DetailBufferTest(Connection connection) {
    this.connection = connection;
  }

  private RecordTable<Post> watched(RecordTable<Post> table) throws IOException {
    Connection watched =
        WatchedConnection.of(
            connection,
            call -> {
              calls.add(call);
              return call.make();
            });
    return RecordTable.open(watched, table.design());
  }

  private static DetailBuffer<Comment> buffer(RecordTable<Post> posts) {
    return posts.detailBuffer(Post::comments, Comment.class);
  }

  private static List<Comment> of(RecordTable<Post> posts, String post) throws IOException {
    return posts.get(post).orElseThrow().comments();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void manyAreAddedWithFewCalls(Layout layout) throws IOException {
    try (RecordTable<Post> posts =
            RecordTable.create(connection, layout.posts(BackEnd.newTableName("buffer")));
        RecordTable<Post> watched = watched(posts)) {
      List<String> names = List.of("p0", "p1", "p2", "p3");
      for (String name : names) {
        posts.put(post(name, comment(0, 0)));
      }
      try (DetailBuffer<Comment> buffer = buffer(watched)) {
        for (int id = 1; id <= 300; id++) {
          for (String name : names) {
            buffer.add(comment(0, id), name);
          }
        }
        assertThat(buffer.waiting()).isEqualTo(1_200);
        assertThat(of(posts, "p1")).hasSize(1);
        assertThat(calls).isEmpty();
      }
      // for each record its mark, and what was there, since it was just written
      assertThat(calls.size()).isLessThanOrEqualTo(layout.isTall() ? 4 * 4 + 4 : 4);
      List<Comment> expected =
          IntStream.rangeClosed(0, 300).mapToObj(id -> comment(0, id)).toList();
      for (String name : names) {
        assertThat(of(posts, name)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theLastOfAKeyStays(Layout layout) throws IOException {
    try (RecordTable<Post> posts =
            RecordTable.create(connection, layout.posts(BackEnd.newTableName("buffer")));
        DetailBuffer<Comment> buffer = buffer(posts)) {
      posts.put(post("p", comment(0, 1, "first")));
      buffer.addAll(List.of(comment(0, 1, "second"), comment(0, 2, "x")), "p");
      buffer.add(comment(0, 1, null), "p");
      assertThat(buffer.waiting()).isEqualTo(2);
      buffer.flush();
      buffer.flush();
      assertThat(of(posts, "p")).containsExactly(comment(0, 1, null), comment(0, 2, "x"));
      buffer.add(comment(0, 1, "third"), "p");
      buffer.flush();
      assertThat(of(posts, "p")).containsExactly(comment(0, 1, "third"), comment(0, 2, "x"));
    }
  }

  /** What is written alone is younger than its record's last write, whenever it was added. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void theyAreOfTheRecordThatIsThereAtTheFlush(Layout layout) throws IOException {
    try (RecordTable<Post> posts =
            RecordTable.create(connection, layout.posts(BackEnd.newTableName("buffer")));
        RecordTable<Post> others = RecordTable.open(connection, posts.design());
        DetailBuffer<Comment> buffer = buffer(posts)) {
      for (int time = 0; time < 20; time++) {
        Comment added = comment(0, 1, "added " + time);
        posts.put(post("p", comment(0, 2)));
        buffer.add(added, "p");
        others.delete(post("p"));
        others.put(post("p", comment(0, 3)));
        buffer.flush();
        assertThat(of(posts, "p")).containsExactly(added, comment(0, 3));
        posts.put(post("p", comment(0, 4))); // in the same millisecond, perhaps
        assertThat(of(posts, "p")).containsExactly(comment(0, 4));
        buffer.add(added, "p");
        buffer.flush();
        posts.details(Post::comments, Comment.class, "p").remove(added);
        buffer.add(comment(0, 1, "again"), "p");
        buffer.flush();
        assertThat(of(posts, "p")).containsExactly(comment(0, 1, "again"), comment(0, 4));
      }
    }
  }

  @Test
  @Tag("slow")
  void memoryIsBounded() throws IOException {
    try (RecordTable<Post> posts =
            RecordTable.create(
                connection, Layout.TALL_NAMED.posts(BackEnd.newTableName("buffer")));
        DetailBuffer<Comment> buffer = buffer(posts)) {
      posts.put(post("p"));
      String text = "x".repeat(100_000);
      int most = 0;
      for (int id = 0; id < 50; id++) {
        buffer.add(comment(0, id, text), "p");
        most = Math.max(most, buffer.waiting());
      }
      assertThat(most).isBetween(15, 20); // of 2 MB
      for (int id = 0; id < 10_001; id++) {
        buffer.add(comment(1, id, ""), "p");
        most = Math.max(most, buffer.waiting());
      }
      assertThat(most).isLessThan(10_000);
      buffer.flush();
      assertThat(posts.get("p").orElseThrow().comments()).hasSize(10_051);
    }
  }

  /** Fails of a call for many rows what is of some records. */
  private static Object failing(ServerCall call, String ofRecord, boolean whole)
      throws IOException {
    if (!(call instanceof ServerCall.OfMany<?> many)) {
      return call.make();
    }
    List<Row> refused = new ArrayList<>();
    for (Object each : many.changes()) {
      if (Bytes.toString(((Row) each).getRow()).startsWith(ofRecord)) {
        refused.add((Row) each);
      }
    }
    if (refused.isEmpty()) {
      return call.make();
    }
    IOException cause = new IOException("refused");
    if (whole) {
      throw cause;
    }
    ServerCall.Changes<Row> body = cast(many);
    body.run(
        many.changes().stream()
            .map(Row.class::cast)
            .filter(row -> !refused.contains(row))
            .toList());
    throw new RetriesExhaustedWithDetailsException(
        refused.stream().map(row -> (Throwable) cause).toList(),
        refused,
        refused.stream().map(row -> "host").toList());
  }

  @SuppressWarnings("unchecked") // a call of rows has rows
  private static ServerCall.Changes<Row> cast(ServerCall.OfMany<?> many) {
    return (ServerCall.Changes<Row>) (Object) many.body();
  }

  @ParameterizedTest
  @EnumSource
  void failuresNameTheRecords(Layout layout) throws IOException {
    try (RecordTable<Post> posts =
        RecordTable.create(connection, layout.posts(BackEnd.newTableName("buffer")))) {
      for (String name : List.of("a", "b", "c")) {
        posts.put(post(name));
      }
      for (boolean whole : List.of(false, true)) {
        boolean[] fails = {true};
        Connection failing =
            WatchedConnection.of(
                connection, call -> fails[0] ? failing(call, "b", whole) : call.make());
        try (RecordTable<Post> other = RecordTable.open(failing, posts.design());
            DetailBuffer<Comment> buffer = buffer(other)) {
          int id = whole ? 2 : 1;
          for (String name : List.of("a", "b", "c")) {
            buffer.add(comment(0, id), name);
          }
          UnwrittenDetailsException failure =
              catchThrowableOfType(UnwrittenDetailsException.class, buffer::flush);
          assertThat(failure.records().stream().map(row -> Bytes.toString(row).substring(0, 1)))
              .containsExactlyElementsOf(whole ? List.of("a", "b", "c") : List.of("b"));
          assertThat(failure)
              .hasMessageContaining(whole ? "details of 3 records" : "details of 1 record ")
              .hasMessageContaining(whole ? "refused" : "Failed 1 action");
          assertThat(buffer.waiting()).isZero();
          fails[0] = false;
          assertThat(of(posts, "a")).hasSize(1);
          for (String name : whole ? List.of("a", "b", "c") : List.of("b")) {
            buffer.add(comment(0, id), name);
          }
        }
        for (String name : List.of("a", "b", "c")) {
          assertThat(of(posts, name)).hasSize(whole ? 2 : 1);
        }
      }
    }
  }

  @Test
  void whatCannotBeAddedIsRefused() throws IOException {
    try (RecordTable<Post> posts =
        RecordTable.create(connection, Layout.WIDE_NAMED.posts(BackEnd.newTableName("buffer")))) {
      assertThatThrownBy(() -> posts.detailBuffer(Post::title, Comment.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Post.title has no details of class Comment");
      assertThatThrownBy(() -> posts.detailBuffer(Post::comments, String.class))
          .isInstanceOf(IllegalArgumentException.class);
      DetailBuffer<Comment> buffer = buffer(posts);
      assertThatThrownBy(() -> buffer.add(comment(0, 1), "p", 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("and not 2 values");
      assertThatThrownBy(() -> buffer.add(comment(0, -1), "p"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-1");
      assertThatThrownBy(() -> buffer.add(null, "p")).isInstanceOf(IllegalArgumentException.class);
      assertThat(buffer.waiting()).isZero();
      buffer.add(comment(0, 1), "p");
      buffer.close();
      buffer.close();
      assertThatThrownBy(() -> buffer.add(comment(0, 1), "p"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
      assertThat(posts.details(Post::comments, Comment.class, "p").get(Blog.T0, 1))
          .contains(comment(0, 1));
    }
  }
}
