package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs of other age move the records, or go on with a move that another has begun. */
@OnBackEnd
@Tag("tables")
class OlderMoversTest extends MovedCalls {
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));
  private static final NotedCall NOTED = new NotedCall(1, "071", 1, 11, "a note");

  /** A call by a newer program. */
  record NotedCall(int month, String phone, long start, int seconds, String note) {}

  private TableDesignBuilder<NotedCall> notedByMonth() {
    return TableDesign.of(name, NotedCall.class)
        .key(key -> key.part(NotedCall::month).part(NotedCall::phone).part(NotedCall::start))
        .family("c")
        .column(NotedCall::seconds, "c:s")
        .column(NotedCall::note, "c:n")
        .marked();
  }

  private TableDesignBuilder<NotedCall> notedByHash() {
    return TableDesign.of(name + "_new", NotedCall.class)
        .key(
            key ->
                key.hash(Digest.md5(2), NotedCall::phone)
                    .part(NotedCall::phone)
                    .part(NotedCall::month)
                    .part(NotedCall::start))
        .family("n")
        .column(NotedCall::seconds, "n:s")
        .column(NotedCall::note, "n:n")
        .marked()
        .index("bySeconds", index -> index.on(key -> key.part(NotedCall::seconds)));
  }

  private Migration<NotedCall> newer() {
    return Migration.of(notedByMonth().build(), notedByHash().build());
  }

  private Migration<NotedCall> withIndex() {
    return Migration.of(
        notedByMonth().build(),
        notedByHash().index("byNote", index -> index.on(key -> key.part(NotedCall::note))).build());
  }

  private <R> MigrationRun<R> run(Migration<R> migration) {
    return MigrationRun.of(connection, migration, ALONE);
  }

  private void note(MigrationPhase phase) throws IOException {
    Moves.note(connection, migration(), phase);
  }

  /** A call. */
  @FunctionalInterface
  private interface Moving {
    Object by(MigrationRun<Call> older) throws IOException;
  }

  private void leavesNothing(Moving moving) {
    assertThatThrownBy(() -> moving.by(run(migration())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table " + name + " has what this design of it lacks")
        .hasMessageContaining("[column c:n is note]");
  }

  /** The new table would lack what it does not know, and the old one is dropped. */
  @Test
  void anOlderProgramLeavesNoColumnBehind() throws IOException {
    make(3);
    UpgradePlan.of(connection, newer().old(), ALONE).run();
    try (MigratedTable<NotedCall> table = MigratedTable.open(connection, newer(), ALONE)) {
      table.put(NOTED);
    }
    leavesNothing(MigrationRun::copy);
    assertThat(run(newer()).phase()).isEqualTo(MigrationPhase.NONE);
    run(newer()).copy();
    leavesNothing(MigrationRun::copy);
    leavesNothing(older -> older.compare(1_000));
    leavesNothing(MigrationRun::switchReads);
    run(newer()).switchReads();
    leavesNothing(
        older -> {
          older.end();
          return null;
        });
    run(newer()).end();
    run(newer()).dropOld();
    try (RecordTable<NotedCall> table = RecordTable.open(connection, newer().target(), ALONE)) {
      assertThat(table.all().allowFullScan().list()).hasSize(3).contains(NOTED);
    }
  }

  /** Whoever does without a column notes that first. */
  @Test
  void aColumnThatIsGivenUpIsNotMoved() throws IOException {
    make(3);
    UpgradePlan.of(connection, newer().old(), ALONE).run();
    UpgradePlan.of(connection, byMonth(), ALONE).run();
    run(migration()).copy();
    run(migration()).switchReads();
    run(migration()).end();
    assertThat(inNew()).hasSize(3);
  }

  /** Writes wait in the phase that comes then, and nobody else knows that it has begun. */
  @ParameterizedTest
  @EnumSource(names = {"SWITCHED", "ENDING", "FENCED"})
  void whoLacksAnIndexOfTheNewTableDoesNotEndTheMove(MigrationPhase phase) throws IOException {
    make(3);
    run(withIndex()).copy();
    run(withIndex()).switchReads();
    note(phase);
    assertThatThrownBy(() -> run(newer()).end())
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("has index byNote in " + name + "_new_byNote");
    assertThat(run(newer()).phase()).isEqualTo(phase);
    run(withIndex()).end();
    try (MigratedTable<NotedCall> table = MigratedTable.open(connection, withIndex(), ALONE)) {
      table.put(NOTED);
      assertThat(table.where(NotedCall::note).is(NOTED.note()).list()).containsExactly(NOTED);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SWITCHED", "ENDING", "FENCED"})
  void whoHasAnIndexThatIsNotThereDoesNotEndTheMove(MigrationPhase phase) throws IOException {
    make(3);
    run(newer()).copy();
    run(newer()).switchReads();
    note(phase);
    assertThatThrownBy(() -> run(withIndex()).end())
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining(name + "_new_byNote");
    assertThat(run(newer()).phase()).isEqualTo(phase);
    run(newer()).end();
    assertThat(run(newer()).phase()).isEqualTo(MigrationPhase.ENDED);
  }
}
