package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedAdmin;
import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.UnservedReadException;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a view that is given up hinders nobody. */
@OnBackEnd
class ViewsGivenUpTest {
  record Word(int id, String text) {}

  record ByText(String text, int id) {}

  record ByLength(int length, int id) {}

  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(40));

  private Connection connection;
  private String name = BackEnd.newTableName("words");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesign<Word> words(String table) {
    return TableDesign.of(table, Word.class)
        .key(key -> key.part(Word::id))
        .family("w")
        .column(Word::text, "w:t")
        .build();
  }

  private TableDesign<Word> words() {
    return words(name);
  }

  private TableDesign<ByText> texts() {
    return TableDesign.of(name + "_texts", ByText.class)
        .key(key -> key.part(ByText::text).part(ByText::id))
        .family("t")
        .build();
  }

  private View<Word, ByText> byText() {
    return View.of(words(), texts(), word -> List.of(new ByText(word.text(), word.id())));
  }

  private View<Word, ByLength> byLength() {
    TableDesign<ByLength> lengths =
        TableDesign.of(name + "_lengths", ByLength.class)
            .key(key -> key.part(ByLength::length).part(ByLength::id))
            .family("l")
            .build();
    return View.of(
        words(), lengths, word -> List.of(new ByLength(word.text().length(), word.id())));
  }

  @SafeVarargs
  private ViewPlan<Word> plan(View<Word, ?>... views) throws IOException {
    List<View<Word, ?>> all = new ArrayList<>();
    for (View<Word, ?> view : views) {
      all.add(view);
    }
    return ViewPlan.of(connection, SETTINGS, words(), all);
  }

  @SafeVarargs
  private ViewedTable<Word> viewed(Connection by, View<Word, ?>... views) throws IOException {
    List<View<Word, ?>> all = new ArrayList<>();
    for (View<Word, ?> view : views) {
      all.add(view);
    }
    return ViewedTable.open(by, Clock.systemUTC(), SETTINGS, words(), all);
  }

  /** Leaves a row whose mark says that rows of both views are to be done. */
  private void dieInTheMiddle() throws IOException {
    for (int call = 0; ; call++) {
      try (ViewedTable<Word> table = viewed(connection, byText(), byLength())) {
        table.put(new Word(1, "before" + call));
      }
      Death death = new Death(call, Death.Moment.AFTER);
      try (ViewedTable<Word> table =
          viewed(
              io.rowandb.schema.backend.WatchedConnection.of(connection, death),
              byText(),
              byLength())) {
        table.put(new Word(1, "behind" + call));
      } catch (Death.ClientDied e) {
        assertThat(death.happened()).isTrue();
      }
      assertThat(death.happened()).as("a row is pending at some call").isTrue();
      try (ViewedTable<Word> table = viewed(connection, byText(), byLength())) {
        if (table.repair(Duration.ofDays(1)).pending() > 0) {
          return;
        }
      }
    }
  }

  private void makeBoth() throws IOException {
    ViewedTable.openOrCreate(connection, words(), byText(), byLength()).close();
  }

  /** The next writer, who does not know it, goes on; so does a repair. */
  @Test
  void aMarkOfADeadClientNamesIt() throws IOException {
    makeBoth();
    dieInTheMiddle();
    plan(byText()).run();
    try (ViewedTable<Word> table = viewed(connection, byText())) {
      table.put(new Word(1, "after"));
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
      assertThat(table.repair(Duration.ZERO).pending()).isZero();
    }
  }

  @Test
  void aRepairPassesOverIt() throws IOException {
    makeBoth();
    dieInTheMiddle();
    plan(byText()).run();
    try (ViewedTable<Word> table = viewed(connection, byText())) {
      RepairCounts repaired = table.repair(Duration.ZERO);
      assertThat(repaired.pending()).isEqualTo(1);
      assertThat(repaired.finished()).isEqualTo(1);
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
    makeAgain();
  }

  private void makeAgain() throws IOException {
    plan(byText(), byLength()).run();
    try (ViewedTable<Word> table = viewed(connection, byText(), byLength())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** A plan without it settles what it finds. */
  @Test
  void aPlanOfAnotherViewMeetsIt() throws IOException {
    makeBoth();
    dieInTheMiddle();
    plan().run();
    plan(byText()).run();
    try (ViewedTable<Word> table = viewed(connection, byText())) {
      assertThat(table.verify()).allMatch(ViewCounts::isClean);
    }
  }

  /** Programs that have it go on until it is, wherever the plan dies. */
  @Test
  void whileItIsGivenUp() throws IOException {
    int found = 0;
    for (int call = 0; call >= 0; call += Death.CALLS_APART) {
      name = BackEnd.newTableName("ending");
      makeBoth();
      Death death = new Death(call, Death.Moment.AFTER);
      try {
        ViewPlan.of(WatchedAdmin.of(connection, death), SETTINGS, words(), List.of(byText())).run();
      } catch (Death.ClientDied e) {
        assertThat(death.happened()).isTrue();
      }
      if (!death.happened()) {
        call = -Death.CALLS_APART - 1; // the last
      } else if (noteOf("_lengths").startsWith("being given up")) {
        found++;
        try (ViewedTable<Word> former = viewed(connection, byText(), byLength())) {
          former.put(new Word(2, "former"));
        }
        try (ViewedTable<Word> later = viewed(connection, byText())) {
          assertThatThrownBy(() -> later.put(new Word(2, "later")))
              .isInstanceOf(ChangedDesignException.class)
              .hasMessageContaining("gives up view");
        }
      }
      plan(byText()).run();
      assertThat(noteOf("_lengths")).isEqualTo("given up");
      try (ViewedTable<Word> later = viewed(connection, byText())) {
        later.put(new Word(2, "later"));
        assertThat(later.verify()).allMatch(ViewCounts::isClean);
      }
    }
    assertThat(found).isGreaterThan(BackEnd.isHBase() ? -1 : 1);
  }

  private String noteOf(String view) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(TableName.valueOf(name)).getValue("rowan.views." + name + view);
    }
  }

  /** Its table is another source's by then; the first plan, run once more, leaves it alone. */
  @Test
  void itIsTheViewOfAnotherTable() throws IOException {
    makeBoth();
    plan(byLength()).run();
    TableDesign<Word> others = words(name + "_others");
    View<Word, ByText> taken =
        View.of(others, texts(), word -> List.of(new ByText(word.text(), word.id())));
    try (ViewedTable<Word> table = ViewedTable.openOrCreate(connection, others, taken)) {
      table.put(new Word(1, "one"));
    }
    plan(byLength()).run();
    plan().run();
    try (RecordTable<ByText> table = RecordTable.open(connection, texts(), SETTINGS)) {
      assertThat(table.where(ByText::text).is("one").list()).hasSize(1);
    }
  }

  /** A program that says so has its table for itself. */
  @Test
  void itsTableIsDeclaredAnew() throws IOException {
    makeBoth();
    plan(byLength()).run();
    try (RecordTable<ByText> table = RecordTable.open(connection, texts(), SETTINGS)) {
      assertThatThrownBy(() -> table.get("x", 1)).isInstanceOf(UnservedReadException.class);
      assertThatThrownBy(() -> table.details(null, Object.class, "x", 1))
          .isInstanceOf(UnservedReadException.class);
    }
    RecordTable.declare(connection, texts());
    try (RecordTable<ByText> table = RecordTable.open(connection, texts(), SETTINGS)) {
      table.put(new ByText("own", 1));
      assertThat(table.get("own", 1)).isPresent();
    }
  }
}
