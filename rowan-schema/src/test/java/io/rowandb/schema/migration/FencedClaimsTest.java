package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The claims of unique values are in the old table, which becomes read-only when a write has its
 * row there: nobody asks them any more.
 */
@OnBackEnd
@Tag("tables")
class FencedClaimsTest {
  record User(int id, String mail) {}

  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));
  private static final User FIRST = new User(1, "first");
  private static final User SECOND = new User(2, "second");

  private final String name = BackEnd.newTableName("users");
  private Connection connection;
  private Migration<User> migration;
  private MigrationRun<User> run;

  @BeforeEach
  void make(Connection given) throws IOException {
    connection = given;
    TableDesign<User> old =
        TableDesign.of(name, User.class)
            .key(key -> key.literal("D").part(User::id))
            .family("f")
            .column(User::mail, "f:m")
            .index(
                "byMail",
                index -> index.on(key -> key.part(User::mail)).inTableOfRecords("I", "f").unique())
            .build();
    TableDesign<User> target =
        TableDesign.of(name + "_new", User.class)
            .key(key -> key.literal("N").part(User::id))
            .family("f")
            .column(User::mail, "f:m")
            .marked()
            .build();
    migration = Migration.of(old, target);
    run = MigrationRun.of(connection, migration, ALONE);
    try (RecordTable<User> table = RecordTable.create(connection, old)) {
      table.put(FIRST);
    }
    run.copy();
    run.switchReads();
  }

  /** What a program does. */
  @FunctionalInterface
  private interface Writing {
    void by(MigratedTable<User> table) throws IOException;
  }

  /** The old table becomes read-only before the first call that settles claims. */
  private void fenced(Writing writing) throws IOException {
    AtomicBoolean isFenced = new AtomicBoolean();
    Connection stalled =
        WatchedConnection.of(
            connection,
            call -> {
              if (call.name().equals("batch") && !isFenced.getAndSet(true)) {
                Moves.note(connection, migration, MigrationPhase.FENCED);
              }
              return call.make();
            });
    try (MigratedTable<User> table = MigratedTable.open(stalled, migration, ALONE)) {
      writing.by(table);
    }
    assertThat(isFenced).isTrue();
    run.end();
  }

  private List<User> inNew() throws IOException {
    try (RecordTable<User> table = RecordTable.open(connection, migration.target(), ALONE)) {
      return table.all().allowFullScan().list();
    }
  }

  @Test
  void aConditionalWriteIsDone() throws IOException {
    fenced(table -> assertThat(table.putIfAbsent(SECOND)).isTrue());
    assertThat(inNew()).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  @Test
  void anUpdateIsMadeOnce() throws IOException {
    fenced(
        table ->
            assertThat(table.update(user -> new User(user.id(), user.mail() + "+"), FIRST.id()))
                .contains(new User(1, "first+")));
    assertThat(inNew()).containsExactly(new User(1, "first+"));
  }
}
