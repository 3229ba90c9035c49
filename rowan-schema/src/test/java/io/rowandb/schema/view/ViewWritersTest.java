package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.pattern.AsyncRecordTable;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Who may write and read tables that know their views. */
@OnBackEnd
class ViewWritersTest extends NotesWithViews {
  /** Programs that lack the view read the source, and write neither it nor the view. */
  @Test
  void whoLacksTheViewDoesNotWrite() throws Exception {
    make(10);
    plan(byAuthor()).run();
    try (RecordTable<Note> reader = open(notes())) {
      assertThat(reader.get(3)).contains(note(3));
      assertThat(reader.all().limit(4).list()).hasSize(4);
      List<ThrowingCallable> writes =
          List.of(
              () -> reader.put(note(1)),
              () -> reader.putAll(List.of(note(1))),
              () -> reader.load(Stream.of(note(1))),
              () -> reader.delete(note(1)));
      for (ThrowingCallable write : writes) {
        assertThatThrownBy(write)
            .isInstanceOf(ChangedDesignException.class)
            .hasMessageContaining("has view " + name + "_authors, which this program lacks");
      }
    }
    try (RecordTable<ByAuthor> view = open(authors())) {
      assertThatThrownBy(() -> view.put(new ByAuthor("author1", 1, "mine")))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("is a view of " + name);
      assertThatThrownBy(() -> view.delete(new ByAuthor("author1", 1, "text1")))
          .isInstanceOf(ChangedDesignException.class);
    }
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncRecordTable<Note> table = AsyncRecordTable.open(async, notes(), SETTINGS);
      assertThat(table.get(3).get()).contains(note(3));
      assertThatThrownBy(() -> table.put(note(3)).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(ChangedDesignException.class);
    }
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** Calls that do not wait write the same, and are refused the same. */
  @Test
  void anAsynchronousProgram() throws Exception {
    ViewedTable.openOrCreate(connection, notes(), byAuthor()).close();
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncViewedTable<Note> table = AsyncViewedTable.open(async, notes(), byAuthor());
      table.load(IntStream.range(0, 600).mapToObj(ViewPlanTest::note).toList()).get();
      table.putAll(List.of(new Note(1, "ada", "x"), new Note(2, "ada", "y"))).get();
      table.put(new Note(1, "ada", "z")).get();
      table.delete(note(2)).get();
      assertThat(table.records().get(1).get()).contains(new Note(1, "ada", "z"));
      assertThat(of("ada")).containsExactly(new ByAuthor("ada", 1, "z"));
      assertThat(of("author3")).hasSize(120);
      AsyncViewedTable<Note> other = AsyncViewedTable.open(async, notes(), byAuthor(), byText());
      assertThatThrownBy(() -> other.put(note(1)).get())
          .hasCauseInstanceOf(ChangedDesignException.class);
    }
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      table.putAll(List.of(note(1), note(2), note(700)));
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** As programs did before tables knew their views: nobody is refused. */
  @Test
  void tablesThatKnowNothing() throws IOException {
    make(10);
    RecordTable.create(connection, authors()).close();
    try (ViewedTable<Note> table = viewed(byAuthor());
        RecordTable<Note> plain = open(notes())) {
      table.rebuild();
      plain.put(new Note(50, "author1", "beside"));
      assertThat(of("author1")).hasSize(2);
      table.rebuild();
      assertThat(of("author1")).hasSize(3);
      plan(byAuthor()).run();
      assertThatThrownBy(() -> plain.put(note(51))).isInstanceOf(ChangedDesignException.class);
      table.put(note(51));
      assertThat(of("author1")).hasSize(4);
    }
  }

  /** Who has an index may mend it, also of tables that it may not write. */
  @Test
  void indexesOfTablesThatOthersWrite() throws IOException {
    make(10);
    plan(byAuthor()).run();
    TableDesign<Note> indexed = indexed();
    UpgradePlan.of(connection, indexed, SETTINGS).run();
    try (RecordTable<Note> table = open(indexed)) {
      assertThat(table.repairIndex("byText").isComplete()).isTrue();
      assertThat(table.where(Note::text).is("text1").list()).hasSize(3);
      assertThatThrownBy(() -> table.put(note(1))).isInstanceOf(ChangedDesignException.class);
    }
    View<Note, ByAuthor> ofIndexed = byAuthorOf(indexed);
    try (ViewedTable<Note> table = viewedOf(indexed, ofIndexed)) {
      table.put(new Note(4, "author4", "text1"));
      assertThat(table.records().where(Note::text).is("text1").list()).hasSize(3);
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** A get of a table that is no view needs no master, however old what is known of it. */
  @Test
  void aGetAsksNoMaster() throws IOException {
    make(3);
    AtomicInteger asked = new AtomicInteger();
    Connection watched =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  asked.addAndGet(method.getName().equals("getAdmin") ? 1 : 0);
                  return method.getName().equals("hashCode")
                      ? System.identityHashCode(proxy)
                      : method.invoke(connection, arguments);
                });
    IndexSettings always = IndexSettings.usual().withLease(Duration.ofNanos(1));
    try (RecordTable<Note> table = RecordTable.open(watched, notes(), always)) {
      int before = asked.get();
      assertThat(before).isPositive();
      assertThat(table.get(1)).contains(note(1));
      assertThat(table.getAll(List.of(List.of(1), List.of(2)))).hasSize(2);
      assertThat(asked).hasValue(before);
    }
  }

  private View<Note, ByAuthor> failing() {
    return View.of(
        notes(),
        authors(),
        note -> {
          throw new IllegalArgumentException("not " + note.id());
        });
  }

  /** It was not there when its reader opened it. */
  @Test
  void aReaderThatWasThereBefore() throws IOException {
    make(3);
    try (RecordTable<ByAuthor> reader = open(authors())) {
      assertThatThrownBy(() -> plan(failing()).run()).hasMessageContaining("not ");
      assertThatThrownBy(() -> reader.get("author1", 1)).isInstanceOf(UnservedReadException.class);
      assertThatThrownBy(() -> reader.getAll(List.of(List.of("author1", 1))))
          .isInstanceOf(UnservedReadException.class);
      assertThatThrownBy(() -> reader.all().limit(1).list())
          .isInstanceOf(UnservedReadException.class);
    }
  }

  /** What follows the rows that stay is completed before others are written, or nothing is. */
  @Test
  void whatARowThatStaysLacksComesFirst() throws IOException {
    make(1);
    plan(byAuthor()).run();
    AtomicInteger refused = new AtomicInteger();
    View<Note, ByAuthor> view =
        View.of(
            notes(),
            authors(),
            note -> {
              if (note.id() == refused.get()) {
                throw new IllegalArgumentException("not " + note.id());
              }
              return List.of(new ByAuthor(note.author(), note.id(), note.text()));
            });
    int failed = 0;
    boolean hasDied = true;
    for (int id = 2; hasDied; id++) {
      refused.set(0);
      Death death = new Death(id - 2, Death.Moment.AFTER);
      try (ViewedTable<Note> dying =
          ViewedTable.open(
              io.rowandb.schema.backend.WatchedConnection.of(connection, death),
              Clock.systemUTC(),
              SETTINGS,
              notes(),
              List.of(view))) {
        dying.put(note(id));
      } catch (Death.ClientDied e) {
        assertThat(death.happened()).isTrue();
      }
      hasDied = death.happened();
      refused.set(id);
      try (ViewedTable<Note> table = viewed(view)) {
        boolean isThere = table.records().get(id).isPresent();
        List<Note> both = List.of(note(1_000 + id), note(id));
        try {
          assertThat(table.putAllIfAbsent(both)).containsExactly(true, false);
        } catch (IllegalArgumentException e) {
          failed += isThere ? 1 : 0;
          assertThat(table.records().get(1_000 + id)).as("behind call %d", id - 2).isEmpty();
        }
      }
    }
    assertThat(failed).isPositive();
  }

  /** A write that the view's table refuses is refused before anything is written. */
  @Test
  void aProgramThatLacksAnIndexOfTheView() throws IOException {
    make(10);
    plan(byAuthor()).run();
    TableDesign<ByAuthor> indexed =
        TableDesign.of(name + "_authors", ByAuthor.class)
            .key(key -> key.part(ByAuthor::author).part(ByAuthor::id))
            .family("p")
            .column(ByAuthor::text, "p:x")
            .index("byText", index -> index.on(key -> key.part(ByAuthor::text)))
            .build();
    View<Note, ByAuthor> ofIndexed =
        View.of(
            notes(), indexed, note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
    try (ViewedTable<Note> former = viewed(byAuthor())) {
      former.put(note(1));
      plan(ofIndexed).run();
      assertThatThrownBy(() -> former.put(new Note(1, "ada", "new")))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("byText");
      assertThatThrownBy(() -> former.delete(note(2))).isInstanceOf(ChangedDesignException.class);
      assertThatThrownBy(() -> former.load(Stream.of(note(99))))
          .isInstanceOf(ChangedDesignException.class);
    }
    try (ViewedTable<Note> table = viewed(ofIndexed)) {
      assertThat(table.records().get(1)).contains(note(1));
      assertThat(table.records().get(2)).contains(note(2));
      assertThat(table.records().get(99)).isEmpty();
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** Its source is gone: who says so has the table for other use. */
  @Test
  void aViewWhoseSourceIsGone() throws IOException {
    make(10);
    plan(byAuthor()).run();
    RecordTable.declare(connection, authors());
    try (RecordTable<ByAuthor> view = open(authors())) {
      assertThatThrownBy(() -> view.put(new ByAuthor("a", 1, "t")))
          .as("it is kept")
          .isInstanceOf(ChangedDesignException.class);
    }
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(TableName.valueOf(name));
      admin.deleteTable(TableName.valueOf(name));
    }
    RecordTable.declare(connection, authors());
    try (RecordTable<ByAuthor> own = open(authors())) {
      own.put(new ByAuthor("a", 1, "t"));
      assertThat(own.get("a", 1)).isPresent();
    }
  }
}
