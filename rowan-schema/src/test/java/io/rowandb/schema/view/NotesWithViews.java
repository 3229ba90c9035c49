package io.rowandb.schema.view;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;

/** Notes with views by author and by text, as plans make and programs write them. */
abstract class NotesWithViews {
  record Note(int id, String author, String text) {}

  record ByAuthor(String author, int id, String text) {}

  record ByText(String text, int id) {}

  static final IndexSettings SETTINGS = IndexSettings.usual().withLease(Duration.ofMillis(40));

  /** Much longer than any pause of a machine between a writer's look and its row. */
  static final IndexSettings BESIDE_OTHERS = IndexSettings.usual().withLease(Duration.ofSeconds(2));

  Connection connection;

  /** Of the source; those of the views begin with it. */
  String name = BackEnd.newTableName("notes");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  TableDesignBuilder<Note> columns(String table) {
    return TableDesign.of(table, Note.class)
        .key(key -> key.part(Note::id))
        .family("n")
        .column(Note::author, "n:a")
        .column(Note::text, "n:x");
  }

  TableDesign<Note> notes() {
    return columns(name).build();
  }

  /** The same with an index. */
  TableDesign<Note> indexed() {
    return columns(name).index("byText", index -> index.on(key -> key.part(Note::text))).build();
  }

  TableDesign<ByAuthor> authors() {
    return TableDesign.of(name + "_authors", ByAuthor.class)
        .key(key -> key.part(ByAuthor::author).part(ByAuthor::id))
        .family("p")
        .column(ByAuthor::text, "p:x")
        .build();
  }

  TableDesign<ByText> texts() {
    return TableDesign.of(name + "_texts", ByText.class)
        .key(key -> key.part(ByText::text).part(ByText::id))
        .family("t")
        .build();
  }

  View<Note, ByAuthor> byAuthor() {
    return byAuthorOf(notes());
  }

  View<Note, ByAuthor> byAuthorOf(TableDesign<Note> design) {
    return View.of(
        design, authors(), note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
  }

  View<Note, ByText> byText() {
    return View.of(notes(), texts(), note -> List.of(new ByText(note.text(), note.id())));
  }

  static Note note(int i) {
    return new Note(i, "author" + i % 5, "text" + i % 3);
  }

  @SafeVarargs
  final ViewPlan<Note> plan(View<Note, ?>... views) throws IOException {
    List<View<Note, ?>> all = new ArrayList<>();
    for (View<Note, ?> view : views) {
      all.add(view);
    }
    return ViewPlan.of(connection, SETTINGS, notes(), all);
  }

  @SafeVarargs
  final ViewedTable<Note> viewed(View<Note, ?>... views) throws IOException {
    List<View<Note, ?>> all = new ArrayList<>();
    for (View<Note, ?> view : views) {
      all.add(view);
    }
    return ViewedTable.open(connection, Clock.systemUTC(), SETTINGS, notes(), all);
  }

  <R> RecordTable<R> open(TableDesign<R> design) throws IOException {
    return RecordTable.open(connection, design, SETTINGS);
  }

  void make(int count) throws IOException {
    try (RecordTable<Note> table = RecordTable.create(connection, notes())) {
      table.load(IntStream.range(0, count).mapToObj(ViewPlanTest::note));
    }
  }

  List<ByAuthor> of(String author) throws IOException {
    try (RecordTable<ByAuthor> table = open(authors())) {
      return table.where(ByAuthor::author).is(author).list();
    }
  }

  ViewedTable<Note> viewedOf(TableDesign<Note> design, View<Note, ?> view) throws IOException {
    return ViewedTable.open(connection, Clock.systemUTC(), SETTINGS, design, List.of(view));
  }
}
