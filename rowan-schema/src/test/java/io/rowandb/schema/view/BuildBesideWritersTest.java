package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.table.ViewNotes;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows of views that are built while their source is written. */
@OnBackEnd
class BuildBesideWritersTest extends NotesWithViews {
  private interface Change {
    void make(ViewedTable<Note> table) throws IOException;
  }

  /**
   * Builds the view while another program changes records between the reading of a batch and its
   * first write, and the view's table forgets what was deleted there.
   */
  private void buildBeside(Change change) throws IOException {
    AtomicBoolean made = new AtomicBoolean();
    Connection watched =
        WatchedAdmin.of(
            connection,
            call -> {
              if (call.name().equals("batch") && made.compareAndSet(false, true)) {
                try (ViewedTable<Note> table = viewed(byAuthor())) {
                  change.make(table);
                }
                forgetDeletions(authors().name());
              }
              return call.make();
            });
    ViewPlan.of(watched, SETTINGS, notes(), List.of(byAuthor())).run();
    assertThat(made).isTrue();
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  private void forgetDeletions(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
      admin.majorCompact(table);
      while (admin.getCompactionState(table) != CompactionState.NONE) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void ofARecordThatChanges() throws IOException {
    make(10);
    buildBeside(table -> table.put(new Note(3, "somebody else", "x")));
    assertThat(of("author3")).extracting(ByAuthor::id).containsExactly(8);
    assertThat(of("somebody else")).hasSize(1);
  }

  @Test
  void ofARecordThatIsDeleted() throws IOException {
    make(10);
    buildBeside(table -> table.delete(note(3)));
    assertThat(of("author3")).extracting(ByAuthor::id).containsExactly(8);
  }

  @Test
  void ofARecordThatIsWrittenAgain() throws IOException {
    make(10);
    buildBeside(
        table -> {
          table.put(new Note(3, "author3", "new"));
          table.delete(note(8));
          table.put(note(8));
        });
    assertThat(of("author3"))
        .containsExactly(new ByAuthor("author3", 3, "new"), new ByAuthor("author3", 8, "text2"));
  }

  /**
   * A table that keeps no deletions may forget that of a row before what was read earlier is put
   * there: the build writes its rows in the chains of their sources then.
   */
  @Test
  void ofAViewWhoseTableForgets() throws IOException {
    make(10);
    RecordTable.create(connection, authors()).close();
    plan().run();
    AtomicBoolean made = new AtomicBoolean();
    Connection watched =
        WatchedAdmin.of(
            connection,
            call -> {
              if (call.name().equals("checkAndMutate") && made.compareAndSet(false, true)) {
                try (ViewedTable<Note> table = viewed(byAuthor())) {
                  table.delete(note(3));
                }
                forgetDeletions(authors().name());
              }
              return call.make();
            });
    try (ViewedTable<Note> table =
        ViewedTable.open(watched, Clock.systemUTC(), SETTINGS, notes(), List.of(byAuthor()))) {
      table.rebuild();
      assertThat(made).isTrue();
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
    assertThat(of("author3")).extracting(ByAuthor::id).containsExactly(8);
  }

  /** One program keeps the view already, and another one does not yet. */
  @Test
  void ofARecordThatTwoProgramsWriteBeforeAllKeepTheView() throws IOException {
    make(10);
    AtomicBoolean made = new AtomicBoolean();
    Connection watched =
        WatchedAdmin.of(
            connection,
            call -> {
              Object done = call.make();
              if (call.name().equals("modifyTable")
                  && isKept()
                  && made.compareAndSet(false, true)) {
                try (ViewedTable<Note> table = viewed(byAuthor());
                    Table former = connection.getTable(notes().name())) {
                  table.put(new Note(3, "somebody else", "x"));
                  table.delete(note(4));
                  former.put(notes().write(new Note(3, "author3", "by the former design")).put());
                }
              }
              return done;
            });
    ViewPlan.of(watched, SETTINGS, notes(), List.of(byAuthor())).run();
    assertThat(made).isTrue();
    assertThat(of("somebody else")).isEmpty();
    assertThat(of("author3")).contains(new ByAuthor("author3", 3, "by the former design"));
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /**
   * A mark cannot tell that a program without marks has written its row in the same millisecond.
   */
  @Test
  void ofARecordThatTwoProgramsWriteInOneMillisecond() throws IOException {
    make(10);
    AtomicBoolean made = new AtomicBoolean();
    Clock clock = Clock.fixed(Instant.now().plusSeconds(1), ZoneOffset.UTC);
    Connection watched =
        WatchedAdmin.of(
            connection,
            call -> {
              Object done = call.make();
              if (call.name().equals("modifyTable")
                  && isKept()
                  && made.compareAndSet(false, true)) {
                try (ViewedTable<Note> table =
                        ViewedTable.open(
                            connection, clock, SETTINGS, notes(), List.of(byAuthor()));
                    Table former = connection.getTable(notes().name())) {
                  table.put(new Note(3, "somebody else", "x"));
                  Put put = notes().write(note(3)).put();
                  former.put((Put) Stamped.at(put, clock.millis()).get(0));
                }
              }
              return done;
            });
    ViewPlan.of(watched, SETTINGS, notes(), List.of(byAuthor())).run();
    assertThat(made).isTrue();
    assertThat(of("author3")).extracting(ByAuthor::id).containsExactly(3, 8);
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  private boolean isKept() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return ViewNotes.isKept(admin.getDescriptor(notes().name()), authors().name());
    }
  }

  /** The deletion is younger than the records. */
  @Test
  void whereARowWasDeletedBefore() throws IOException {
    make(10);
    try (RecordTable<ByAuthor> views = RecordTable.create(connection, authors())) {
      views.put(new ByAuthor("author3", 3, "before"));
      views.delete(new ByAuthor("author3", 3, null));
    }
    plan(byAuthor()).run();
    assertThat(of("author3")).extracting(ByAuthor::id).containsExactly(3, 8);
  }

  /** As those of programs that gave versions numbers of their own. */
  @Test
  void ofRecordsFromTheBeginningOfTime() throws IOException {
    make(10);
    try (Table table = connection.getTable(notes().name())) {
      Put put = new Put(notes().key().encode(new Note(20, "author0", null)), 0);
      table.put(put.addColumn(Bytes.toBytes("n"), Bytes.toBytes("a"), Bytes.toBytes("author0")));
    }
    plan(byAuthor()).run();
    assertThat(of("author0")).extracting(ByAuthor::id).containsExactly(0, 5, 20);
  }

  /** A record may give thousands of rows. */
  @Test
  void keepsFewRowsInMemory() throws IOException {
    int rowsOfARecord = 50;
    make(300);
    AtomicInteger given = new AtomicInteger();
    AtomicInteger mostGiven = new AtomicInteger();
    View<Note, ByAuthor> wide =
        View.of(
            notes(),
            authors(),
            note -> {
              given.addAndGet(rowsOfARecord);
              return IntStream.range(0, rowsOfARecord)
                  .mapToObj(i -> new ByAuthor(note.author() + i, note.id(), note.text()))
                  .toList();
            });
    Connection watched =
        WatchedAdmin.of(
            connection,
            call -> {
              if (call.name().equals("batch")) {
                mostGiven.accumulateAndGet(given.getAndSet(0), Math::max);
              }
              return call.make();
            });
    ViewPlan.of(watched, SETTINGS, notes(), List.of(wide)).run();
    assertThat(mostGiven).hasValueBetween(1, 500 + rowsOfARecord);
    assertThat(of("author310")).hasSize(60);
  }
}
