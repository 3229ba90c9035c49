package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.BackEnd;
import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.OnBackEnd;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.AsyncRecordTable;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.pattern.UpgradePlan;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables know their views: who may write them, and when they are read. */
@OnBackEnd
class ViewPlanTest {
  record Note(int id, String author, String text) {}

  record ByAuthor(String author, int id, String text) {}

  record ByText(String text, int id) {}

  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(40));

  /** Much longer than any pause of a machine between a writer's look and its row. */
  private static final IndexSettings BESIDE_OTHERS =
      IndexSettings.usual().withLease(Duration.ofSeconds(2));

  private Connection connection;
  private String name = BackEnd.newTableName("notes");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesign<Note> notes() {
    return TableDesign.of(name, Note.class)
        .key(key -> key.part(Note::id))
        .family("n")
        .column(Note::author, "n:a")
        .column(Note::text, "n:x")
        .build();
  }

  private TableDesign<ByAuthor> authors() {
    return TableDesign.of(name + "_authors", ByAuthor.class)
        .key(key -> key.part(ByAuthor::author).part(ByAuthor::id))
        .family("p")
        .column(ByAuthor::text, "p:x")
        .build();
  }

  private TableDesign<ByText> texts() {
    return TableDesign.of(name + "_texts", ByText.class)
        .key(key -> key.part(ByText::text).part(ByText::id))
        .family("t")
        .build();
  }

  private View<Note, ByAuthor> byAuthor() {
    return View.of(
        notes(), authors(), note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
  }

  private View<Note, ByText> byText() {
    return View.of(notes(), texts(), note -> List.of(new ByText(note.text(), note.id())));
  }

  private static Note note(int i) {
    return new Note(i, "author" + i % 5, "text" + i % 3);
  }

  @SafeVarargs
  private ViewPlan<Note> plan(View<Note, ?>... views) throws IOException {
    List<View<Note, ?>> all = new ArrayList<>();
    for (View<Note, ?> view : views) {
      all.add(view);
    }
    return ViewPlan.of(connection, SETTINGS, notes(), all);
  }

  @SafeVarargs
  private ViewedTable<Note> viewed(View<Note, ?>... views) throws IOException {
    List<View<Note, ?>> all = new ArrayList<>();
    for (View<Note, ?> view : views) {
      all.add(view);
    }
    return ViewedTable.open(connection, Clock.systemUTC(), SETTINGS, notes(), all);
  }

  private <R> RecordTable<R> open(TableDesign<R> design) throws IOException {
    return RecordTable.open(connection, design, SETTINGS);
  }

  private void make(int count) throws IOException {
    try (RecordTable<Note> table = RecordTable.create(connection, notes())) {
      table.load(IntStream.range(0, count).mapToObj(ViewPlanTest::note));
    }
  }

  private List<ByAuthor> of(String author) throws IOException {
    try (RecordTable<ByAuthor> table = open(authors())) {
      return table.where(ByAuthor::author, author).list();
    }
  }

  @Test
  void aViewComes() throws IOException {
    make(30);
    ViewPlan<Note> plan = plan(byAuthor());
    assertThat(plan.steps())
        .containsExactly(
            "make table " + name + "_authors",
            "keep view " + name + "_authors",
            "note the design in the tables",
            "build view " + name + "_authors from 30 records");
    assertThat(plan.rows()).isEqualTo(30);
    assertThat(plan.run()).singleElement().extracting(ViewCounts::missing).isEqualTo(30L);
    assertThat(of("author2")).hasSize(6);
    assertThat(plan(byAuthor()).isEmpty()).isTrue();
    assertThat(plan(byAuthor())).hasToString("table " + name + " and its views: nothing to do");
    assertThat(plan(byAuthor()).run()).isEmpty();
    assertThatThrownBy(plan::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("make another");
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      table.put(new Note(31, "author2", "new"));
      table.delete(note(2));
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
    assertThat(of("author2")).hasSize(6).contains(new ByAuthor("author2", 31, "new"));
  }

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

  @Test
  void tablesThatAreMadeAtOnce() throws IOException {
    try (ViewedTable<Note> table =
        ViewedTable.openOrCreate(connection, notes(), byAuthor(), byText())) {
      table.load(IntStream.range(0, 20).mapToObj(ViewPlanTest::note));
    }
    assertThat(of("author3")).hasSize(4);
    try (ViewedTable<Note> again =
        ViewedTable.openOrCreate(connection, notes(), byAuthor(), byText())) {
      assertThat(again.verify()).allMatch(ViewCounts::isClean);
    }
    assertThatThrownBy(() -> ViewedTable.openOrCreate(connection, notes(), byAuthor()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give up view " + name + "_texts");
    try (ViewedTable<Note> less = viewed(byAuthor())) {
      assertThatThrownBy(() -> less.put(note(1)))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining(name + "_texts");
      assertThatThrownBy(() -> less.delete(note(1))).isInstanceOf(ChangedDesignException.class);
    }
    try (ViewedTable<Note> all = viewed(byAuthor(), byText())) {
      assertThat(all.repair(Duration.ZERO).pending()).as("what a refused delete left").isZero();
      assertThat(all.verify()).allMatch(ViewCounts::isClean);
    }
    assertThat(plan(byAuthor(), byText()).isEmpty()).isTrue();
  }

  @Test
  void oneMoreView() throws IOException {
    make(10);
    plan(byAuthor()).run();
    assertThatThrownBy(() -> viewed(byAuthor(), byText()))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining(name + "_texts is not among them");
    try (ViewedTable<Note> former = viewed(byAuthor())) {
      former.put(note(11));
      ViewPlan<Note> plan = plan(byAuthor(), byText());
      assertThat(plan.steps())
          .contains("build view " + name + "_texts from 11 records")
          .doesNotContain("build view " + name + "_authors from 11 records");
      plan.run();
      assertThatThrownBy(() -> former.put(note(12))).isInstanceOf(ChangedDesignException.class);
    }
    try (ViewedTable<Note> table = viewed(byAuthor(), byText())) {
      table.put(note(12));
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** Nobody reads it any more when the first program without it may write. */
  @Test
  void aViewGoesAndComesBack() throws IOException {
    make(10);
    plan(byAuthor(), byText()).run();
    try (RecordTable<ByText> reader = open(texts())) {
      assertThat(reader.where(ByText::text, "text1").list()).hasSize(3);
      ViewPlan<Note> plan = plan(byAuthor());
      assertThat(plan.steps()).anyMatch(step -> step.startsWith("give up view " + name + "_texts"));
      plan.run();
      assertThatThrownBy(() -> reader.where(ByText::text, "text1").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("was given up");
      assertThatThrownBy(() -> reader.get("text1", 1)).isInstanceOf(UnservedReadException.class);
    }
    assertThat(plan(byAuthor()).isEmpty()).isTrue();
    assertThatThrownBy(() -> viewed(byAuthor(), byText()))
        .isInstanceOf(ChangedDesignException.class);
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      table.put(new Note(1, "author1", "changed"));
      table.delete(note(4));
    }
    plan(byAuthor(), byText()).run();
    try (RecordTable<ByText> reader = open(texts())) {
      assertThat(reader.where(ByText::text, "text1").list())
          .containsExactly(new ByText("text1", 7));
      assertThat(reader.where(ByText::text, "changed").list()).hasSize(1);
    }
    plan().run();
    try (RecordTable<Note> table = open(notes())) {
      table.put(note(4));
    }
    assertThatThrownBy(() -> of("author1")).isInstanceOf(UnservedReadException.class);
  }

  /** What a program of the former design wrote is in the view, and its next write is refused. */
  @Test
  void besideWritersOfTheFormerDesign() throws Exception {
    make(200);
    AtomicBoolean ended = new AtomicBoolean();
    Set<Note> written = new HashSet<>();
    ExecutorService former = Executors.newSingleThreadExecutor();
    try (Connection other = ConnectionFactory.createConnection(connection.getConfiguration());
        RecordTable<Note> table = RecordTable.open(other, notes(), BESIDE_OTHERS)) {
      Future<Exception> refusal =
          former.submit(
              () -> {
                for (int i = 0; !ended.get(); i++) {
                  Note note = new Note(1_000 + i % 300, "late", "text" + i % 3);
                  try {
                    table.put(note);
                    written.add(note);
                    table.delete(note(i % 100));
                  } catch (ChangedDesignException e) {
                    return e;
                  }
                }
                return null;
              });
      ViewPlan.of(connection, BESIDE_OTHERS, notes(), List.of(byAuthor())).run();
      ended.set(true);
      assertThat(refusal.get()).isInstanceOf(ChangedDesignException.class);
    } finally {
      former.shutdownNow();
    }
    assertThat(written).isNotEmpty();
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** Wherever it dies: what is left is in the next plan, and no read is wrong before. */
  @Test
  void killedAnywhere() throws IOException {
    int deaths = 0;
    for (Death.Moment moment : List.of(Death.Moment.BEFORE, Death.Moment.AFTER)) {
      boolean died = true;
      for (int call = moment.firstCall(Death.CALLS_APART); died; call += Death.CALLS_APART) {
        name = BackEnd.newTableName("mortal");
        make(10);
        if (call % 2 == 0) {
          plan(byText()).run();
        }
        Death death = new Death(call, moment);
        try {
          ViewPlan.of(WatchedAdmin.of(connection, death), SETTINGS, notes(), List.of(byAuthor()))
              .run();
        } catch (Death.ClientDied e) {
          assertThat(death.happened()).isTrue();
        }
        died = death.happened();
        deaths += died ? 1 : 0;
        checkView(death);
        plan(byAuthor()).run();
        assertThat(plan(byAuthor()).isEmpty()).as("%s", death).isTrue();
        assertThat(of("author1")).as("%s", death).hasSize(2);
        try (ViewedTable<Note> table = viewed(byAuthor())) {
          assertThat(table.verify()).as("%s", death).allMatch(ViewCounts::isClean);
        }
        drop();
      }
    }
    assertThat(deaths).isGreaterThan(2 * 10 / Death.CALLS_APART);
  }

  /** A view answers all or nothing, and what a writer of none writes does not make it wrong. */
  private void checkView(Death death) throws IOException {
    try {
      assertThat(of("author1")).as("%s", death).hasSize(2);
      try (RecordTable<Note> former = open(notes())) {
        former.put(new Note(100, "author1", "x"));
        assertThat(of("author1")).as("%s, and a write behind it", death).hasSize(3);
      }
    } catch (UnservedReadException
        | IOException
        | UncheckedIOException
        | ChangedDesignException e) {
      assertThat(e.getMessage()).as("%s", death).contains(name);
    }
  }

  private void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        if (table.getNameAsString().startsWith(name)) {
          admin.disableTable(table);
          admin.deleteTable(table);
        }
      }
    }
  }

  /** Reads of the view say why, until the function is mended. */
  @Test
  void aFunctionThatThrows() throws IOException {
    make(10);
    View<Note, ByAuthor> broken =
        View.of(
            notes(),
            authors(),
            note -> {
              if (note.id() == 7) {
                throw new IllegalArgumentException("seven");
              }
              return List.of(new ByAuthor(note.author(), note.id(), note.text()));
            });
    assertThatThrownBy(() -> plan(broken).run()).hasMessageContaining("seven");
    assertThatThrownBy(() -> of("author1"))
        .isInstanceOf(UnservedReadException.class)
        .hasMessageContaining("seven");
    plan(byAuthor()).run();
    assertThat(of("author1")).hasSize(2);
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

  /** A view that comes back, or that is of a table made anew, is built whatever it has. */
  @Test
  void aSourceThatIsMadeAnew() throws IOException {
    make(10);
    plan(byAuthor()).run();
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(TableName.valueOf(name));
      admin.deleteTable(TableName.valueOf(name));
    }
    try (RecordTable<Note> table = RecordTable.create(connection, notes())) {
      table.put(new Note(1, "ada", "new"));
    }
    assertThatThrownBy(() -> ViewedTable.openOrCreate(connection, notes(), byAuthor()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("build view " + name + "_authors from 1 records");
    plan(byAuthor()).run();
    assertThat(of("ada")).hasSize(1);
    assertThat(of("author1")).isEmpty();
  }

  /** Nothing is given up or built by a program that only opens its tables. */
  @Test
  void openingUpgradesNothing() throws IOException {
    TableDesign<Note> indexed =
        TableDesign.of(name, Note.class)
            .key(key -> key.part(Note::id))
            .family("n")
            .column(Note::author, "n:a")
            .column(Note::text, "n:x")
            .index("byText", index -> index.on(key -> key.part(Note::text)))
            .build();
    View<Note, ByAuthor> ofIndexed =
        View.of(
            indexed,
            authors(),
            note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
    try (ViewedTable<Note> table = ViewedTable.openOrCreate(connection, indexed, ofIndexed)) {
      table.put(note(1));
    }
    assertThatThrownBy(() -> ViewedTable.openOrCreate(connection, notes(), byAuthor()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give up index byText");
    try (ViewedTable<Note> table = ViewedTable.openOrCreate(connection, indexed, ofIndexed)) {
      assertThat(table.records().where(Note::text, "text1").list()).hasSize(1);
    }
  }

  /** Who has an index may mend it, also of tables that it may not write. */
  @Test
  void indexesOfTablesThatOthersWrite() throws IOException {
    make(10);
    plan(byAuthor()).run();
    TableDesign<Note> indexed =
        TableDesign.of(name, Note.class)
            .key(key -> key.part(Note::id))
            .family("n")
            .column(Note::author, "n:a")
            .column(Note::text, "n:x")
            .index("byText", index -> index.on(key -> key.part(Note::text)))
            .build();
    UpgradePlan.of(connection, indexed, SETTINGS).run();
    try (RecordTable<Note> table = open(indexed)) {
      assertThat(table.repairIndex("byText").isComplete()).isTrue();
      assertThat(table.where(Note::text, "text1").list()).hasSize(3);
      assertThatThrownBy(() -> table.put(note(1))).isInstanceOf(ChangedDesignException.class);
    }
    View<Note, ByAuthor> ofIndexed =
        View.of(
            indexed,
            authors(),
            note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
    try (ViewedTable<Note> table = viewedOf(indexed, ofIndexed)) {
      table.put(new Note(4, "author4", "text1"));
      assertThat(table.records().where(Note::text, "text1").list()).hasSize(3);
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  private ViewedTable<Note> viewedOf(TableDesign<Note> design, View<Note, ?> view)
      throws IOException {
    return ViewedTable.open(connection, Clock.systemUTC(), SETTINGS, design, List.of(view));
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

  /** A table is the view of one other. */
  @Test
  void aViewOfAnotherTable() throws IOException {
    make(3);
    plan(byAuthor()).run();
    TableDesign<Note> others =
        TableDesign.of(name + "_others", Note.class)
            .key(key -> key.part(Note::id))
            .family("n")
            .column(Note::author, "n:a")
            .column(Note::text, "n:x")
            .build();
    RecordTable.create(connection, others).close();
    View<Note, ByAuthor> stolen = View.of(others, authors(), note -> List.of());
    assertThatThrownBy(() -> ViewPlan.of(connection, SETTINGS, others, List.of(stolen)))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("declared: of " + name + "_others");
    assertThatThrownBy(() -> ViewedTable.open(connection, others, stolen))
        .isInstanceOf(ChangedDesignException.class);
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

  /** Rows that are no view's do not go because a program opens its tables. */
  @Test
  void aTableThatHasRowsOfItsOwn() throws IOException {
    try (RecordTable<ByAuthor> own = RecordTable.create(connection, authors())) {
      own.put(new ByAuthor("me", 1, "mine"));
    }
    String step = "make table " + name + "_authors a view: of its 1 rows those go";
    assertThatThrownBy(() -> ViewedTable.openOrCreate(connection, notes(), byAuthor()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(step);
    assertThat(of("me")).hasSize(1);
    ViewPlan<Note> plan = plan(byAuthor());
    assertThat(plan.steps()).anyMatch(each -> each.startsWith(step));
    plan.run();
    assertThat(of("me")).isEmpty();
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

  /** The table is in use while its plan is read by people. */
  @Test
  void recordsThatComeBehindThePlan() throws IOException {
    make(10);
    TableDesign<Note> indexed =
        TableDesign.of(name, Note.class)
            .key(key -> key.part(Note::id))
            .family("n")
            .column(Note::author, "n:a")
            .column(Note::text, "n:x")
            .index("byText", index -> index.on(key -> key.part(Note::text)))
            .build();
    View<Note, ByAuthor> view =
        View.of(
            indexed,
            authors(),
            note -> List.of(new ByAuthor(note.author(), note.id(), note.text())));
    ViewPlan<Note> plan = ViewPlan.of(connection, SETTINGS, indexed, List.of(view));
    try (RecordTable<Note> former = open(notes())) {
      former.put(note(10));
    }
    plan.run();
    try (ViewedTable<Note> table = viewedOf(indexed, view)) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
      assertThat(table.records().where(Note::text, "text1").list()).hasSize(4);
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

  /** A name that ends as other attributes do is a name. */
  @Test
  void namesOfViewsAreNotTakenForOthers() throws IOException {
    TableDesign<ByAuthor> odd =
        TableDesign.of(name + ".records", ByAuthor.class)
            .key(key -> key.part(ByAuthor::author).part(ByAuthor::id))
            .family("p")
            .column(ByAuthor::text, "p:x")
            .build();
    View<Note, ByAuthor> view = View.of(notes(), odd, note -> List.of());
    ViewedTable.openOrCreate(connection, notes(), view).close();
    assertThat(NotedDesigns.of(connection, TableName.valueOf(name))).hasSize(1);
  }
}
