package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One program writes through several tables, which share one migration and one connection; another
 * program moves the records. What the first knows from one of its tables does not hold up the
 * others.
 */
@OnBackEnd
@Tag("tables")
class MigrationByOthersTest extends MovedCalls {
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  /** No test waits until something is this old. */
  private static final IndexSettings LONG = IndexSettings.usual().withLease(Duration.ofDays(1));

  private static final Set<String> WRITES = Set.of("checkAndMutate", "batch");

  private Migration<Call> migration;
  private MigrationRun<Call> mover;
  private Connection ofProgram;

  @BeforeEach
  void begin() throws IOException {
    make(5);
    migration = migration();
    mover = MigrationRun.of(connection, migration(), ALONE);
    ofProgram = WatchedConnection.of(connection, ServerCall::make);
  }

  private MigratedTable<Call> another() throws IOException {
    return MigratedTable.open(ofProgram, migration, LONG);
  }

  private static void assertRead(MigratedTable<Call> table, Call call) throws IOException {
    assertThat(table.get(call.phone(), call.month(), call.start())).contains(call);
  }

  @Test
  void writersGoOnAtOnceBehindTheEnd() throws IOException {
    mover.copy();
    mover.switchReads();
    try (MigratedTable<Call> early = another()) {
      assertRead(early, call(1)); // so the program knows the new table as a view
      early.put(call(10));
      mover.end();
      early.put(call(11)); // is refused by the old table, and looks again
      try (MigratedTable<Call> late = another()) {
        assertThat(late.phase()).isEqualTo(MigrationPhase.ENDED);
        late.put(call(12));
        assertThat(late.putIfAbsent(call(13))).isTrue();
        assertThat(all(late)).contains(call(10), call(11), call(12), call(13)).hasSize(9);
      }
    }
  }

  /** A record's key by another design may be that of another record. */
  @Test
  void whatAnotherDesignReadsIsNotDeleted() throws IOException {
    try (MigratedTable<Call> table = another();
        MigratedTable<Call> same = another();
        RecordTable<Call> other = RecordTable.open(connection, byMonth())) {
      assertThatThrownBy(() -> table.deleteAll(other.all().allowFullScan()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("or of another design of it");
      assertThat(all(table)).hasSize(5);
      assertThat(table.deleteAll(same.all().allowFullScan())).isEqualTo(5);
    }
  }

  /** Writes wait for what is read then, so it must not be all that there is. */
  @Test
  void whoEndsWhatAnotherHasBegunReadsWhatIsYoungAlone() throws IOException {
    Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    IndexSettings settings = new IndexSettings(ahead, Duration.ofHours(1), Duration.ofNanos(1));
    MigrationRun<Call> killed =
        MigrationRun.of(
            WatchedAdmin.of(
                connection,
                call -> {
                  if (mover.phase() == MigrationPhase.FENCING) {
                    throw new IOException("killed");
                  }
                  return call.make();
                }),
            migration(),
            settings);
    killed.copy();
    killed.switchReads();
    assertThatThrownBy(killed::end).hasStackTraceContaining("killed");
    assertThat(mover.phase()).isEqualTo(MigrationPhase.FENCING);
    AtomicInteger rowsRead = new AtomicInteger();
    Connection counting =
        WatchedConnection.of(
            connection,
            call -> {
              Object answer = call.make();
              rowsRead.addAndGet(answer instanceof Result[] rows ? rows.length : 0);
              return answer;
            });
    MigrationRun.of(counting, migration(), settings).end();
    assertThat(rowsRead).hasValue(0);
    assertThat(inNew()).hasSize(5);
  }

  @Test
  void writersGoOnAtOnceBehindACancellation() throws IOException {
    mover.copy();
    try (MigratedTable<Call> early = another()) {
      assertRead(early, call(1)); // so the program knows that the old table has a view
      early.put(call(10));
    }
    mover.cancel();
    try (MigratedTable<Call> late = another()) {
      assertThat(late.phase()).isEqualTo(MigrationPhase.NONE);
      late.put(call(11));
      late.delete(call(10));
      assertThat(all(late)).contains(call(11)).doesNotContain(call(10)).hasSize(6);
    }
  }

  /**
   * Notes something that this version of Rowan does not know in the new table, or takes it away.
   */
  private void noteOfNewer(boolean there) throws IOException {
    String line = ";each|seconds|more than none";
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor table = admin.getDescriptor(byHash().name());
      String design = table.getValue("rowan.design").replace(line, "");
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(table)
              .setValue("rowan.design", there ? design + line : design)
              .build());
    }
  }

  /** A write. */
  @FunctionalInterface
  private interface Writing {
    void by(MigratedTable<Call> table) throws IOException;
  }

  /**
   * The new table refuses to be written when a write has looked at it, and is about its old row.
   */
  private void isWrittenAndRefused(Writing writing) throws IOException {
    AtomicBoolean isNoted = new AtomicBoolean();
    Connection noting =
        WatchedConnection.of(
            connection,
            call -> {
              boolean isWrite = WRITES.contains(call.name());
              if (isWrite && !isNoted.getAndSet(true)) {
                noteOfNewer(true);
              }
              return call.make();
            });
    try (MigratedTable<Call> table = MigratedTable.open(noting, migration, ALONE)) {
      assertThatThrownBy(() -> writing.by(table))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("a row of " + name + " is written", "what follows it is refused")
          .hasMessageContaining("more than none");
    }
    noteOfNewer(false);
  }

  /** Who is told that a write is refused takes it for undone. */
  @Test
  void whatIsRefusedBehindItsRowIsWritten() throws IOException {
    mover.copy();
    mover.switchReads();
    Call there = call(1);
    Call changed = new Call(there.month(), there.phone(), there.start(), 1_000_000);
    Call deleted = call(2);
    isWrittenAndRefused(
        table -> table.update(each -> changed, there.phone(), there.month(), there.start()));
    isWrittenAndRefused(table -> table.putIfAbsent(call(20)));
    isWrittenAndRefused(
        table -> table.deleteIf(each -> true, deleted.phone(), deleted.month(), deleted.start()));
    isWrittenAndRefused(table -> table.put(call(21)));
    isWrittenAndRefused(table -> table.load(Stream.of(call(22))));
    mover.end();
    assertThat(inNew())
        .containsExactlyInAnyOrder(
            call(0), changed, call(3), call(4), call(20), call(21), call(22));
  }

  /** The tables are asked anew once, and refuse the write again. */
  @Test
  void aRefusalThatStaysIsTold() throws IOException {
    mover.copy();
    mover.switchReads();
    noteOfNewer(true);
    try (MigratedTable<Call> table = MigratedTable.open(connection, migration, ALONE)) {
      assertThatThrownBy(() -> table.put(call(10)))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("more than none");
    }
  }

  /** All of a move happens while a write is on its way, and each phase refuses what it knows. */
  @Test
  void aWriteAsksAnewInEachPhase() throws IOException {
    AtomicBoolean isMoved = new AtomicBoolean(true);
    ofProgram =
        WatchedConnection.of(
            connection,
            call -> {
              if (call.name().equals("checkAndMutate") && !isMoved.getAndSet(true)) {
                mover.copy();
                mover.switchReads();
                try (MigratedTable<Call> other = another()) {
                  assertRead(other, call(1)); // so the program knows the new table as a view
                }
                mover.end();
              }
              return call.make();
            });
    mover.copy();
    try (MigratedTable<Call> early = another()) {
      assertRead(early, call(1)); // so it knows that the old table has a view
    }
    mover.cancel();
    try (MigratedTable<Call> late = another()) {
      isMoved.set(false);
      late.put(call(11));
      assertThat(isMoved).isTrue();
      assertThat(late.phase()).isEqualTo(MigrationPhase.ENDED);
    }
    assertThat(inNew()).contains(call(11)).hasSize(6);
  }
}
