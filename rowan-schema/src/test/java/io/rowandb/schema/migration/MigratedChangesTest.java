package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Comment;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes of records by what is there, in each phase of a move. */
@OnBackEnd
@Tag("tables")
class MigratedChangesTest {
  record Post(int blog, int id, String title, long version, List<Comment> comments) {}

  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  private final String name = BackEnd.newTableName("posts");
  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesignBuilder<Post> posts(boolean isNew, DetailLayout layout) {
    return TableDesign.of(isNew ? name + "_new" : name, Post.class)
        .key(
            key ->
                isNew ? key.part(Post::id).part(Post::blog) : key.part(Post::blog).part(Post::id))
        .family("f")
        .family("c")
        .column(Post::title, "f:t")
        .column(Post::version, "f:v")
        .details(Post::comments, layout, Comment.design());
  }

  private TableDesign<Post> versioned(boolean isNew) {
    return posts(isNew, DetailLayout.wide("c")).version(Post::version).build();
  }

  private TableDesign<Post> marked(boolean isNew, DetailLayout layout) {
    return posts(isNew, layout).marked().build();
  }

  /** The next call of a move. */
  private static void next(int phase, MigrationRun<Post> run) throws IOException {
    switch (phase) {
      case 0 -> run.copy();
      case 1 -> run.switchReads();
      case 2 -> run.end();
      default -> run.dropOld();
    }
  }

  /** A detail that is added so is in the new table too. */
  @Test
  void changesTogetherAreMadeInEachPhase() throws IOException {
    Migration<Post> migration = Migration.of(versioned(false), versioned(true));
    RecordTable.create(connection, migration.old()).close();
    MigrationRun<Post> run = MigrationRun.of(connection, migration, ALONE);
    try (MigratedTable<Post> table = MigratedTable.open(connection, migration, ALONE)) {
      Post saved = table.save(new Post(1, 2, "0", 0, List.of(new Comment(0, "0"))));
      for (int i = 0; i < 4; i++) {
        String last = "" + i;
        assertThat(
                table
                    .together(2, 1)
                    .set(Post::title)
                    .to("" + (i + 1))
                    .add(Post::comments, new Comment(i + 1, "" + (i + 1)))
                    .onlyIf(there -> there.title().equals(last))
                    .run())
            .isTrue();
        assertThat(table.together(2, 1).set(Post::title).to("x").onlyIf(there -> false).run())
            .isFalse();
        assertThat(table.together(3, 1).set(Post::title).to("x").run()).isFalse();
        next(i, run);
        Post found = table.get(2, 1).orElseThrow();
        assertThat(found.title()).isEqualTo("" + (i + 1));
        assertThat(found.version()).isEqualTo(saved.version() + i + 1);
        assertThat(found.comments()).hasSize(i + 2);
      }
    }
  }

  /** What one of the two cannot do is refused from the beginning. */
  @Test
  void changesTogetherAreRefusedWithDetailsInRowsOfTheirOwn() throws IOException {
    Migration<Post> migration =
        Migration.of(
            marked(false, DetailLayout.wide("c")),
            marked(true, DetailLayout.tall(name + "_comments")));
    RecordTable.create(connection, migration.old()).close();
    try (MigratedTable<Post> table = MigratedTable.open(connection, migration, ALONE)) {
      assertThatThrownBy(() -> table.together(2, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in rows of its own");
    }
  }

  /** The same of versions: the other table would not go on with them. */
  @Test
  void saveIsRefusedIfOneDesignHasNoVersion() throws IOException {
    TableDesign<Post> without = marked(true, DetailLayout.wide("c"));
    Migration<Post> migration = Migration.of(versioned(false), without);
    RecordTable.create(connection, migration.old()).close();
    try (MigratedTable<Post> table = MigratedTable.open(connection, migration, ALONE)) {
      assertThatThrownBy(() -> table.save(new Post(1, 2, "first", 0, List.of())))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("needs the version in both designs");
      assertThat(table.get(2, 1)).isEmpty();
    }
  }
}
