package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables in which a newer version of Rowan noted what this one does not know. */
@OnBackEnd
class NewerVersionTest {
  record Item(String id, String kind) {}

  private static final Item ITEM = new Item("a", "x");
  private static final IndexSettings SETTINGS =
      IndexSettings.usual().withLease(Duration.ofNanos(1));
  private static final String RULE = ";each|kind|one of x, y";

  private final String name = BackEnd.newTableName("items");
  private Connection connection;

  @BeforeEach
  void take(Connection given) throws IOException {
    connection = given;
    try (RecordTable<Item> table = RecordTable.create(connection, byKind())) {
      table.put(ITEM);
    }
  }

  private TableDesign<Item> byKind() {
    return TableDesign.of(name, Item.class)
        .key(key -> key.part(Item::id))
        .family("f")
        .column(Item::kind, "f:k")
        .index("byKind", index -> index.on(key -> key.part(Item::kind)))
        .build();
  }

  private TableDesign<Item> plain() {
    return TableDesign.of(name, Item.class)
        .key(key -> key.part(Item::id))
        .family("f")
        .column(Item::kind, "f:k")
        .build();
  }

  private TableDescriptor descriptor(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(TableName.valueOf(table));
    }
  }

  private void note(String table, String attribute, UnaryOperator<String> value)
      throws IOException {
    TableDescriptor there = descriptor(table);
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(there)
              .setValue(attribute, value.apply(there.getValue(attribute)))
              .build());
    }
  }

  private static Arguments note(
      String table, String attribute, UnaryOperator<String> value, String words) {
    return arguments(table, attribute, value, words);
  }

  private static Stream<Arguments> whatIsNotKnown() {
    UnaryOperator<String> line = text -> text + RULE;
    return Stream.of(
        note("", "rowan.design", line, "the line 'each is kind: one of x, y'"),
        note("_byKind", "rowan.index.byKind.design", line, "the line 'each is kind"),
        note("_byKind", "rowan.index.byKind.state", old -> "resting", "the word 'resting'"),
        note("", "rowan.index.other.table", old -> "at rest", "the word 'at rest'"),
        note("", "rowan.views.other", old -> "at rest", "the word 'at rest'"));
  }

  /** It may be a rule of writing. */
  @ParameterizedTest
  @MethodSource("whatIsNotKnown")
  void nobodyWritesOrNotesADesign(
      String part, String attribute, UnaryOperator<String> value, String words) throws IOException {
    try (RecordTable<Item> former = RecordTable.open(connection, byKind(), SETTINGS)) {
      former.put(ITEM);
      note(name + part, attribute, value);
      String[] told = {attribute, words, "a newer version wrote it"};
      boolean isOfIndex = attribute.equals("rowan.index.other.table");
      assertThatThrownBy(() -> former.put(ITEM))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContainingAll(isOfIndex ? new String[] {"index other in at rest"} : told);
      TableDescriptor records = descriptor(name);
      TableDescriptor entries = descriptor(name + "_byKind");
      for (TableDesign<Item> design : List.of(byKind(), plain())) {
        if (design.indexes().isEmpty() && !part.isEmpty()) {
          continue; // a design without the index does not look at its table
        }
        assertThatThrownBy(() -> UpgradePlan.of(connection, design, SETTINGS))
            .isInstanceOf(ChangedDesignException.class)
            .hasMessageContainingAll(told);
        assertThatThrownBy(() -> RecordTable.declare(connection, design))
            .isInstanceOf(ChangedDesignException.class)
            .hasMessageContainingAll(told);
      }
      assertThatThrownBy(() -> former.repairIndex("byKind"))
          .isInstanceOf(ChangedDesignException.class);
      assertThat(descriptor(name)).isEqualTo(records);
      assertThat(descriptor(name + "_byKind")).isEqualTo(entries);
    }
  }

  @Test
  void aLineOfRecordsKeepsNobodyFromReading() throws IOException {
    note(name, "rowan.design", text -> text + RULE);
    try (RecordTable<Item> table = RecordTable.open(connection, byKind(), SETTINGS)) {
      assertThat(table.get("a")).contains(ITEM);
      assertThat(table.where(Item::kind).is("x").list()).containsExactly(ITEM);
    }
    assertThat(NotedDesigns.of(connection, TableName.valueOf(name))).hasSize(1);
  }

  /** What it takes for outdated, an index of the newer version's may need. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsRemoveNoEntries(boolean newer) throws IOException {
    TableName entries = TableName.valueOf(name + "_byKind");
    try (Table index = connection.getTable(entries);
        ResultScanner all = index.getScanner(new Scan())) {
      Result entry = all.next();
      assertThat(entry.getRow()[0]).isEqualTo((byte) 'x');
      index.delete(new Delete(entry.getRow()));
      byte[] other = entry.getRow();
      other[0] = 'y'; // of the kind x
      Put old = new Put(other);
      for (Cell cell : entry.rawCells()) {
        old.addColumn(
            CellUtil.cloneFamily(cell),
            CellUtil.cloneQualifier(cell),
            1_000,
            CellUtil.cloneValue(cell));
      }
      index.put(old); // as old as can be, and of no record
    }
    if (newer) {
      note(name, "rowan.design", text -> text + RULE);
    }
    try (RecordTable<Item> table = RecordTable.open(connection, byKind(), SETTINGS)) {
      assertThat(table.where(Item::kind).is("y").list()).isEmpty();
    }
    try (Table index = connection.getTable(entries);
        ResultScanner left = index.getScanner(new Scan())) {
      assertThat(left.next() != null).isEqualTo(newer);
    }
  }

  /** Where a field is in a place of a new kind alone, its column has no value to be read. */
  @Test
  void aFieldThatIsInAPlaceOfANewKind() throws IOException {
    note(name, "rowan.design", text -> text.replace("column f:k|", "chunks in f:k|"));
    assertThatThrownBy(() -> RecordTable.open(connection, byKind(), SETTINGS))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("chunks in f:k is kind");
  }

  @Test
  void anIndexInAnUnknownStateIsNotRead() throws IOException {
    note(name + "_byKind", "rowan.index.byKind.state", old -> "resting");
    try (RecordTable<Item> table = RecordTable.open(connection, byKind(), SETTINGS)) {
      assertThatThrownBy(() -> table.where(Item::kind).is("x").list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("its state is 'resting', which this version does not know");
    }
  }

  @Test
  void aFormatThatIsNewer() throws IOException {
    note(name + "_byKind", "rowan.index.byKind.design", text -> "2" + text.substring(1));
    assertThatThrownBy(() -> UpgradePlan.of(connection, byKind(), SETTINGS))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("format 2");
    note(name + "_byKind", "rowan.index.byKind.design", text -> "1" + text.substring(1));
    note(name + "_byKind", "rowan.index.byKind.fields", text -> "2" + text.substring(1));
    assertThatThrownBy(() -> UpgradePlan.of(connection, byKind(), SETTINGS))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("format 2");
    note(name, "rowan.design", text -> "2" + text.substring(1));
    assertThatThrownBy(() -> RecordTable.open(connection, byKind(), SETTINGS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("format 2");
  }

  private TableDesignBuilder<Item> withoutIndex() {
    return TableDesign.of(name + "_r", Item.class)
        .key(key -> key.literal("R").part(Item::id))
        .family("f")
        .column(Item::kind, "f:k");
  }

  private TableDesign<Item> inTableOfRecords() {
    return withoutIndex()
        .index("byKind", index -> index.on(key -> key.part(Item::kind)).inTableOfRecords("I", "f"))
        .build();
  }

  private static Stream<Arguments> whatIsNotKnownOfAnIndex() {
    return Stream.of(
        arguments("design", (UnaryOperator<String>) text -> text + RULE),
        arguments("design", (UnaryOperator<String>) text -> "2" + text.substring(1)),
        arguments("fields", (UnaryOperator<String>) text -> "2" + text.substring(1)),
        arguments("state", (UnaryOperator<String>) old -> "resting"));
  }

  /** Nobody keeps it, and who declares it again makes it anew. */
  @ParameterizedTest
  @MethodSource("whatIsNotKnownOfAnIndex")
  void whatIsNotedOfAnIndexThatWasGivenUpHindersNobody(String kind, UnaryOperator<String> value)
      throws IOException {
    TableDesign<Item> plain = withoutIndex().build();
    RecordTable.create(connection, inTableOfRecords()).close();
    UpgradePlan.of(connection, plain, SETTINGS).run();
    note(plain.name().getNameAsString(), "rowan.index.byKind." + kind, value);
    try (RecordTable<Item> table = RecordTable.open(connection, plain, SETTINGS)) {
      table.put(ITEM);
    }
    assertThat(UpgradePlan.of(connection, plain, SETTINGS).isEmpty()).isTrue();
    RecordTable.declare(connection, plain);
    UpgradePlan.of(connection, inTableOfRecords(), SETTINGS).run();
    try (RecordTable<Item> table = RecordTable.open(connection, inTableOfRecords(), SETTINGS)) {
      assertThat(table.byIndex("byKind").where(Item::kind).is("x").list()).containsExactly(ITEM);
    }
  }

  /** The same of one whose entries have a table of their own. */
  @ParameterizedTest
  @MethodSource("whatIsNotKnownOfAnIndex")
  void anIndexThatWasGivenUpIsMadeAnew(String kind, UnaryOperator<String> value)
      throws IOException {
    UpgradePlan.of(connection, plain(), SETTINGS).run();
    note(name + "_byKind", "rowan.index.byKind." + kind, value);
    UpgradePlan.of(connection, byKind(), SETTINGS).run();
    try (RecordTable<Item> table = RecordTable.open(connection, byKind(), SETTINGS)) {
      assertThat(table.byIndex("byKind").where(Item::kind).is("x").list()).containsExactly(ITEM);
    }
  }

  /** While programs may still read it, it is kept. */
  @Test
  void anIndexThatIsBeingGivenUpIsNoneOfThese() throws IOException {
    TableDesign<Item> plain = withoutIndex().build();
    RecordTable.create(connection, inTableOfRecords()).close();
    String table = plain.name().getNameAsString();
    note(table, "rowan.index.byKind.table", old -> "being given up by somebody");
    note(table, "rowan.index.byKind.state", old -> "resting");
    assertThatThrownBy(() -> UpgradePlan.of(connection, plain, SETTINGS))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("the word 'resting'");
  }

  /** What tools show of a table is what they know of it. */
  @ParameterizedTest
  @MethodSource("whatIsNotKnown")
  void toolsReadTheRecords(String part, String attribute, UnaryOperator<String> value, String words)
      throws IOException {
    note(name + part, attribute, value);
    assertThat(NotedDesigns.of(connection, TableName.valueOf(name))).as(words).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"design", "fields"})
  void toolsPassOverAnIndexOfANewerFormat(String kind) throws IOException {
    note(name + "_byKind", "rowan.index.byKind." + kind, text -> "2" + text.substring(1));
    assertThat(NotedDesigns.of(connection, TableName.valueOf(name)).get(0).indexes()).isEmpty();
  }

  /** An attribute of an unknown name stays, whoever notes a design. */
  @Test
  void anAttributeThatIsNotKnownStays() throws IOException {
    note(name, "rowan.hint", old -> "kept");
    UpgradePlan.of(connection, plain(), SETTINGS).run();
    assertThat(descriptor(name).getValue("rowan.hint")).isEqualTo("kept");
    assertThatCode(() -> RecordTable.open(connection, plain(), SETTINGS).close())
        .doesNotThrowAnyException();
  }
}
