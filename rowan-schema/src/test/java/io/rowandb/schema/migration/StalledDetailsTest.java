package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedConnection;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A writer of a record with details stops before one of its calls, for longer than any lease;
 * meanwhile the move goes on, and another program writes the same record; then the writer goes on.
 * At last a network that has held its calls back executes them once more.
 */
@OnBackEnd
@Tag("slow")
class StalledDetailsTest {
  record Post(int blog, int id, String title, List<Comment> comments) {}

  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  /** Looks at the tables once, and never again. */
  private static final IndexSettings ONCE = IndexSettings.usual().withLease(Duration.ofDays(1));

  private static final Post BEFORE = post("before", 0, 3);
  private static final Post STALLED = post("stalled", 1, 3);
  private static final Post OTHER = post("other", 3, 3);
  private static final Post LATER = post("later", 2, 1);

  private Connection connection;
  private String name;

  /** The old table refuses them: it is read-only. */
  private static void makeAllAgain(List<ServerCall> made) {
    for (ServerCall call : made) {
      try {
        call.make();
      } catch (IOException e) {
        assertThat(e).hasStackTraceContaining("read only");
      }
    }
  }

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private static Post post(String title, int first, int comments) {
    return new Post(
        1,
        2,
        title,
        IntStream.range(first, first + comments).mapToObj(i -> new Comment(i, title)).toList());
  }

  private TableDesign<Post> design(boolean isNew, boolean areRows) {
    String table = isNew ? name + "_new" : name;
    return TableDesign.of(table, Post.class)
        .key(
            key ->
                isNew ? key.part(Post::id).part(Post::blog) : key.part(Post::blog).part(Post::id))
        .family("f")
        .column(Post::title, "f:t")
        .family("c")
        .details(
            Post::comments,
            areRows ? DetailLayout.tall(table + "_comments") : DetailLayout.wide("c"),
            Comment.design())
        .marked()
        .build();
  }

  private void runTo(MigrationPhase phase, Migration<Post> migration) throws IOException {
    Moves.runTo(phase, MigrationRun.of(connection, migration, ALONE));
    if (phase == MigrationPhase.FENCED) {
      Moves.note(connection, migration, phase);
    }
  }

  private Optional<Post> inNew(Migration<Post> migration) throws IOException {
    try (RecordTable<Post> table = RecordTable.open(connection, migration.target(), ALONE)) {
      return table.get(BEFORE.id(), BEFORE.blog());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false,true,NONE,COPYING",
    "false,true,COPYING,ENDED",
    "false,true,SWITCHED,FENCED",
    "true,false,NONE,COPYING",
    "true,false,COPYING,ENDED",
    "true,false,SWITCHED,FENCED",
    "true,true,NONE,ENDED",
    "true,true,COPYING,SWITCHED",
    "true,true,SWITCHED,ENDED",
    "true,true,FENCED,ENDED",
  })
  void aStalledWriteIsDoneOrOverwritten(
      boolean fromRows, boolean toRows, MigrationPhase from, MigrationPhase to) throws IOException {
    assumeTrue(
        !BackEnd.isHBase() || BackEnd.isFull() || from == MigrationPhase.SWITCHED, "takes minutes");
    for (boolean deletes : new boolean[] {false, true}) {
      boolean stalled = true;
      int stalls = 0;
      for (int call = 0; stalled; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("stalled");
        Migration<Post> migration = Migration.of(design(false, fromRows), design(true, toRows));
        RecordTable.create(connection, migration.old()).close();
        try (MigratedTable<Post> table = MigratedTable.open(connection, migration, ALONE)) {
          table.put(BEFORE);
        }
        runTo(from, migration);
        String what = (deletes ? "deletes" : "puts") + ", stalled before call " + call;
        stalled = stall(migration, to, new StalledWrite(call, deletes, what));
        stalls += stalled ? 1 : 0;
        BackEnd.drop(connection, name);
      }
      assertThat(stalls).isPositive();
    }
  }

  private record StalledWrite(int call, boolean deletes, String what) {}

  private boolean stall(Migration<Post> migration, MigrationPhase to, StalledWrite write)
      throws IOException {
    Stall stall =
        new Stall(
            write.call(),
            () -> {
              runTo(to, migration);
              try (MigratedTable<Post> other = MigratedTable.open(connection, migration, ALONE)) {
                other.put(OTHER);
              }
            });
    List<ServerCall> made = new ArrayList<>();
    Connection kept =
        WatchedConnection.of(
            connection,
            call -> {
              if (!call.name().startsWith("get") && !call.name().equals("next")) {
                made.add(call);
              }
              return call.make();
            });
    try (MigratedTable<Post> table =
        MigratedTable.open(WatchedConnection.of(kept, stall), migration, ONCE)) {
      if (write.deletes()) {
        table.delete(STALLED);
      } else {
        table.put(STALLED);
      }
    }
    Optional<Post> done = write.deletes() ? Optional.empty() : Optional.of(STALLED);
    Optional<Post> shown;
    try (MigratedTable<Post> table = MigratedTable.open(connection, migration, ALONE)) {
      shown = table.get(BEFORE.id(), BEFORE.blog());
    }
    if (stall.happened()) {
      assertThat(shown).as(write.what()).isIn(done, Optional.of(OTHER));
    } else {
      assertThat(shown).as(write.what()).isEqualTo(done);
    }
    runTo(MigrationPhase.ENDED, migration);
    assertThat(inNew(migration)).as(write.what()).isEqualTo(shown);
    makeAllAgain(made);
    assertThat(inNew(migration)).as("%s, and made again", write.what()).isEqualTo(shown);
    try (MigratedTable<Post> table = MigratedTable.open(connection, migration, ALONE)) {
      table.put(LATER);
      assertThat(inNew(migration)).as(write.what()).contains(LATER);
      makeAllAgain(made);
      assertThat(inNew(migration)).as("%s, and made later", write.what()).contains(LATER);
    }
    return stall.happened();
  }
}
