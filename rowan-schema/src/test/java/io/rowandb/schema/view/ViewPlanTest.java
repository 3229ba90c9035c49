package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.pattern.notes.ViewStates;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.ViewNotes;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plans by which tables come to know their views: what they do, and what is left when they die. */
@OnBackEnd
@Tag("slow")
class ViewPlanTest extends NotesWithViews {
  private static final Path PAGE = Path.of("..", "docs", "views.md");

  /** The plan is printed as the page shows it. */
  @Test
  void aViewComes() throws IOException {
    make(30);
    ViewPlan<Note> plan = plan(byAuthor());
    assertThat(plan.steps())
        .containsExactly(
            "make table " + name + "_authors",
            "keep view " + name + "_authors",
            "keep deletions of table " + name + " for 4 hours",
            "note the design in the tables",
            "build view " + name + "_authors from 30 records");
    String shown = plan.toString().replace(name + "_authors", "authors").replace(name, "notes");
    assertThat(PAGE).content().contains("```\n" + shown.replace(" 30 ", " 48,000 ") + "\n```");
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

  /** What was built before is not looked at again, unless somebody asks for all. */
  @Test
  void aBuildGoesOnWhereItWas() throws IOException {
    make(20);
    Death death = new Death(0, Death.Moment.BEFORE);
    Connection mortal =
        WatchedAdmin.of(
            connection, call -> call.name().equals("batch") ? death.pass(call) : call.make());
    assertThatThrownBy(() -> ViewPlan.of(mortal, SETTINGS, notes(), List.of(byAuthor())).run())
        .isInstanceOf(Death.ClientDied.class);
    TableName view = authors().name();
    String build = ViewStates.build(connection, notes().name(), view).orElseThrow();
    assertThat(ViewStates.reached(connection, view, build).orElseThrow().row()).isEmpty();
    byte[] row = notes().key().encode(note(9));
    ViewStates.noteReached(
        connection, notes().name(), view, build, new ViewNotes.Reached(true, row));
    ViewStates.noteReached(
        connection, notes().name(), view, "another", new ViewNotes.Reached(true, new byte[0]));
    plan(byAuthor()).run();
    assertThat(of("author1")).extracting(ByAuthor::id).containsExactly(11, 16);
    assertThat(ViewStates.reached(connection, view, build)).isEmpty();
    try (ViewedTable<Note> table = viewed(byAuthor())) {
      assertThat(table.rebuild()).singleElement().extracting(ViewCounts::missing).isEqualTo(10L);
    }
    assertThat(of("author1")).hasSize(4);
    assertThatThrownBy(() -> plan(byAuthor()).run(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0");
  }

  @Test
  void aBuildIsNoFasterThanItMayBe() throws IOException {
    make(1_200);
    long began = System.nanoTime();
    plan(byAuthor()).run(1_000);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(1));
    assertThat(of("author1")).hasSize(240);
  }

  /** Nobody reads it any more when the first program without it may write. */
  @Test
  void aViewGoesAndComesBack() throws IOException {
    make(10);
    plan(byAuthor(), byText()).run();
    try (RecordTable<ByText> reader = open(texts())) {
      assertThat(reader.where(ByText::text).is("text1").list()).hasSize(3);
      ViewPlan<Note> plan = plan(byAuthor());
      assertThat(plan.steps()).anyMatch(step -> step.startsWith("give up view " + name + "_texts"));
      plan.run();
      assertThatThrownBy(() -> reader.where(ByText::text).is("text1").list())
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
      assertThat(reader.where(ByText::text).is("text1").list())
          .containsExactly(new ByText("text1", 7));
      assertThat(reader.where(ByText::text).is("changed").list()).hasSize(1);
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
        BackEnd.drop(connection, name);
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
    TableDesign<Note> indexed = indexed();
    View<Note, ByAuthor> ofIndexed = byAuthorOf(indexed);
    try (ViewedTable<Note> table = ViewedTable.openOrCreate(connection, indexed, ofIndexed)) {
      table.put(note(1));
    }
    assertThatThrownBy(() -> ViewedTable.openOrCreate(connection, notes(), byAuthor()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give up index byText");
    try (ViewedTable<Note> table = ViewedTable.openOrCreate(connection, indexed, ofIndexed)) {
      assertThat(table.records().where(Note::text).is("text1").list()).hasSize(1);
    }
  }

  /** A table is the view of one other. */
  @Test
  void aViewOfAnotherTable() throws IOException {
    make(3);
    plan(byAuthor()).run();
    TableDesign<Note> others = columns(name + "_others").build();
    RecordTable.create(connection, others).close();
    View<Note, ByAuthor> stolen = View.of(others, authors(), note -> List.of());
    assertThatThrownBy(() -> ViewPlan.of(connection, SETTINGS, others, List.of(stolen)))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("declared: of " + name + "_others");
    assertThatThrownBy(() -> ViewedTable.open(connection, others, stolen))
        .isInstanceOf(ChangedDesignException.class);
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

  /** The table is in use while its plan is read by people. */
  @Test
  void recordsThatComeBehindThePlan() throws IOException {
    make(10);
    TableDesign<Note> indexed = indexed();
    View<Note, ByAuthor> view = byAuthorOf(indexed);
    ViewPlan<Note> plan = ViewPlan.of(connection, SETTINGS, indexed, List.of(view));
    try (RecordTable<Note> former = open(notes())) {
      former.put(note(10));
    }
    plan.run();
    try (ViewedTable<Note> table = viewedOf(indexed, view)) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
      assertThat(table.records().where(Note::text).is("text1").list()).hasSize(4);
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
