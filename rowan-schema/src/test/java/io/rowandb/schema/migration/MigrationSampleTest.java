package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** A sample looks at details too, also at those in rows of their own. */
@OnBackEnd
class MigrationSampleTest {
  record Comment(int number, String author, String text) {}

  record Post(int blog, int id, List<Comment> comments) {}

  private static final int MANY = 500;

  private final String name = BackEnd.newTableName("posts");

  private static DetailDesign<Comment> byNumber() {
    return DetailDesign.of(Comment.class)
        .key(key -> key.part(Comment::number))
        .cell(Comment::author, "a")
        .cell(Comment::text, "t")
        .build();
  }

  private static DetailDesign<Comment> byAuthor() {
    return DetailDesign.of(Comment.class)
        .key(key -> key.part(Comment::author))
        .cell(Comment::number, "n")
        .cell(Comment::text, "t")
        .build();
  }

  private TableDesign<Post> posts(boolean areRows, DetailDesign<Comment> comments) {
    return TableDesign.of(name, Post.class)
        .key(key -> key.part(Post::blog).part(Post::id))
        .family("f")
        .family("c")
        .details(Post::comments, layout(name, areRows), comments)
        .marked()
        .build();
  }

  private TableDesign<Post> moved(boolean areRows, DetailDesign<Comment> comments) {
    return TableDesign.of(name + "_new", Post.class)
        .key(key -> key.part(Post::id).part(Post::blog))
        .family("f")
        .family("c")
        .details(Post::comments, layout(name + "_new", areRows), comments)
        .marked()
        .build();
  }

  private static DetailLayout layout(String table, boolean areRows) {
    return areRows ? DetailLayout.tall(table + "_comments") : DetailLayout.wide("c");
  }

  private static Post post(int id, int comments) {
    return new Post(
        1, id, IntStream.range(0, comments).mapToObj(i -> new Comment(i, "ann", "text")).toList());
  }

  private MigrationSample sample(
      Connection connection, TableDesign<Post> old, TableDesign<Post> target, Post... posts)
      throws IOException {
    try (RecordTable<Post> table = RecordTable.create(connection, old)) {
      table.putAll(List.of(posts));
    }
    return MigrationRun.of(connection, Migration.of(old, target), IndexSettings.usual()).sample(10);
  }

  @Test
  void aRowThatWouldBecomeTooLargeIsFound(Connection connection) throws IOException {
    MigrationSample sample =
        sample(
            connection,
            posts(true, byNumber()),
            moved(false, byNumber()),
            post(1, 3),
            post(2, MANY));
    assertThat(sample.fits()).isTrue();
    assertThat(sample.sampled()).isEqualTo(2);
    assertThat(sample.old().mostCells()).isEqualTo(2);
    assertThat(sample.target().mostCells()).isEqualTo(2 * MANY);
  }

  /** A cell has its row's key, its family and name, its value, and 20 bytes that HBase adds. */
  @Test
  void theBytesOfARecordAreThoseOfItsDetailsToo(Connection connection) throws IOException {
    MigrationSample sample =
        sample(connection, posts(true, byNumber()), moved(false, byNumber()), post(2, MANY));
    int record = 20 + 8 + "f".length(); // there, since the row has nothing else
    int author = 20 + 8 + 4 + "c".length() + "a".length() + "ann".length();
    int text = 20 + 8 + 4 + "c".length() + "t".length() + "text".length();
    assertThat(sample.old().recordBytes()).isEqualTo(record + MANY * (author + text));
    assertThat(sample.target().recordBytes()).isEqualTo(MANY * (author + text));
  }

  @Test
  void detailsThatShareAKeyAreFound(Connection connection) throws IOException {
    MigrationSample sample =
        sample(
            connection, posts(true, byNumber()), moved(true, byAuthor()), post(1, 1), post(2, 2));
    assertThat(sample.refused()).isEqualTo(1);
    assertThat(sample.refusal()).contains("two details with the key ann");
    assertThat(sample.fits()).isFalse();
  }
}
