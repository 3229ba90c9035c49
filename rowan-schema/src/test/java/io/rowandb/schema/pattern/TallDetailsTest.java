package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.Blog.comment;
import static io.rowandb.schema.pattern.Blog.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Details in rows of their own: where these are, and what is seen between the steps of a write. */
@OnBackEnd
class TallDetailsTest {
  private Connection connection;
  private String name;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    name = BackEnd.newTableName("tall");
  }

  @Test
  void theirRowsBeginWithTheRecords() throws IOException {
    TableDesign<Post> design =
        Layout.TALL_NAMED.posts(name, posts -> posts.splits(Splits.at("g", "q")));
    try (RecordTable<Post> posts = RecordTable.create(connection, design);
        Table table = connection.getTable(TableName.valueOf(name + "_comments"));
        RegionLocator regions = connection.getRegionLocator(table.getName())) {
      posts.put(post("p", comment(1, 1)));
      byte[] row =
          Bytes.add(
              design.key().encode(post("p")),
              Layout.TALL_NAMED.comments().key().encode(comment(1, 1)));
      Result found = table.get(new Get(row));
      assertThat(found.getValue(Bytes.toBytes("d"), Bytes.toBytes("a")))
          .isEqualTo(Bytes.toBytes("author 1"));
      assertThat(found.size()).isEqualTo(2);
      assertThat(regions.getStartKeys())
          .isDeepEqualTo(new byte[][] {{}, Bytes.toBytes("g"), Bytes.toBytes("q")});
    }
  }

  @Test
  void aWriterThatDiesBeforeTheRecordsRowLeavesNoRecord() throws IOException {
    TableDesign<Post> design = Layout.TALL_PACKED.posts(name);
    try (RecordTable<Post> posts = RecordTable.create(connection, design)) {
      Details<Comment> comments = posts.details(Post::comments, Comment.class, "p");
      comments.put(comment(1, 1)); // the first step of a put
      assertThat(posts.get("p")).isEmpty();
      assertThat(posts.all().allowFullScan().list()).isEmpty();
      assertThat(comments.page(9).records()).containsExactly(comment(1, 1));
      posts.put(post("p", comment(2, 2))); // the next writer's
      assertThat(posts.get("p")).contains(post("p", comment(2, 2)));
    }
  }

  @Test
  void aRowReadWithoutThemIsRefused() throws IOException {
    TableDesign<Post> design = Layout.TALL_PACKED.posts(name);
    try (RecordTable<Post> posts = RecordTable.create(connection, design);
        Table table = connection.getTable(design.name())) {
      posts.put(post("p", comment(1, 1)));
      Result row = table.get(new Get(design.key().encode(post("p"))));
      assertThatThrownBy(() -> design.read(row))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Post.comments is in rows of table " + name + "_comments");
    }
  }

  @Test
  void damageIsNamed() throws IOException {
    TableDesign<Post> design = Layout.TALL_NAMED.posts(name);
    try (RecordTable<Post> posts = RecordTable.create(connection, design);
        Table table = connection.getTable(TableName.valueOf(name + "_comments"))) {
      posts.put(post("p"));
      byte[] row = Bytes.add(design.key().encode(post("p")), Bytes.toBytes("short"));
      table.put(new Put(row).addColumn(Bytes.toBytes("d"), Bytes.toBytes("t"), new byte[0]));
      assertThatThrownBy(() -> posts.get("p"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll(name + "_comments", "Post.comments", "detail short", "8 more");
      assertThatThrownBy(() -> posts.all().allowFullScan().list())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("detail short");
    }
  }

  /** Of the table of comments alone. */
  private long scansOfDetails(TableDesign<Post> design, UnaryOperator<RecordQuery<Post>> read)
      throws IOException {
    AtomicLong scans = new AtomicLong();
    Connection counting =
        WatchedConnection.of(
            connection,
            call -> {
              scans.addAndGet(call.name().equals("getScanner") ? 1 : 0);
              return call.make();
            });
    try (RecordTable<Post> posts = RecordTable.open(counting, design)) {
      read.apply(posts.all()).list();
    }
    return scans.get() - 1; // of the posts
  }

  @Test
  void explainSaysHowManyScansTheyTake() throws IOException {
    TableDesign<Post> design =
        Layout.TALL_PACKED.posts(
            name, posts -> posts.index("byTitle", index -> index.on(key -> key.part(Post::title))));
    try (RecordTable<Post> posts = RecordTable.create(connection, design)) {
      for (int i = 0; i < 40; i++) {
        posts.put(post("p" + i, comment(1, 1), comment(2, 2)));
      }
      List<UnaryOperator<RecordQuery<Post>>> reads =
          List.of(
              all -> all.allowFullScan(),
              all -> all.startingWith(Post::name, "p1"),
              all -> all.limit(7),
              all -> all.allowFullScan().filter(post -> post.name().endsWith("1")),
              all -> all.startingWith(Post::title, "title of p3").through("byTitle"));
      for (UnaryOperator<RecordQuery<Post>> read : reads) {
        Explanation explained = read.apply(posts.all()).explain();
        assertThat(explained.detailScans())
            .containsExactly(
                new Explanation.DetailScans(
                    name + "_comments",
                    new Explanation.Rows(scansOfDetails(design, read), /* all= */ true)));
      }
      assertThat(posts.all().limit(7).explain().toString())
          .endsWith(
              "\nrows: 40\nsent of each row: all of it\nlimit: 7\nscans of details: 7 of "
                  + name
                  + "_comments, one a record");
    }
  }
}
