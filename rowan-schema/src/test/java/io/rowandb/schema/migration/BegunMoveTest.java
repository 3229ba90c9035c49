package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Comment;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A move of details that expire in rows of their own, which an older version of Rowan began. */
@OnBackEnd
@Tag("tables")
class BegunMoveTest {
  record Post(int blog, int id, String title, List<Comment> comments) {}

  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));
  private static final Post POST =
      new Post(1, 2, "title", List.of(new Comment(1, "first"), new Comment(2, "second")));

  private final String name = BackEnd.newTableName("posts");
  private Connection connection;
  private Migration<Post> migration;
  private MigrationRun<Post> run;

  private TableDesign<Post> posts(String table, boolean isNew) {
    return TableDesign.of(table, Post.class)
        .key(
            key ->
                isNew ? key.part(Post::id).part(Post::blog) : key.part(Post::blog).part(Post::id))
        .family("f")
        .column(Post::title, "f:t")
        .details(
            Post::comments,
            DetailLayout.tall(table + "_comments", family -> family.setTimeToLive(7_200)),
            Comment.design())
        .marked()
        .build();
  }

  @BeforeEach
  void begin(Connection given) throws IOException {
    connection = given;
    migration = Migration.ofBegun(posts(name, false), posts(name + "_new", true));
    run = MigrationRun.of(connection, migration, ALONE);
    RecordTable.create(connection, migration.old()).close();
    try (MigratedTable<Post> table = opened()) {
      table.put(POST);
    }
  }

  private MigratedTable<Post> opened() throws IOException {
    return MigratedTable.open(connection, migration, ALONE);
  }

  private void note(MigrationPhase phase) throws IOException {
    Moves.note(connection, migration, phase);
  }

  private List<Post> inNew() throws IOException {
    try (RecordTable<Post> table = RecordTable.open(connection, migration.target(), ALONE)) {
      return table.all().allowFullScan().list();
    }
  }

  private static Post post(int id) {
    return new Post(1, id, "more", List.of(new Comment(id, "of more")));
  }

  @ParameterizedTest
  @EnumSource(names = {"COPYING", "SWITCHED", "ENDING", "FENCED"})
  void itGoesOnAndEnds(MigrationPhase begun) throws IOException {
    note(MigrationPhase.COPYING);
    run.copy();
    try (MigratedTable<Post> table = opened()) {
      table.put(post(3));
      assertThat(table.get(2, 1)).contains(POST);
    }
    if (begun != MigrationPhase.COPYING) {
      run.switchReads();
      note(begun);
    }
    run.switchReads();
    run.end();
    try (MigratedTable<Post> table = opened()) {
      table.put(post(4));
      assertThat(table.phase()).isEqualTo(MigrationPhase.ENDED);
    }
    run.dropOld();
    assertThat(inNew()).containsExactlyInAnyOrder(POST, post(3), post(4));
  }

  @Test
  void itIsCancelledAndNotBegunAgain() throws IOException {
    note(MigrationPhase.COPYING);
    run.copy();
    run.cancel();
    assertThatThrownBy(run::copy)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Post.comments in table " + name + "_new_comments, in the family d")
        .hasMessageContaining("a time to live of 7200 s: copies do not expire")
        .hasMessageContaining("Migration.ofBegun opens a move that an older version began");
    assertThat(run.phase()).isEqualTo(MigrationPhase.NONE);
    try (MigratedTable<Post> table = opened()) {
      table.put(post(3));
      assertThat(table.all().allowFullScan().list()).containsExactlyInAnyOrder(POST, post(3));
    }
  }

  /** Servers leave out what has expired in one of the two tables, and not yet in the other. */
  @ParameterizedTest
  @EnumSource(Place.class)
  void whatExpiresInOneTableDoesNotHinderIt(Place place) throws IOException {
    note(MigrationPhase.COPYING);
    run.copy();
    place.expire(connection, name);
    run.switchReads();
    run.end();
    List<Comment> comments = inNew().get(0).comments();
    assertThat(comments).isEqualTo(place == Place.OLD ? List.of() : POST.comments());
  }

  private enum Place {
    OLD("_comments"),
    NEW("_new_comments");

    private final String suffix;

    Place(String suffix) {
      this.suffix = suffix;
    }

    private void expire(Connection connection, String name) throws IOException {
      try (Table table = connection.getTable(TableName.valueOf(name + suffix));
          ResultScanner rows = table.getScanner(new Scan())) {
        for (Result row = rows.next(); row != null; row = rows.next()) {
          table.delete(new Delete(row.getRow(), row.rawCells()[0].getTimestamp()));
        }
      }
    }
  }
}
