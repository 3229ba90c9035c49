package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.table.Versioned;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** What conditional writes may change of a record, by its design; versions, and who knows marks. */
@OnBackEnd
class UpdateRulesTest {
  /** Short, since an upgrade waits for two of them. */
  private static final IndexSettings SOON = IndexSettings.usual().withLease(Duration.ofMillis(20));

  private final Connection connection;

  UpdateRulesTest(Connection connection) {
    this.connection = connection;
  }

  record Named(int id, Optional<String> nick) {}

  @Test
  void anOptionalFieldIsSet() throws IOException {
    TableDesign<Named> named =
        TableDesign.of(BackEnd.newTableName("named"), Named.class)
            .key(key -> key.part(Named::id))
            .family("f")
            .column(Named::nick, "f:n")
            .marked()
            .build();
    try (RecordTable<Named> table = RecordTable.create(connection, named)) {
      assertThat(table.putIfAbsent(new Named(1, Optional.empty()))).isTrue();
      assertThat(table.field(Named::nick, 1).compareAndSet(Optional.of("x"), Optional.of("y")))
          .isFalse();
      assertThat(table.field(Named::nick, 1).compareAndSet(Optional.empty(), Optional.of("y")))
          .isTrue();
      assertThat(table.get(1)).contains(new Named(1, Optional.of("y")));
      assertThat(table.field(Named::nick, 1).set(Optional.empty())).isTrue();
      assertThat(table.get(1)).contains(new Named(1, Optional.empty()));
    }
  }

  record Visits(int id, long count, List<Versioned<String>> places) {}

  @Test
  void whatChangesOtherwiseIsNotSet() throws IOException {
    TableDesign<Visits> visits =
        TableDesign.of(BackEnd.newTableName("visits"), Visits.class)
            .key(key -> key.part(Visits::id))
            .family("f", family -> family.setMaxVersions(3))
            .counter(Visits::count, "f:c")
            .versions(Visits::places, "f:p", 3)
            .marked()
            .build();
    try (RecordTable<Visits> table = RecordTable.create(connection, visits)) {
      table.put(new Visits(1, 0, List.of()));
      table.increment(Visits::count, 5, 1);
      assertThatThrownBy(() -> table.field(Visits::count, 1).compareAndSet(0L, 0L))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Visits.count is a counter");
      assertThatThrownBy(() -> table.field(Visits::places, 1).set(List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Visits.places is a counter, a history");
      assertThat(table.get(1).orElseThrow().count()).isEqualTo(5);
    }
  }

  record Page(String name, String text, int version) {
    Page withText(String newText) {
      return new Page(name, newText, version);
    }
  }

  private static TableDesign<Page> pages(String table) {
    return unversioned(table).version(Page::version).build();
  }

  @Test
  void aRecordIsSavedOverTheOneThatWasRead() throws IOException {
    TableDesign<Page> versioned = pages(BackEnd.newTableName("pages"));
    try (RecordTable<Page> table = RecordTable.create(connection, versioned)) {
      Page first = table.save(new Page("p", "a", 0));
      assertThat(first).isEqualTo(new Page("p", "a", 1));
      Page second = table.save(first.withText("b"));
      assertThat(second).isEqualTo(new Page("p", "b", 2));
      assertThatThrownBy(() -> table.save(first.withText("c")))
          .isInstanceOfSatisfying(
              StaleRecordException.class, stale -> assertThat(stale.found()).hasValue(2))
          .hasMessageContaining("made from version 1")
          .hasMessageContaining("has version 2");
      assertThat(table.field(Page::text, "p").set("c")).isTrue();
      assertThat(table.get("p")).contains(new Page("p", "c", 3));
      assertThatThrownBy(() -> table.save(second.withText("lost")))
          .isInstanceOf(StaleRecordException.class)
          .hasMessageContaining("has version 3");
      assertThatThrownBy(() -> table.field(Page::version, "p").set(7))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("gives version 7 in the place of 3");
      assertThatThrownBy(() -> table.save(new Page("p", "d", 0)))
          .isInstanceOf(StaleRecordException.class)
          .hasMessageContaining("is new");
      table.delete(second);
      assertThatThrownBy(() -> table.save(second.withText("e")))
          .isInstanceOf(StaleRecordException.class)
          .hasMessageContaining("no record");
      assertThat(table.get("p")).isEmpty();
      table.put(new Page("p", "e", 0)); // as one from before there were versions
      assertThat(table.save(new Page("p", "f", 0))).isEqualTo(new Page("p", "f", 1));
      table.put(new Page("p", "f", Integer.MAX_VALUE));
      assertThatThrownBy(() -> table.save(new Page("p", "g", Integer.MAX_VALUE)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Page.version is an int");
      assertThatThrownBy(() -> table.save(new Page("p", "g", -1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-1");
    }
    TableDesign<Page> unversioned = unversioned(BackEnd.newTableName("pages")).marked().build();
    try (RecordTable<Page> table = RecordTable.create(connection, unversioned)) {
      assertThatThrownBy(() -> table.save(new Page("p", "a", 0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("declare version");
    }
  }

  @Test
  void aVersionIsANumberInAColumn() {
    assertThatThrownBy(
            () ->
                TableDesign.of("p", Page.class)
                    .key(key -> key.part(Page::name).part(Page::version))
                    .family("f")
                    .column(Page::text, "f:t")
                    .version(Page::version)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Page.version is the version");
    assertThatThrownBy(
            () ->
                TableDesign.of("p", Visits.class)
                    .key(key -> key.part(Visits::id))
                    .family("f", family -> family.setMaxVersions(3))
                    .counter(Visits::count, "f:c")
                    .versions(Visits::places, "f:p", 3)
                    .version(Visits::count)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("neither a counter");
  }

  record Line(int number, String text) {}

  record Wide(int id, int sum, List<Line> lines) {}

  private static DetailDesign<Line> lines() {
    return DetailDesign.of(Line.class)
        .key(key -> key.part(Line::number))
        .cell(Line::text, "t")
        .build();
  }

  private static TableDesign<Wide> tall(String table) {
    return TableDesign.of(table, Wide.class)
        .key(key -> key.part(Wide::id))
        .family("f")
        .column(Wide::sum, "f:s")
        .details(Wide::lines, DetailLayout.tall(table + "_lines"), lines())
        .build();
  }

  @Test
  void detailsInRowsOfTheirOwnAreThoseOfTheRecordThatWasWritten() throws IOException {
    TableDesign<Wide> design = tall(BackEnd.newTableName("tall"));
    Line line = new Line(1, "one");
    try (RecordTable<Wide> table = RecordTable.create(connection, design)) {
      assertThat(table.putIfAbsent(new Wide(1, 5, List.of(line)))).isTrue();
      assertThat(table.putIfAbsent(new Wide(1, 6, List.of(new Line(2, "x"))))).isFalse();
      assertThat(table.putIf(new Wide(1, 7, List.of(new Line(3, "x"))), there -> there.sum() == 6))
          .isFalse();
      assertThat(table.get(1)).contains(new Wide(1, 5, List.of(line)));
      assertThatThrownBy(() -> table.field(Wide::sum, 1).set(8))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Wide.lines is in rows of its own");
      assertThat(table.putIf(new Wide(1, 9, List.of(new Line(4, "x"))), there -> there.sum() == 5))
          .isTrue();
      assertThat(table.get(1)).contains(new Wide(1, 9, List.of(new Line(4, "x"))));
      assertThat(table.deleteIf(there -> there.sum() == 9, 1)).isTrue();
      table.put(new Wide(1, 10, List.of()));
      assertThat(table.get(1)).contains(new Wide(1, 10, List.of()));
    }
  }

  @Test
  void detailsInColumnsStay() throws IOException {
    TableDesign<Wide> wide =
        TableDesign.of(BackEnd.newTableName("wide"), Wide.class)
            .key(key -> key.part(Wide::id))
            .family("f")
            .family("d")
            .column(Wide::sum, "f:s")
            .details(Wide::lines, DetailLayout.wide("d"), lines())
            .marked()
            .build();
    try (RecordTable<Wide> table = RecordTable.create(connection, wide)) {
      List<Line> one = List.of(new Line(1, "one"));
      assertThat(table.putIfAbsent(new Wide(1, 5, one))).isTrue();
      assertThat(table.update(there -> new Wide(1, there.sum() + 1, there.lines()), 1))
          .contains(new Wide(1, 6, one));
      table.details(Wide::lines, Line.class, 1).put(new Line(2, "two"));
      assertThat(table.field(Wide::sum, 1).set(7)).isTrue();
      assertThatThrownBy(() -> table.update(there -> new Wide(1, 8, List.of()), 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Wide.lines has other details");
      assertThat(table.get(1))
          .contains(new Wide(1, 7, List.of(new Line(1, "one"), new Line(2, "two"))));
      assertThat(table.deleteIf(there -> there.sum() == 7, 1)).isTrue();
      assertThat(table.all().allowFullScan().list()).isEmpty();
      assertThat(table.all().allowFullScan().count()).isZero();
      assertThat(table.putIfAbsent(new Wide(1, 9, List.of()))).isTrue();
      assertThat(table.get(1)).contains(new Wide(1, 9, List.of()));
    }
  }

  /** It would take the marks that deleted rows keep for rows. */
  @Test
  void aDesignWithoutMarksIsRefusedWhereRowsHaveThem() throws IOException {
    String name = BackEnd.newTableName("pages");
    RecordTable.create(connection, unversioned(name).marked().build()).close();
    assertThatThrownBy(() -> RecordTable.open(connection, unversioned(name).build()))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("Declare marked()");
    UpgradePlan.of(connection, pages(name), SOON).run(); // a version may come, and not go
    assertThatThrownBy(() -> RecordTable.open(connection, unversioned(name).marked().build()))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("the version is [version]; declared: none");
  }

  /** Whoever writes the table without marks has ended, or is refused, before the plan has. */
  @Test
  void anUpgradeGivesRowsMarks() throws IOException {
    String name = BackEnd.newTableName("pages");
    TableDesign<Page> marked = unversioned(name).marked().build();
    try (RecordTable<Page> old = RecordTable.create(connection, unversioned(name).build())) {
      old.put(new Page("p", "a", 0));
    }
    try (RecordTable<Page> old = RecordTable.open(connection, unversioned(name).build(), SOON)) {
      old.put(new Page("p", "b", 0));
      UpgradePlan<Page> plan = UpgradePlan.of(connection, marked, SOON);
      assertThat(plan.steps()).anyMatch(step -> step.startsWith("give rows marks"));
      plan.run();
      assertThatThrownBy(() -> old.put(new Page("p", "lost", 0)))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("Declare marked()");
      assertThat(UpgradePlan.of(connection, marked, SOON).isEmpty()).isTrue();
    }
    try (RecordTable<Page> table = RecordTable.open(connection, marked)) {
      assertThat(table.update(there -> there.withText(there.text() + "c"), "p"))
          .contains(new Page("p", "bc", 0));
    }
  }

  private static TableDesignBuilder<Page> unversioned(String table) {
    return TableDesign.of(table, Page.class)
        .key(key -> key.part(Page::name))
        .family("f")
        .column(Page::text, "f:t")
        .column(Page::version, "f:v");
  }

  @Test
  void aTableWithoutMarksSaysWhatItNeeds() throws IOException {
    TableDesign<Line> plain =
        TableDesign.of(BackEnd.newTableName("plain"), Line.class)
            .key(key -> key.part(Line::number))
            .family("f")
            .column(Line::text, "f:t")
            .build();
    try (RecordTable<Line> table = RecordTable.create(connection, plain)) {
      assertThatThrownBy(() -> table.putIfAbsent(new Line(1, "a")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("declare marked()");
      assertThat(table.get(1)).isEmpty();
    }
  }
}
