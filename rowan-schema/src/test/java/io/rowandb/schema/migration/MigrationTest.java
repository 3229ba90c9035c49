package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.pattern.notes.MigrationStates;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What programs see while records move, phase by phase. */
@OnBackEnd
@Tag("slow")
class MigrationTest extends MovedCalls {
  private int next = 1_000;

  /** Writes of every kind, through all that is open; both tables' readers must agree with these. */
  private void change(MigratedTable<Call> table, NavigableSet<Call> model) throws IOException {
    Call put = call(next++);
    table.put(put);
    model.add(put);
    List<Call> more = List.of(call(next++), call(next++));
    table.putAll(more);
    model.addAll(more);
    Call loaded = call(next++);
    table.load(Stream.of(loaded));
    model.add(loaded);
    Call absent = call(next++);
    assertThat(table.putIfAbsent(absent)).isTrue();
    assertThat(table.putIfAbsent(absent)).isFalse();
    model.add(absent);
    Call former = model.first();
    assertThat(table.field(Call::seconds, former.phone(), former.month(), former.start()).set(7))
        .isTrue();
    model.remove(former);
    Call changed = new Call(former.month(), former.phone(), former.start(), 7);
    model.add(changed);
    Call last = model.last();
    assertThat(
            table.update(
                there -> new Call(there.month(), there.phone(), there.start(), 8),
                last.phone(),
                last.month(),
                last.start()))
        .isPresent();
    model.remove(last);
    model.add(new Call(last.month(), last.phone(), last.start(), 8));
    Call deleted = model.ceiling(call(3));
    table.delete(deleted);
    model.remove(deleted);
    Call keyed = model.ceiling(call(5));
    table.deleteKey(keyed.phone(), keyed.month(), keyed.start());
    table.deleteKey(keyed.phone(), keyed.month(), keyed.start() + 100_000);
    model.remove(keyed);
    assertThat(
            table.getAll(
                List.of(
                    List.of(changed.phone(), changed.month(), changed.start()),
                    List.of(keyed.phone(), keyed.month(), keyed.start()),
                    List.of("no phone", 1, 1L))))
        .containsExactly(Optional.of(changed), Optional.empty(), Optional.empty());
    Call found = model.higher(model.first());
    assertThat(
            table.deleteAll(
                table
                    .where(Call::phone)
                    .is(found.phone())
                    .where(Call::month)
                    .is(found.month())
                    .where(Call::start)
                    .is(found.start())))
        .isEqualTo(1);
    model.remove(found);
    Call listed = model.higher(model.first());
    table.deleteKeys(
        List.of(
            List.of(listed.phone(), listed.month(), listed.start()), List.of("no phone", 1, 1L)));
    model.remove(listed);
    Call other = model.ceiling(call(4));
    assertThat(table.deleteIf(there -> true, other.phone(), other.month(), other.start())).isTrue();
    model.remove(other);
    assertThat(table.get(other.phone(), other.month(), other.start())).isEmpty();
    assertThat(table.get(changed.phone(), changed.month(), changed.start())).contains(changed);
    assertThat(all(table)).isEqualTo(model);
    assertThat(table.where(Call::phone).is("073").where(Call::month).is(3).allowFullScan().list())
        .containsExactlyInAnyOrderElementsOf(
            model.stream()
                .filter(call -> call.phone().equals("073") && call.month() == 3)
                .toList());
    assertThat(table.countNotCopied()).isZero();
  }

  @Test
  void allPhases() throws IOException {
    make(200);
    NavigableSet<Call> model = new TreeSet<>();
    for (int i = 0; i < 200; i++) {
      model.add(call(i));
    }
    MigrationRun<Call> run = run();
    try (MigratedTable<Call> early = opened()) {
      for (int phase = 0; phase < 6; phase++) {
        switch (phase) {
          case 1 -> assertThat(run.copy()).singleElement().matches(each -> each.missing() > 150);
          case 2 -> assertThat(run.compare(100_000).isClean()).isTrue();
          case 3 -> assertThat(run.switchReads(100_000)).isPresent();
          case 4 -> run.end(100_000);
          case 5 -> run.dropOld();
          default -> assertThat(run.phase()).isEqualTo(MigrationPhase.NONE);
        }
        change(early, model);
        try (MigratedTable<Call> late = opened()) {
          change(late, model);
        }
        change(early, model);
      }
    }
    assertThat(new TreeSet<>(inNew())).isEqualTo(model);
    try (RecordTable<Call> table = RecordTable.open(connection, byHash(), SETTINGS)) {
      table.put(call(1));
      assertThat(table.where(Call::seconds).is(7).through("bySeconds").list())
          .containsExactlyInAnyOrderElementsOf(
              model.stream().filter(call -> call.seconds() == 7).toList());
      assertThat(table.verifyIndex("bySeconds").isComplete()).isTrue();
    }
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.tableExists(byMonth().name())).isFalse();
    }
  }

  @Test
  void programsThatKnowOneTable() throws IOException {
    make(30);
    MigrationRun<Call> run = run();
    try (RecordTable<Call> former = RecordTable.open(connection, byMonth(), SETTINGS)) {
      former.put(call(31));
      run.copy();
      assertThatThrownBy(() -> former.put(call(32)))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining(name + "_new");
      assertThat(former.where(Call::month).is(3).list()).hasSize(5);
      try (RecordTable<Call> later = RecordTable.open(connection, byHash(), SETTINGS)) {
        assertThatThrownBy(() -> later.put(call(32))).isInstanceOf(ChangedDesignException.class);
        assertThat(later.all().allowFullScan().list()).hasSize(31);
      }
      run.switchReads();
      assertThat(former.where(Call::month).is(3).list()).hasSize(5);
      run.end();
      assertThatThrownBy(() -> former.where(Call::month).is(3).list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("are moved to table " + name + "_new");
      assertThatThrownBy(() -> former.put(call(32)))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("are moved to table " + name + "_new");
      try (RecordTable<Call> later = RecordTable.open(connection, byHash(), SETTINGS)) {
        later.put(call(32));
      }
    }
    assertThat(inNew()).hasSize(32);
  }

  @Test
  void backAndForth() throws IOException {
    make(40);
    NavigableSet<Call> model = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      model.add(call(i));
    }
    MigrationRun<Call> run = run();
    try (MigratedTable<Call> table = opened()) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(run::switchReads)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("NONE");
        run.copy();
        run.copy();
        change(table, model);
        run.switchReads();
        run.switchReads();
        change(table, model);
        assertThatThrownBy(run::cancel)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("SWITCHED");
        assertThat(run.copy()).isEmpty();
        run.switchBack();
        run.switchBack();
        change(table, model);
        assertThatThrownBy(run::end)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("COPYING");
        run.cancel();
        run.cancel();
        change(table, model);
        assertThatThrownBy(() -> run.compare(1)).isInstanceOf(IllegalStateException.class);
      }
    }
    try (RecordTable<Call> former = RecordTable.open(connection, byMonth(), SETTINGS)) {
      former.put(call(41));
    }
    assertThatThrownBy(this::inNew)
        .isInstanceOf(UnservedReadException.class)
        .hasMessageContaining("was given up");
  }

  /** The new table cannot be written, and nobody notices but who compares. */
  @Test
  void aNewTableThatFails() throws IOException {
    make(20);
    MigrationRun<Call> run = run();
    run.copy();
    try (MigratedTable<Call> table = opened()) {
      table.put(call(20));
      disable(byHash());
      table.put(call(21));
      table.putAll(List.of(call(22), call(23)));
      table.delete(call(1));
      assertThat(table.deleteIf(there -> true, "072", 2, 2L)).isTrue();
      assertThat(table.putIfAbsent(call(2))).isTrue();
      table.delete(call(3));
      table.put(call(3));
      table.delete(call(3));
      table.field(Call::seconds, "074", 4, 4L).set(1);
      assertThat(table.countNotCopied()).isEqualTo(9);
      assertThat(table.lastNotCopied()).isPresent();
      assertThat(all(table))
          .hasSize(22)
          .contains(call(22), call(2))
          .doesNotContain(call(1), call(3));
      enable(byHash());
      table.put(call(22));
      run.compare(100_000);
      assertThat(run.compare(100_000).isClean()).isTrue();
      assertThat(new TreeSet<>(inNew())).isEqualTo(all(table));
      run.switchReads();
      disable(byHash());
      assertThatThrownBy(() -> table.put(call(30))).isInstanceOf(IOException.class);
      enable(byHash());
      run.end();
      assertThat(table.get("070", 2, 30L)).as("noted in the old table").contains(call(30));
    }
  }

  private void enable(TableDesign<?> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.enableTable(design.name());
    }
  }

  private void disable(TableDesign<?> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(design.name());
    }
  }

  /**
   * A mark that tells of a deletion is older than what a program without marks has written since.
   */
  @Test
  void aDeletionThatWasLeftIsNotMadeLater() throws IOException {
    TableDesign<Call> unmarked = byMonthColumns().build();
    Migration<Call> migration = Migration.of(unmarked, byHashColumns().build());
    MigrationRun<Call> run = MigrationRun.of(connection, migration, SETTINGS);
    try (RecordTable<Call> table = RecordTable.create(connection, unmarked)) {
      table.put(call(1));
      table.put(call(2));
    }
    run.copy();
    try (MigratedTable<Call> table = MigratedTable.open(connection, migration, SETTINGS)) {
      disable(migration.target());
      table.delete(call(1));
      assertThat(table.countNotCopied()).isEqualTo(1);
      enable(migration.target());
      run.cancel();
      table.put(call(1));
      run.copy();
      assertThat(all(table)).containsExactly(call(1), call(2));
      run.switchReads();
      assertThat(all(table)).containsExactly(call(1), call(2));
      table.delete(call(1));
      run.end();
      assertThat(all(table)).containsExactly(call(2));
    }
  }

  /** The old table is there again, and it is the new one of another move. */
  @Test
  void backToATableThatIsReadOnly() throws IOException {
    make(5);
    MigrationRun<Call> run = run();
    run.copy();
    run.switchReads();
    run.end();
    MigrationRun<Call> back =
        MigrationRun.of(connection, Migration.of(byHash(), byMonth()), SETTINGS);
    assertThatThrownBy(back::copy)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("drop it");
    try (MigratedTable<Call> table = opened()) {
      table.put(call(9));
    }
    run.dropOld();
    back.copy();
    back.switchReads();
    back.end();
    try (RecordTable<Call> table = RecordTable.open(connection, byMonth(), SETTINGS)) {
      table.put(call(10));
      assertThat(table.all().allowFullScan().list()).hasSize(7);
    }
  }

  /** Who knows nothing of the new table writes behind the last comparison, as a late call does. */
  @Test
  void whatComesBehindTheLastComparison() throws IOException {
    make(5);
    MigrationRun<Call> run = run();
    run.copy();
    run.switchReads();
    try (MigratedTable<Call> table = opened()) {
      MigrationStates.note(
          connection,
          byMonth().name(),
          byHash().name(),
          EnumSet.of(MigrationPhase.SWITCHED),
          MigrationPhase.ENDING);
      Call last = new Call(2, "072", 2L, 999);
      table.put(call(2)); // which the new table has, and the row tells so
      try (Table raw = connection.getTable(byMonth().name())) {
        raw.put(byMonth().write(call(33)).put());
        long later = System.currentTimeMillis() + 1_000; // times of marks may be ahead of the clock
        raw.put((Put) Stamped.at(byMonth().write(last).put(), later).get(0));
      }
      run.end();
      assertThat(all(table)).hasSize(6).contains(call(33), last).doesNotContain(call(2));
    }
  }

  /** Whoever makes a table of the old name again has a table of his own. */
  @Test
  void aTableOfTheOldNameComesBack() throws IOException {
    make(10);
    MigrationRun<Call> run = run();
    run.copy();
    run.switchReads();
    run.end();
    run.dropOld();
    try (MigratedTable<Call> table = opened();
        RecordTable<Call> stray = RecordTable.openOrCreate(connection, byMonth())) {
      stray.put(call(77));
      assertThat(all(table)).hasSize(10);
      table.put(call(11));
      try (MigratedTable<Call> later = opened()) {
        assertThat(all(later)).hasSize(11).doesNotContain(call(77));
      }
      assertThat(run.copy()).isEmpty();
      run.dropOld();
      assertThat(run.phase()).isEqualTo(MigrationPhase.ENDED);
      assertThat(stray.all().allowFullScan().list()).containsExactly(call(77));
    }
  }

  /** What a dead program has begun is told by reads of the new table as writes decide by it. */
  @Test
  void aWriterDiesBeforeTheNewTable() throws IOException {
    make(10);
    MigrationRun<Call> run = run();
    run.copy();
    run.switchReads();
    try (MigratedTable<Call> table = opened()) {
      Death death = new Death(0, Death.Moment.BEFORE);
      Connection mortal =
          WatchedConnection.of(
              connection, call -> call.name().equals("batch") ? death.pass(call) : call.make());
      try (MigratedTable<Call> dying = MigratedTable.open(mortal, migration(), SETTINGS)) {
        assertThatThrownBy(() -> dying.field(Call::seconds, "073", 3, 3L).set(99))
            .isInstanceOf(Death.ClientDied.class);
      }
      Call before = table.get("073", 3, 3L).orElseThrow();
      assertThat(before.seconds()).isEqualTo(call(3).seconds());
      assertThat(table.putIf(before, there -> there.seconds() == before.seconds())).isFalse();
      assertThat(table.get("073", 3, 3L).orElseThrow().seconds()).isEqualTo(99);
      assertThat(run.compare(100).mended().pending()).isZero();
    }
  }

  private static MigrationSample.Shape named(MigrationSample.Shape shape, String table) {
    return new MigrationSample.Shape(
        table, shape.keyBytes(), shape.recordBytes(), shape.mostCells(), shape.hottest());
  }

  /** And the page shows it. */
  @Test
  void aSampleTellsWhatComes() throws IOException {
    RecordTable.create(connection, byMonth()).close();
    try (Table raw = connection.getTable(byMonth().name())) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) { // one after the other, month by month
        Call call = new Call(i / 1_000, "07" + i % 97, i, 10);
        Put put = new Put(byMonth().key().encode(call));
        for (Cell cell : byMonth().write(call).put().getFamilyCellMap().firstEntry().getValue()) {
          put.addColumn(
              CellUtil.cloneFamily(cell),
              CellUtil.cloneQualifier(cell),
              1L + i,
              CellUtil.cloneValue(cell));
        }
        puts.add(put);
      }
      raw.put(puts);
    }
    MigrationSample sample = run().sample(1_000_000);
    assertThat(sample.fits()).isTrue();
    assertThat(sample.records()).isEqualTo(3_000);
    assertThat(sample.sampled()).isEqualTo(3_000);
    assertThat(sample.target().keyBytes()).isEqualTo(sample.old().keyBytes() + 2);
    assertThat(sample.target().recordBytes()).isEqualTo(sample.old().recordBytes() + 2);
    assertThat(sample.old().hottest()).isGreaterThan(0.15);
    assertThat(sample.target().hottest()).isLessThan(sample.old().hottest());
    MigrationSample named =
        new MigrationSample(
            sample.records(),
            sample.sampled(),
            sample.refused(),
            sample.refusal(),
            sample.sharing(),
            named(sample.old(), "calls"),
            named(sample.target(), "calls_by_hash"));
    for (String page : new String[] {"migration.md", "zh/migration.md"}) {
      assertThat(Path.of("..", "docs").resolve(page)).content().contains("\n" + named + "\n");
    }
    assertThat(run().sample(300).sampled()).isBetween(150L, 600L);
    assertThatThrownBy(() -> run().copy(0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(run().phase()).as("behind a copy that is refused").isEqualTo(MigrationPhase.NONE);
    assertThatThrownBy(() -> run().switchReads(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than no records in a second: 0");
    assertThatThrownBy(() -> run().end(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> run().sample(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 1000000");
  }
}
