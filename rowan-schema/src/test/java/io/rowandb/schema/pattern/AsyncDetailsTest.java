package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static io.rowandb.schema.pattern.Blog.post;
import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Details without waiting: more than one call writes, reads or removes; and damage. */
@OnBackEnd
class AsyncDetailsTest {
  private static final int MANY = 1_300;

  private Connection connection;
  private AsyncConnection async;
  private String name;

  @BeforeEach
  void connect(Connection given, Configuration configuration) {
    connection = given;
    async = ConnectionFactory.createAsyncConnection(configuration).join();
    name = BackEnd.newTableName("blog");
  }

  @AfterEach
  void disconnect() throws IOException {
    async.close();
  }

  private AsyncRecordTable<Post> create(Layout layout) throws IOException {
    RecordTable<Post> posts = RecordTable.create(connection, layout.posts(name));
    posts.close();
    return AsyncRecordTable.open(
        WatchedAsyncConnection.of(async, AsyncServerCall::make), posts.design());
  }

  /** The newest first. */
  private static List<Comment> comments(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> comment(MANY - i, i)).toList();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void manyAreWrittenReadAndRemoved(Layout layout) throws IOException {
    AsyncRecordTable<Post> posts = create(layout);
    Post many = new Post("p", "many", comments(0, MANY));
    Post other = new Post("pp", "other", comments(5, 10));
    await(posts.putAll(List.of(many, other)));
    assertThat(await(posts.get("p"))).contains(many);
    assertThat(await(posts.list(posts.all().allowFullScan()))).containsExactly(many, other);
    Post fewer = new Post("p", "fewer", comments(600, 603));
    Milliseconds.pass();
    await(posts.put(fewer));
    assertThat(await(posts.get("p"))).contains(fewer);
    await(posts.delete(other));
    assertThat(await(posts.list(posts.all().allowFullScan()))).containsExactly(fewer);
    assertThat(await(posts.details(Post::comments, Comment.class, "pp").page(9)).records())
        .isEmpty();
  }

  /** As those of a RecordTable. */
  @ParameterizedTest
  @EnumSource
  void detailsOfAnUnbuiltViewAreRefused(Layout layout) throws IOException {
    TableDesign<Post> view = layout.posts(name).asViewOf(TableName.valueOf(name + "_source"));
    try (Admin admin = connection.getAdmin()) {
      for (NewTable each : view.tables()) {
        each.create(admin);
      }
    }
    AsyncRecordTable<Post> posts = AsyncRecordTable.open(async, layout.posts(name));
    AsyncDetails<Comment> details = posts.details(Post::comments, Comment.class, "p");
    for (CompletableFuture<?> refused :
        List.of(details.page(9), details.put(comment(1, 1)), details.remove(comment(1, 1)))) {
      assertThatThrownBy(() -> await(refused))
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContainingAll(name, "is not built");
    }
  }

  @ParameterizedTest
  @EnumSource
  void detailsAreChangedAndReadInPagesWithoutTheRecord(Layout layout) throws IOException {
    AsyncRecordTable<Post> posts = create(layout);
    await(posts.put(post("p")));
    AsyncDetails<Comment> details = posts.details(Post::comments, Comment.class, "p");
    List<Comment> all = comments(0, MANY);
    List<Comment> twice = new ArrayList<>(List.of(comment(MANY, 0, "replaced")));
    twice.addAll(all);
    await(details.putAll(twice));
    List<Comment> read = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Comment> page =
          await(next.isEmpty() ? details.page(600) : details.page(600, next.get()));
      read.addAll(page.records());
      next = page.next();
    } while (next.isPresent());
    assertThat(read).isEqualTo(all);
    assertThat(await(details.get(all.get(7).time(), 7))).contains(all.get(7));
    assertThat(await(details.remove(all.get(7)))).isTrue();
    assertThat(await(details.remove(all.get(7)))).isFalse();
    assertThat(await(details.get(all.get(7).time(), 7))).isEmpty();
    assertThatThrownBy(() -> await(details.page(3, "none")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no token");
  }

  @ParameterizedTest
  @EnumSource(
      value = Layout.class,
      names = {"TALL_PACKED", "TALL_NAMED"})
  void damageIsNamed(Layout layout) throws IOException {
    AsyncRecordTable<Post> posts = create(layout);
    await(posts.put(post("p")));
    byte[] row = Bytes.add(posts.design().key().encode(post("p")), Bytes.toBytes("short"));
    try (Table table = connection.getTable(TableName.valueOf(name + "_comments"))) {
      table.put(new Put(row).addColumn(Bytes.toBytes("d"), Bytes.toBytes("t"), new byte[0]));
    }
    try (RecordTable<Post> waiting = RecordTable.open(connection, posts.design())) {
      assertThatThrownBy(() -> await(posts.get("p")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll(name + "_comments", "Post.comments", "detail short")
          .satisfies(e -> assertThatThrownBy(() -> waiting.get("p")).hasMessage(e.getMessage()));
    }
    assertThatThrownBy(() -> await(posts.list(posts.all().allowFullScan())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("detail short");
  }
}
