package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Calls;
import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.ServerCall;
import io.rowandb.schema.backend.StoppedClock;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.ViewNotes;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/**
 * Who builds or repairs a view gets the answer of one of its calls late. Meanwhile others have
 * given the view up, and its table is one of its own; or what was deleted is forgotten.
 */
@OnBackEnd
class StalledRebuildTest extends NotesWithViews {
  /** Nobody waits for others, and everybody looks before each write. */
  private static final IndexSettings ALONE = IndexSettings.usual().withLease(Duration.ofNanos(1));

  private static final ByAuthor OWN = new ByAuthor("own", 1, "of the table of its own");

  /** Lets something happen behind a call, once; counts calls while the view is kept. */
  private final class Stall implements Calls {
    private final int stalled;
    private int calls;
    private List<ByAuthor> left;

    Stall(int stalled) {
      this.stalled = stalled;
    }

    @Override
    public Object pass(ServerCall call) throws IOException {
      Object answer = call.make();
      if (left == null && isKept() && calls++ == stalled) {
        left = makeItOneOfItsOwn();
      }
      return answer;
    }
  }

  private boolean isKept() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return ViewNotes.isKept(admin.getDescriptor(notes().name()), authors().name());
    }
  }

  private List<ByAuthor> makeItOneOfItsOwn() throws IOException {
    ViewPlan.of(connection, ALONE, notes(), List.of()).run();
    RecordTable.declare(connection, authors());
    try (RecordTable<ByAuthor> table = RecordTable.open(connection, authors(), ALONE)) {
      table.put(OWN);
    }
    return inView();
  }

  private List<ByAuthor> inView() throws IOException {
    try (RecordTable<ByAuthor> table = RecordTable.open(connection, authors(), ALONE)) {
      return table.all().allowFullScan().list();
    }
  }

  /** What builds or repairs the view. */
  @FunctionalInterface
  private interface Build {
    void run(Connection by) throws IOException;
  }

  /** Begins with each of its calls once; says whether that was behind its end. */
  private boolean isLeftAlone(int call, Build build) throws IOException {
    Stall stall = new Stall(call);
    try {
      build.run(WatchedConnection.of(connection, stall));
    } catch (ChangedDesignException e) {
      assertThat(e).hasMessageContaining(authors().name().getNameAsString());
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("was given up or begun again while it was built");
    }
    if (stall.left != null) {
      assertThat(stall.left).contains(OWN);
      assertThat(inView()).as("stalled behind call %d", call).isEqualTo(stall.left);
    }
    BackEnd.drop(connection, name);
    return stall.left == null;
  }

  @Test
  void aRepairLeavesATableOfItsOwnAlone() throws IOException {
    int call = 0;
    for (boolean ended = false; !ended; call += Death.CALLS_APART) {
      name = BackEnd.newTableName("notes");
      make(5);
      ViewPlan.of(connection, ALONE, notes(), List.of(byAuthor())).run();
      try (RecordTable<ByAuthor> view =
          RecordTable.open(connection, authors().asViewOf(notes().name()), ALONE)) {
        view.delete(new ByAuthor("author3", 3, null)); // is lacking
        view.put(new ByAuthor("author8", 8, "no record gives it"));
      }
      ended =
          isLeftAlone(
              call,
              by -> {
                try (ViewedTable<Note> table =
                    ViewedTable.open(by, Clock.systemUTC(), ALONE, notes(), List.of(byAuthor()))) {
                  table.rebuild();
                }
              });
    }
    assertThat(call).as("some call is stalled").isGreaterThan(Death.CALLS_APART);
  }

  /** Each record gives more rows than go into one call. */
  private View<Note, ByAuthor> wide() {
    return View.of(
        notes(),
        authors(),
        note ->
            IntStream.range(0, 600)
                .mapToObj(i -> new ByAuthor(note.author() + i, note.id(), note.text()))
                .toList());
  }

  @Test
  void aBuildLeavesATableOfItsOwnAlone() throws IOException {
    int call = 0;
    for (boolean ended = false; !ended; call += Death.CALLS_APART) {
      name = BackEnd.newTableName("notes");
      make(3);
      ended = isLeftAlone(call, by -> ViewPlan.of(by, ALONE, notes(), List.of(wide())).run());
    }
    assertThat(call).as("some call is stalled").isGreaterThan(Death.CALLS_APART);
  }

  private void forgetDeletions(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      ColumnFamilyDescriptor family = admin.getDescriptor(table).getColumnFamilies()[0];
      admin.modifyColumnFamily(
          table,
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setConfiguration("hbase.hstore.time.to.purge.deletes", "0")
              .build());
      admin.flush(table);
      admin.majorCompact(table);
      while (admin.getCompactionState(table) != CompactionState.NONE) {
        Thread.onSpinWait();
      }
    }
  }

  /** The clock of the processor stands still meanwhile, and that of the day does not. */
  @Test
  void aComputerSleepsUntilDeletionsAreForgotten() throws IOException {
    make(10);
    StoppedClock clock = new StoppedClock();
    AtomicBoolean slept = new AtomicBoolean();
    Connection sleepy =
        WatchedConnection.of(
            connection,
            call -> {
              Object answer = call.make();
              boolean isRead = call.name().equals("next") && answer != null;
              if (isRead && isKept() && slept.compareAndSet(false, true)) {
                try (ViewedTable<Note> table = viewed(byAuthor())) {
                  table.delete(note(3));
                }
                forgetDeletions(authors().name());
                clock.pass(Duration.ofHours(5));
              }
              return answer;
            });
    IndexSettings settings = new IndexSettings(clock, Duration.ofHours(1), Duration.ofNanos(1));
    ViewPlan.of(sleepy, settings, notes(), List.of(byAuthor())).run();
    assertThat(slept).isTrue();
    assertThat(of("author3")).extracting(ByAuthor::id).containsExactly(8);
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }
}
