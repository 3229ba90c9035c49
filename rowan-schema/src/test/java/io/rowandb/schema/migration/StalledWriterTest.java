package io.rowandb.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.table.MigrationPhase;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A writer stops before one of its calls, longer than any lease; meanwhile the move goes on, to a
 * later phase or to its end, and another program writes the same record; then it goes on.
 */
@OnBackEnd
@Tag("slow")
class StalledWriterTest extends MovedCalls {
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  /** Looks at the tables once, and never again. */
  private static final IndexSettings ONCE = IndexSettings.usual().withLease(Duration.ofDays(1));

  private static final Set<Way> ON_HBASE = EnumSet.of(Way.COPYING_TO_FENCED, Way.SWITCHED_TO_ENDED);

  private static final Call THERE = call(1);
  private static final Call NEW = call(50);

  /** How far the move is when the writer begins, and when it goes on. */
  private enum Way {
    NONE_TO_COPYING(MigrationPhase.NONE, MigrationPhase.COPYING),
    NONE_TO_ENDED(MigrationPhase.NONE, MigrationPhase.ENDED),
    COPYING_TO_SWITCHED(MigrationPhase.COPYING, MigrationPhase.SWITCHED),
    COPYING_TO_FENCED(MigrationPhase.COPYING, MigrationPhase.FENCED),
    COPYING_TO_ENDED(MigrationPhase.COPYING, MigrationPhase.ENDED),
    SWITCHED_TO_FENCED(MigrationPhase.SWITCHED, MigrationPhase.FENCED),
    SWITCHED_TO_ENDED(MigrationPhase.SWITCHED, MigrationPhase.ENDED),
    FENCED_TO_ENDED(MigrationPhase.FENCED, MigrationPhase.ENDED);

    private final MigrationPhase from;
    private final MigrationPhase to;

    Way(MigrationPhase from, MigrationPhase to) {
      this.from = from;
      this.to = to;
    }
  }

  private void runTo(MigrationPhase phase) throws IOException {
    Moves.runTo(phase, MigrationRun.of(connection, migration(), ALONE));
    if (phase == MigrationPhase.FENCED) {
      Moves.note(connection, migration(), phase);
    }
  }

  private MigratedTable<Call> opened(Connection by, IndexSettings settings) throws IOException {
    return MigratedTable.open(by, migration(), settings);
  }

  private static Call with(int seconds) {
    return new Call(THERE.month(), THERE.phone(), THERE.start(), seconds);
  }

  private static Call plus(Call call, int seconds) {
    return new Call(call.month(), call.phone(), call.start(), call.seconds() + seconds);
  }

  /** Adds to the seconds of the record; says whether it did. */
  private static boolean add(MigratedTable<Call> table, int seconds) throws IOException {
    return table
        .update(there -> plus(there, seconds), THERE.phone(), THERE.month(), THERE.start())
        .isPresent();
  }

  private SortedSet<Call> atTheEnd() throws IOException {
    runTo(MigrationPhase.ENDED);
    return new TreeSet<>(inNew());
  }

  private void atEachCall(Way way, IndexSettings settings, Stall.Event other, Writing writing)
      throws IOException {
    assumeTrue(!BackEnd.isHBase() || BackEnd.isFull() || ON_HBASE.contains(way), "takes minutes");
    int stalls = 0;
    boolean stalled = true;
    for (int call = 0; stalled; call += Death.CALLS_APART) {
      name = BackEnd.newTableName("stalled");
      make(3);
      runTo(way.from);
      Stall stall =
          new Stall(
              call,
              () -> {
                runTo(way.to);
                other.happen();
              });
      String what = way + ", " + settings.lease() + ", stalled before call " + call;
      try (MigratedTable<Call> table = opened(WatchedConnection.of(connection, stall), settings)) {
        writing.write(table, what);
      }
      stalled = stall.happened();
      stalls += stalled ? 1 : 0;
      BackEnd.drop(connection, name);
    }
    assertThat(stalls).as("%s", way).isPositive();
  }

  /** What the writer does, and what is found then. */
  @FunctionalInterface
  private interface Writing {
    void write(MigratedTable<Call> table, String what) throws IOException;
  }

  private static List<IndexSettings> settings() {
    return BackEnd.isHBase() && !BackEnd.isFull() ? List.of(ONCE) : List.of(ALONE, ONCE);
  }

  /** Each addition that was answered counts once. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void noUpdateIsLost(Way way) throws IOException {
    for (IndexSettings settings : settings()) {
      atEachCall(
          way,
          settings,
          () -> {
            try (MigratedTable<Call> other = opened(connection, ALONE)) {
              assertThat(add(other, 100)).isTrue();
            }
          },
          (table, what) -> {
            int sum = THERE.seconds();
            Optional<IOException> failure = failure(() -> assertThat(add(table, 1)).isTrue());
            sum += failure.isEmpty() ? 1 : 0;
            Call found = found(atTheEnd(), what);
            assertThat(failure).as(what).isEmpty();
            assertThat(found.seconds() % 100).as(what).isEqualTo(sum % 100);
            assertThat(found.seconds()).as(what).isIn(sum, sum + 100);
          });
    }
  }

  private static Call found(SortedSet<Call> all, String what) {
    return found(all, THERE, what);
  }

  private static Call found(SortedSet<Call> all, Call same, String what) {
    return all.stream()
        .filter(call -> call.start() == same.start())
        .reduce(
            (a, b) -> {
              throw new AssertionError(what + ": " + a + " and " + b);
            })
        .orElseThrow();
  }

  private static Optional<IOException> failure(Stall.Event event) {
    try {
      event.happen();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  /** What was acknowledged last is there, or what was written at the same time. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void noPutIsLost(Way way) throws IOException {
    for (IndexSettings settings : settings()) {
      atEachCall(
          way,
          settings,
          () -> {
            try (MigratedTable<Call> other = opened(connection, ALONE)) {
              other.put(with(2));
            }
          },
          (table, what) -> {
            table.put(with(1));
            assertThat(found(atTheEnd(), what).seconds()).as(what).isIn(1, 2);
            try (MigratedTable<Call> later = opened(connection, ALONE)) {
              later.put(with(3));
            }
            assertThat(found(new TreeSet<>(inNew()), what).seconds()).as(what).isEqualTo(3);
          });
    }
  }

  /** Of two that put a record if it is absent one does. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void oneOfTwoIsFirst(Way way) throws IOException {
    int[] done = new int[1];
    atEachCall(
        way,
        ALONE,
        () -> {
          try (MigratedTable<Call> other = opened(connection, ALONE)) {
            done[0] = other.putIfAbsent(NEW) ? 1 : 0;
          }
        },
        (table, what) -> {
          done[0] = 0;
          boolean first = table.putIfAbsent(new Call(1, "070", 50L, 99));
          done[0] += first ? 1 : 0;
          assertThat(done[0]).as(what).isEqualTo(1);
          assertThat(atTheEnd()).as(what).hasSize(4);
        });
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void noDeletionIsLost(Way way) throws IOException {
    for (boolean conditional : new boolean[] {false, true}) {
      atEachCall(
          way,
          ALONE,
          () -> {
            try (MigratedTable<Call> other = opened(connection, ALONE)) {
              other.put(NEW);
            }
          },
          (table, what) -> {
            if (conditional) {
              assertThat(table.deleteIf(there -> true, THERE.phone(), THERE.month(), THERE.start()))
                  .as(what)
                  .isTrue();
            } else {
              table.delete(THERE);
            }
            assertThat(atTheEnd()).as(what).doesNotContain(THERE);
          });
    }
  }

  private static Call withSeconds(Call call, int seconds) {
    return new Call(call.month(), call.phone(), call.start(), seconds);
  }

  private static void mergeAll(MigratedTable<Call> table, List<Call> calls) throws IOException {
    table.mergeAll(calls, (there, one) -> plus(there, one.seconds()));
  }

  /** Each record of a batch counts once, in whichever table it is written. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void noMergeIsLost(Way way) throws IOException {
    for (IndexSettings settings : settings()) {
      atEachCall(
          way,
          settings,
          () -> {
            try (MigratedTable<Call> other = opened(connection, ALONE)) {
              mergeAll(other, List.of(with(100)));
            }
          },
          (table, what) -> {
            Call next = withSeconds(call(2), 1);
            Call added = withSeconds(NEW, 1);
            mergeAll(table, List.of(added, with(1), next, added));
            SortedSet<Call> all = atTheEnd();
            assertThat(found(all, what).seconds())
                .as(what)
                .isIn(THERE.seconds() + 1, THERE.seconds() + 101);
            assertThat(found(all, next, what).seconds()).as(what).isEqualTo(call(2).seconds() + 1);
            assertThat(found(all, added, what).seconds()).as(what).isEqualTo(2);
            assertThat(all).as(what).hasSize(4);
          });
    }
  }

  /** What another program does meanwhile. */
  @FunctionalInterface
  private interface MeanTime {
    void happen() throws IOException;
  }

  /** Lets something happen when a call for many rows is done with half of them, once. */
  private static final class Cut implements Calls {
    private final int cut;
    private final MeanTime event;
    private int calls;

    Cut(int cut, MeanTime event) {
      this.cut = cut;
      this.event = event;
    }

    @Override
    public Object pass(ServerCall call) throws IOException {
      if (call.name().equals("checkAndMutate") && call.rows() > 1 && calls++ == cut) {
        call.makePart(call.rows() / 2);
        event.happen();
      }
      return call.make();
    }

    boolean happened() {
      return calls > cut;
    }
  }

  /** When the old table becomes read-only, some rows of a batch are written there and some not. */
  @ParameterizedTest
  @EnumSource(names = {"SWITCHED_TO_FENCED", "SWITCHED_TO_ENDED", "COPYING_TO_ENDED"})
  void aBatchThatIsCutCountsOnce(Way way) throws IOException {
    int cuts = 0;
    boolean isCut = true;
    for (int call = 0; isCut; call++) {
      name = BackEnd.newTableName("cut");
      make(3);
      runTo(way.from);
      Cut cut = new Cut(call, () -> runTo(way.to));
      String what = way + ", in call " + call;
      try (MigratedTable<Call> table = opened(WatchedConnection.of(connection, cut), ONCE)) {
        List<Call> there = List.of(withSeconds(call(0), 1), with(1), withSeconds(call(2), 1));
        mergeAll(table, there);
        assertThat(table.putAllIfAbsent(List.of(NEW, with(7), call(51), call(52))))
            .as(what)
            .containsExactly(true, false, true, true);
        for (Call each : there) { // what was acknowledged is there for whoever reads
          assertThat(table.get(each.phone(), each.month(), each.start()).orElseThrow().seconds())
              .as(what)
              .isEqualTo(call((int) each.start()).seconds() + 1);
        }
      }
      assertThat(atTheEnd())
          .as(what)
          .hasSize(6)
          .contains(plus(call(0), 1), plus(THERE, 1), plus(call(2), 1), NEW, call(51), call(52));
      isCut = cut.happened();
      cuts += isCut ? 1 : 0;
      BackEnd.drop(connection, name);
    }
    assertThat(cuts).as("%s", way).isGreaterThan(1);
  }
}
