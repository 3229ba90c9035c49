package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs that die while records move: what is left is made by others, and no read is wrong. */
@OnBackEnd
@Tag("slow")
class MigrationDeathTest extends MovedCalls {
  /** Nobody is beside it. */
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  private MigrationRun<Call> run(Connection by) {
    return MigrationRun.of(by, migration(), ALONE);
  }

  private MigratedTable<Call> opened(Connection by) throws IOException {
    return MigratedTable.open(by, migration(), ALONE);
  }

  private static SortedSet<Call> model(int count) {
    return IntStream.range(0, count)
        .mapToObj(MovedCalls::call)
        .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
  }

  @Test
  void whoMovesTheRecordsDies() throws IOException {
    int deaths = 0;
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.HALF_WAY)) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("mortal");
        make(8);
        SortedSet<Call> model = model(8);
        Death death = new Death(call, moment);
        try {
          MigrationRun<Call> run = run(WatchedAdmin.of(connection, death));
          Moves.runTo(MigrationPhase.ENDED, run);
          run.dropOld();
        } catch (Death.ClientDied e) {
          deaths++;
        }
        died = death.happened();
        try (MigratedTable<Call> table = opened(connection)) {
          if (table.phase() == MigrationPhase.FENCING) {
            assertThat(all(table)).as("%s", death).isEqualTo(model);
            run(connection).end(); // for which writes wait
          }
          check(table, model, death);
          Moves.runTo(MigrationPhase.ENDED, run(connection));
          check(table, model, death);
          run(connection).dropOld();
          check(table, model, death);
        }
        assertThat(new TreeSet<>(inNew())).as("%s", death).isEqualTo(model);
        BackEnd.drop(connection, name);
      }
    }
    assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 3 : 40);
  }

  private void check(MigratedTable<Call> table, SortedSet<Call> model, Object death)
      throws IOException {
    assertThat(all(table)).as("%s", death).isEqualTo(model);
    Call more = call(100 + model.size());
    table.put(more);
    model.add(more);
    Call gone = model.first();
    table.delete(gone);
    model.remove(gone);
    assertThat(all(table)).as("%s", death).isEqualTo(model);
  }

  /** What a program is at when it dies. */
  private enum Deed {
    PUT,
    PUT_OTHER,
    DELETE,
    UPDATE,
    PUT_IF_ABSENT,
    DELETE_IF,
    PUT_ALL_IF_ABSENT,
    MERGE_ALL;

    /** Whether it may be done with some records and not yet with others. */
    boolean isOfMany() {
      return this == PUT_ALL_IF_ABSENT || this == MERGE_ALL;
    }
  }

  private static final Call THERE = call(1);
  private static final Call OTHER = new Call(1, "071", 1L, 99);
  private static final Call NEW = call(50);
  private static final Call NEXT = call(51);

  private static void doIt(Deed deed, MigratedTable<Call> table) throws IOException {
    switch (deed) {
      case PUT -> table.put(OTHER);
      case PUT_OTHER -> table.put(NEW);
      case DELETE -> table.delete(THERE);
      case UPDATE -> table.field(Call::seconds, "071", 1, 1L).set(99);
      case PUT_IF_ABSENT -> table.putIfAbsent(NEW);
      case DELETE_IF -> table.deleteIf(there -> true, "071", 1, 1L);
      case PUT_ALL_IF_ABSENT -> table.putAllIfAbsent(List.of(NEW, OTHER, NEXT));
      case MERGE_ALL -> table.mergeAll(List.of(NEW, OTHER, NEXT), (there, one) -> one);
    }
  }

  private static SortedSet<Call> behind(Deed deed, SortedSet<Call> before) {
    SortedSet<Call> behind = new TreeSet<>(before);
    if (!EnumSet.of(Deed.PUT_OTHER, Deed.PUT_IF_ABSENT, Deed.PUT_ALL_IF_ABSENT).contains(deed)) {
      behind.remove(THERE);
    }
    switch (deed) {
      case PUT, UPDATE -> behind.add(OTHER);
      case PUT_OTHER, PUT_IF_ABSENT -> behind.add(NEW);
      case PUT_ALL_IF_ABSENT -> behind.addAll(List.of(NEW, NEXT));
      case MERGE_ALL -> behind.addAll(List.of(NEW, OTHER, NEXT));
      default -> assertThat(behind).doesNotContain(THERE);
    }
    return behind;
  }

  /** Each record is as before or as it becomes. */
  private static void checkState(Deed deed, SortedSet<Call> found, Death death) {
    String what = deed + ", " + death;
    SortedSet<Call> before = model(4);
    SortedSet<Call> behind = behind(deed, before);
    if (!deed.isOfMany()) {
      assertThat(found).as(what).isIn(before, behind);
      return;
    }
    SortedSet<Call> all = new TreeSet<>(before);
    all.addAll(behind);
    assertThat(all).as(what).containsAll(found);
    before.retainAll(behind);
    assertThat(found).as(what).containsAll(before);
    assertThat(found.stream().map(Call::start).distinct()).as(what).hasSameSizeAs(found);
  }

  private static SortedSet<Call> both(SortedSet<Call> one, SortedSet<Call> other) {
    SortedSet<Call> both = new TreeSet<>(one);
    both.retainAll(other);
    return both;
  }

  @Test
  void whoWritesDiesWhileRecordsAreCopied() throws IOException {
    whoWritesDies(MigrationPhase.COPYING);
  }

  @Test
  void whoWritesDiesWhileReadsAreSwitched() throws IOException {
    whoWritesDies(MigrationPhase.SWITCHED);
  }

  /** On HBase each end of a move takes seconds. */
  private static Set<Deed> deeds() {
    return BackEnd.isHBase() && !BackEnd.isFull()
        ? EnumSet.of(Deed.PUT, Deed.DELETE_IF)
        : EnumSet.allOf(Deed.class);
  }

  private void whoWritesDies(MigrationPhase phase) throws IOException {
    int deaths = 0;
    for (Deed deed : deeds()) {
      boolean died = true;
      for (int call = 0; died; call += Death.CALLS_APART) {
        for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
          name = BackEnd.newTableName("writer");
          make(4);
          Moves.runTo(phase, run(connection));
          Death death = new Death(call, moment);
          try (MigratedTable<Call> table = opened(WatchedConnection.of(connection, death))) {
            doIt(deed, table);
          } catch (Death.ClientDied e) {
            deaths++;
          }
          died = death.happened();
          checkLeft(deed, death);
          BackEnd.drop(connection, name);
        }
      }
    }
    assertThat(deaths).isGreaterThan(BackEnd.isHBase() ? 3 : 40);
  }

  /** Reads agree with one state from the first one on, which nobody goes back from. */
  private void checkLeft(Deed deed, Death death) throws IOException {
    String what = deed + ", " + death;
    SortedSet<Call> before = model(4);
    SortedSet<Call> behind = behind(deed, before);
    try (MigratedTable<Call> table = opened(connection)) {
      SortedSet<Call> first = all(table);
      checkState(deed, first, death);
      if (!death.happened()) {
        assertThat(first).as(what).isEqualTo(behind);
      }
      Moves.runTo(MigrationPhase.ENDED, run(connection));
      SortedSet<Call> last = all(table);
      checkState(deed, last, death);
      assertThat(last).as(what).containsAll(both(first, behind));
      assertThat(first).as(what).containsAll(both(last, before));
      doIt(deed, table);
      assertThat(all(table)).as(what).isEqualTo(behind);
    }
  }
}
