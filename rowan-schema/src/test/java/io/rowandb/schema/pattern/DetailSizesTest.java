package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.Blog.Comment;
import io.rowandb.schema.pattern.Blog.Layout;
import io.rowandb.schema.pattern.Blog.Post;
import io.rowandb.schema.table.DetailMapping;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TallDetails;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** F182, F242: the bytes of the same comments in each layout, before any compression. */
@OnBackEnd
class DetailSizesTest {
  private static final int COUNT = 1_000;
  private static final String NAME = "a-name-of-a-post-as-in-its-address";

  private static Post post() {
    List<Comment> comments =
        IntStream.range(0, COUNT)
            .mapToObj(
                i ->
                    new Comment(
                        Blog.T0.plusSeconds(COUNT - i),
                        i,
                        "author " + i % 10,
                        "a comment of some forty letters, number " + i))
            .toList();
    return new Post(NAME, "title", comments);
  }

  private static long bytes(Connection connection, TableName name) throws IOException {
    long bytes = 0;
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          bytes += cell.getSerializedSize();
        }
      }
    }
    return bytes;
  }

  private static long bytes(Connection connection, TableDesign<Post> design) throws IOException {
    try (RecordTable<Post> posts = RecordTable.create(connection, design)) {
      posts.put(post());
      assertThat(posts.get(NAME)).contains(post());
    }
    long bytes = bytes(connection, design.name());
    for (DetailMapping<Post, ?> mapping : design.details()) {
      if (mapping instanceof TallDetails<Post, ?> tall) {
        bytes += bytes(connection, tall.table());
      }
    }
    System.out.println(design.name() + ": " + bytes / COUNT + " bytes a comment");
    return bytes;
  }

  private static long bytes(Connection connection, Layout layout) throws IOException {
    return bytes(connection, layout.posts(BackEnd.newTableName(layout.name())));
  }

  @Test
  void aCellForAllOfACommentIsSmallerThanOneForEachField(Connection connection) throws IOException {
    long oneCell =
        bytes(
            connection,
            TableDesign.of(BackEnd.newTableName("ONE_CELL"), Post.class)
                .key(key -> key.part(Post::name))
                .family("p")
                .packed("p:r", all -> all.field(1, Post::title).field(2, Post::comments))
                .build());
    long wide = bytes(connection, Layout.WIDE_PACKED);
    long tall = bytes(connection, Layout.TALL_PACKED);
    long named = bytes(connection, Layout.WIDE_NAMED);
    assertThat(oneCell).isLessThan(wide);
    // What is not in the row is in the qualifier; and with rows of their own, each record has a
    // mark.
    assertThat(tall - wide).isBetween(0L, 150L);
    assertThat(wide).isLessThan(named);
    assertThat(bytes(connection, Layout.TALL_NAMED) - named).isEqualTo(tall - wide);
    assertThat((double) named / wide).isBetween(1.4, 2.0);
  }
}
