package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.IndexSettings;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.schedule.Place;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client whose clock is ahead writes a record and deletes it, one of the two tables is compacted,
 * and a client with the right time writes the record again: the view shows it at once, though its
 * own table still has the deletion. The source has no marks but for its view.
 */
@OnBackEnd
class ForgottenDeletionTest {
  record Page(int id, String host, String title) {}

  record ByHost(String host, int id, String title) {}

  private static final String KEPT = "hbase.hstore.time.to.purge.deletes";
  private static final Duration AHEAD = Duration.ofMinutes(10);

  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofMillis(40));

  private static final Page FORMER = new Page(1, "a", "former");
  private static final Page PAGE = new Page(1, "a", "title");

  private Connection connection;
  private final String name = BackEnd.newTableName("pages");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesign<Page> pages(UnaryOperator<ColumnFamilyDescriptorBuilder> family) {
    return TableDesign.of(name, Page.class)
        .key(key -> key.part(Page::id))
        .family("p", family)
        .column(Page::host, "p:h")
        .column(Page::title, "p:t")
        .build();
  }

  private TableDesign<Page> pages() {
    return pages(family -> family);
  }

  private TableDesign<ByHost> byHost(UnaryOperator<ColumnFamilyDescriptorBuilder> family) {
    return TableDesign.of(name + "_by_host", ByHost.class)
        .key(key -> key.part(ByHost::host).part(ByHost::id))
        .family("p", family)
        .column(ByHost::title, "p:t")
        .build();
  }

  private View<Page, ByHost> view() {
    return view(pages(), byHost(family -> family));
  }

  private static View<Page, ByHost> view(TableDesign<Page> source, TableDesign<ByHost> target) {
    return View.of(
        source, target, page -> List.of(new ByHost(page.host(), page.id(), page.title())));
  }

  private ViewedTable<Page> open(Duration ahead) throws IOException {
    Clock clock = Clock.offset(Clock.systemUTC(), ahead);
    return ViewedTable.open(connection, clock, pages(), List.of(view()));
  }

  private void compact(TableName table) throws IOException {
    Place.of(connection).compact(List.of(table));
    try (Admin admin = connection.getAdmin()) {
      while (admin.getCompactionState(table) != CompactionState.NONE) {
        Thread.onSpinWait();
      }
    }
  }

  private void isShownBehindACompactionOf(TableName compacted) throws IOException {
    try (ViewedTable<Page> early = open(AHEAD);
        ViewedTable<Page> right = open(Duration.ZERO);
        RecordTable<ByHost> shown = RecordTable.open(connection, view().target())) {
      early.put(FORMER);
      early.delete(FORMER);
      compact(compacted);
      right.put(PAGE);
      assertThat(right.records().get(1)).contains(PAGE);
      assertThat(shown.get("a", 1)).contains(new ByHost("a", 1, "title"));
      assertThat(right.verify()).allMatch(ViewCounts::isClean);
      right.delete(PAGE);
      compact(compacted);
      assertThat(shown.get("a", 1)).isEmpty();
    }
  }

  @Test
  void theSourceAloneIsCompacted() throws IOException {
    ViewedTable.openOrCreate(connection, pages(), view()).close();
    isShownBehindACompactionOf(pages().name());
  }

  @Test
  void theViewAloneIsCompacted() throws IOException {
    ViewedTable.openOrCreate(connection, pages(), view()).close();
    isShownBehindACompactionOf(view().target().name());
  }

  private Map<TableName, String> kept() throws IOException {
    Map<TableName, String> kept = new TreeMap<>();
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : List.of(pages().name(), view().target().name())) {
        for (ColumnFamilyDescriptor family : admin.getDescriptor(table).getColumnFamilies()) {
          kept.put(table, String.valueOf(family.getConfigurationValue(KEPT)));
        }
      }
    }
    return kept;
  }

  /** Tables of the time before views kept deletions; a program has them open all the time. */
  @Test
  void aPlanMakesTablesThatAreThereKeepThem() throws IOException {
    RecordTable.create(connection, pages()).close();
    RecordTable.create(connection, view().target()).close();
    try (ViewedTable<Page> former = open(Duration.ZERO)) {
      former.put(FORMER);
      assertThat(kept().values()).containsOnly("null");
      ViewPlan<Page> plan = ViewPlan.of(connection, SETTINGS, pages(), List.of(view()));
      assertThat(plan.isEmpty()).isFalse();
      plan.run();
      assertThat(kept().values()).containsOnly("14400000");
      assertThat(ViewPlan.of(connection, SETTINGS, pages(), List.of(view())).isEmpty()).isTrue();
      former.put(PAGE);
      former.delete(PAGE);
    }
    isShownBehindACompactionOf(pages().name());
  }

  /** A plan has run before views kept deletions: another one changes nothing else. */
  @Test
  void aPlanMendsTablesThatKnowTheirViews() throws IOException {
    ViewedTable.openOrCreate(connection, pages(), view()).close();
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : List.of(pages().name(), view().target().name())) {
        ColumnFamilyDescriptor family = admin.getDescriptor(table).getColumnFamilies()[0];
        admin.modifyColumnFamily(
            table,
            ColumnFamilyDescriptorBuilder.newBuilder(family).removeConfiguration(KEPT).build());
      }
    }
    assertThat(kept().values()).containsOnly("null");
    ViewPlan<Page> plan = ViewPlan.of(connection, SETTINGS, pages(), List.of(view()));
    assertThat(plan.rows()).isZero();
    assertThat(plan.steps()).anyMatch(step -> step.contains("keep deletions"));
    plan.run();
    assertThat(kept().values()).containsOnly("14400000");
    isShownBehindACompactionOf(pages().name());
  }

  private void keep(TableName table, String millis) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      ColumnFamilyDescriptor family = admin.getDescriptor(table).getColumnFamilies()[0];
      admin.modifyColumnFamily(
          table,
          ColumnFamilyDescriptorBuilder.newBuilder(family).setConfiguration(KEPT, millis).build());
    }
  }

  private ViewPlan<Page> plan(View<Page, ByHost> view) throws IOException {
    return ViewPlan.of(connection, SETTINGS, view.source(), List.of(view));
  }

  /** Somebody has set less than the views need; what is longer stays. */
  @Test
  void aPlanLengthensWhatIsTooShort() throws IOException {
    ViewedTable.openOrCreate(connection, pages(), view()).close();
    TableName source = pages().name();
    TableName target = view().target().name();
    keep(source, "1000");
    keep(target, "0");
    assertThat(plan(view()).steps())
        .contains(
            "keep deletions of table " + source + " for 4 hours",
            "keep deletions of table " + target + " for 4 hours");
    plan(view()).run();
    assertThat(kept().values()).containsOnly("14400000");
    assertThat(plan(view()).isEmpty()).isTrue();
    keep(source, "28800000");
    assertThat(plan(view()).isEmpty()).as("eight hours are enough").isTrue();
    UnaryOperator<ColumnFamilyDescriptorBuilder> longer =
        family -> family.setConfiguration(KEPT, "18000500");
    ViewPlan<Page> declared = plan(view(pages(longer), byHost(longer)));
    assertThat(declared.steps())
        .filteredOn(step -> step.startsWith("keep deletions"))
        .containsExactly("keep deletions of table " + target + " for 18,000,500 ms");
    declared.run();
    assertThat(kept()).isEqualTo(Map.of(source, "28800000", target, "18000500"));
  }

  @Test
  void aViewMustNotKeepThemForLongerThanItsSource() {
    UnaryOperator<ColumnFamilyDescriptorBuilder> hour =
        family -> family.setConfiguration(KEPT, "3600000");
    UnaryOperator<ColumnFamilyDescriptorBuilder> never =
        family -> family.setConfiguration(KEPT, "0");
    UnaryOperator<ColumnFamilyDescriptorBuilder> nonsense =
        family -> family.setConfiguration(KEPT, "an hour");
    assertThat(view(pages(), byHost(hour)).name()).isEqualTo(name + "_by_host");
    assertThat(view(pages(hour), byHost(hour)).name()).isEqualTo(name + "_by_host");
    assertThatThrownBy(() -> view(pages(hour), byHost(family -> family)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("14400000", "3600000", name, KEPT);
    assertThatThrownBy(() -> view(pages(never), byHost(never)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(" for 0 ms only");
    assertThatThrownBy(() -> view(pages(nonsense), byHost(hour)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"an hour\" ms");
  }
}
