package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.packed.PackedRecordBuilder;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An index that another design left, or would fill otherwise, gives no answer before it is built.
 */
@OnBackEnd
class ChangedIndexTest {
  record Town(String key, String city, String text, int number) {}

  private static final int RECORDS = 10;

  private Connection connection;
  private final String name = BackEnd.newTableName("towns");

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesignBuilder<Town> towns() {
    return TableDesign.of(name, Town.class)
        .key(key -> key.literal("R").part(Town::key, Parts.textToEnd()))
        .family("f")
        .column(Town::city, "f:c")
        .column(Town::text, "f:t")
        .column(Town::number, "f:n")
        .neverNull(Town::city)
        .neverNull(Town::text);
  }

  private static IndexDesignBuilder<Town> ofCity(IndexDesignBuilder<Town> index) {
    return index.on(key -> key.part(Town::city));
  }

  private TableDesign<Town> indexed() {
    return towns().index("byCity", ChangedIndexTest::ofCity).build();
  }

  private TableDesign<Town> indexedTwice() {
    return towns()
        .index("byCity", ChangedIndexTest::ofCity)
        .index("byText", index -> index.on(key -> key.part(Town::text)))
        .build();
  }

  private void make(TableDesign<Town> design) throws IOException {
    try (RecordTable<Town> table = RecordTable.create(connection, design)) {
      for (int i = 0; i < RECORDS; i++) {
        table.put(new Town("k" + i, "c" + i % 3, "t" + i, i));
      }
    }
  }

  private void put(TableDesign<Town> design, Town town) throws IOException {
    try (RecordTable<Town> table = RecordTable.open(connection, design)) {
      table.put(town);
    }
  }

  private void isRefused(TableDesign<Town> design, String... words) {
    assertThatThrownBy(() -> RecordTable.open(connection, design).close())
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining(name)
        .hasMessageContainingAll(words);
  }

  /** Of an index that lacks records: reads are refused, until it is built. */
  private void isUnbuiltThenBuilt(TableDesign<Town> design, String index, String city, int found)
      throws IOException {
    try (RecordTable<Town> table = RecordTable.open(connection, design)) {
      assertThatThrownBy(() -> table.where(Town::city).is(city).list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("repairIndex(\"" + index + "\")");
      assertThat(table.repairIndex(index).conflicts()).isZero();
      assertThat(table.where(Town::city).is(city).list()).hasSize(found);
    }
  }

  /** What the notes of a program were that knew no place and no sources of an index. */
  private void forgetPlaces() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        if (table.getNameAsString().startsWith(name)) {
          admin.modifyTable(withoutPlaces(admin.getDescriptor(table)));
        }
      }
    }
  }

  private static TableDescriptor withoutPlaces(TableDescriptor table) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    table.getValues().keySet().stream()
        .map(key -> Bytes.toString(key.get(), key.getOffset(), key.getLength()))
        .filter(key -> key.startsWith("rowan.index.") && key.matches(".*\\.(table|fields)"))
        .forEach(key -> builder.removeValue(Bytes.toBytes(key)));
    return builder.build();
  }

  @Test
  void aDesignThatLacksAnIndexIsRefused() throws IOException {
    make(indexed());
    isRefused(towns().build(), "index byCity", name + "_byCity", "RecordTable.declare");
    forgetPlaces();
    isRefused(towns().build(), "index byCity", "RecordTable.declare");
  }

  @Test
  void aDesignThatLacksAnIndexInTheTableOfRecordsIsRefused() throws IOException {
    make(towns().index("byCity", index -> ofCity(index).inTableOfRecords("X", "f")).build());
    isRefused(towns().build(), "index byCity", "RecordTable.declare");
    forgetPlaces();
    isRefused(towns().build(), "index byCity", "RecordTable.declare");
  }

  @Test
  void aDesignThatLacksAnIndexIsRefusedWithoutAThreadThatWaits(Configuration configuration)
      throws IOException {
    make(indexed());
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Town> table = AsyncRecordTable.open(async, towns().build());
      assertThatThrownBy(() -> ItemClient.Async.await(table.put(new Town("x", "c", "t", 1))))
          .isInstanceOf(ChangedDesignException.class)
          .hasMessageContaining("index byCity");
    }
    try (RecordTable<Town> table = RecordTable.open(connection, indexed())) {
      assertThat(table.get("x")).isEmpty();
    }
  }

  /** It is not refused while the index that comes is not built, and is afterwards. */
  @Test
  void aDesignWithoutAnIndexIsRefusedSinceTheIndexIsBuilt() throws IOException {
    make(towns().build());
    TableDesign<Town> with = indexed();
    try (Admin admin = connection.getAdmin()) {
      with.tables().get(1).create(admin);
    }
    put(with, new Town("x", "c1", "t", 1));
    put(towns().build(), new Town("y", "c1", "t", 1));
    isUnbuiltThenBuilt(indexed(), "byCity", "c1", 5);
    isRefused(towns().build(), "index byCity");
  }

  @Test
  void anIndexThatWasGivenUpAnswersWhenItIsBuiltAnew() throws IOException {
    make(indexed());
    RecordTable.declare(connection, towns().build());
    put(towns().build(), new Town("new", "c1", "t", 1));
    isUnbuiltThenBuilt(indexed(), "byCity", "c1", 4);
    isRefused(towns().build(), "index byCity");
    try (RecordTable<Town> later = RecordTable.open(connection, indexed())) {
      assertThat(later.where(Town::city).is("c1").list()).hasSize(4);
    }
  }

  @Test
  void anIndexOfOldNotesThatWasGivenUpAnswersWhenItIsBuiltAnew() throws IOException {
    make(indexed());
    forgetPlaces();
    RecordTable.declare(connection, towns().build());
    put(towns().build(), new Town("new", "c1", "t", 1));
    isUnbuiltThenBuilt(indexed(), "byCity", "c1", 4);
  }

  @Test
  void anIndexInTheTableOfRecordsThatWasGivenUpAnswersWhenItIsBuiltAnew() throws IOException {
    UnaryOperator<IndexDesignBuilder<Town>> within =
        index -> ofCity(index).inTableOfRecords("X", "f");
    make(towns().index("byCity", within).build());
    RecordTable.declare(connection, towns().build());
    put(towns().build(), new Town("new", "c1", "t", 1));
    isUnbuiltThenBuilt(towns().index("byCity", within).build(), "byCity", "c1", 4);
  }

  @Test
  void anIndexThatIsDeclaredAgainIsUnbuiltAllTheSame() throws IOException {
    make(indexed());
    RecordTable.declare(connection, towns().build());
    put(towns().build(), new Town("new", "c1", "t", 1));
    RecordTable.declare(connection, indexed());
    isUnbuiltThenBuilt(indexed(), "byCity", "c1", 4);
  }

  private TableDesign<Town> onText() {
    return towns().index("byCity", index -> index.on(key -> key.part(Town::text))).build();
  }

  @Test
  void anIndexOfTheSameFormOnAnotherFieldIsRefused() throws IOException {
    make(indexed());
    isRefused(onText(), "index byCity", "city", "column f:c", "text", "column f:t");
    RecordTable.declare(connection, onText());
    isRefused(indexed(), "index byCity", "city", "text");
    isUnbuiltThenBuiltByText(onText());
  }

  @Test
  void anIndexOfOldNotesOnAnotherFieldIsUnbuiltWhenItIsDeclared() throws IOException {
    make(indexed());
    forgetPlaces();
    RecordTable.declare(connection, onText());
    isUnbuiltThenBuiltByText(onText());
  }

  private void isUnbuiltThenBuiltByText(TableDesign<Town> design) throws IOException {
    try (RecordTable<Town> table = RecordTable.open(connection, design)) {
      assertThatThrownBy(() -> table.where(Town::text).is("t1").list())
          .isInstanceOf(UnservedReadException.class);
      assertThat(table.repairIndex("byCity").conflicts()).isZero();
      assertThat(table.where(Town::text).is("t1").list()).hasSize(1);
    }
  }

  record Place(String key, String town, String text, int number) {}

  @Test
  void anIndexOnAFieldThatGotAnotherNameStays() throws IOException {
    make(indexed());
    TableDesign<Place> renamed =
        TableDesign.of(name, Place.class)
            .key(key -> key.literal("R").part(Place::key, Parts.textToEnd()))
            .family("f")
            .column(Place::town, "f:c")
            .column(Place::text, "f:t")
            .column(Place::number, "f:n")
            .index("byCity", index -> index.on(key -> key.part(Place::town)))
            .build();
    TableDesign<Town> before =
        TableDesign.of(name, Town.class)
            .key(key -> key.literal("R").part(Town::key, Parts.textToEnd()))
            .family("f")
            .column(Town::city, "f:c")
            .column(Town::text, "f:t")
            .column(Town::number, "f:n")
            .index("byCity", ChangedIndexTest::ofCity)
            .build();
    RecordTable.declare(connection, before);
    try (RecordTable<Place> table = RecordTable.open(connection, renamed)) {
      assertThat(table.where(Place::town).is("c1").list()).hasSize(3);
    }
    RecordTable.declare(connection, renamed);
    try (RecordTable<Town> table = RecordTable.open(connection, before)) {
      assertThat(table.where(Town::city).is("c1").list()).hasSize(3);
    }
  }

  /** A program with the former column alone would take the entries of the new one for stale. */
  @Test
  void anIndexOnAFieldWhoseColumnWasRenamed() throws IOException {
    make(indexed());
    TableDesign<Town> renamed =
        TableDesign.of(name, Town.class)
            .key(key -> key.literal("R").part(Town::key, Parts.textToEnd()))
            .family("f")
            .column(Town::city, "f:city")
            .formerly(Town::city, "f:c")
            .column(Town::text, "f:t")
            .column(Town::number, "f:n")
            .neverNull(Town::city)
            .neverNull(Town::text)
            .index("byCity", ChangedIndexTest::ofCity)
            .build();
    assertThatThrownBy(() -> RecordTable.open(connection, renamed))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("column f:city or column f:c");
    IndexSettings settings = IndexSettings.usual().withLease(Duration.ofMillis(40));
    UpgradePlan.of(connection, renamed, settings).run();
    try (RecordTable<Town> table = RecordTable.open(connection, renamed)) {
      assertThat(table.where(Town::city).is("c1").list()).hasSize(3);
    }
  }

  record Maybe(String key, String city, Integer number) {}

  record Sure(String key, String city, int number) {}

  private TableDesign<Maybe> maybe(String city) {
    TableDesignBuilder<Maybe> design =
        TableDesign.of(name, Maybe.class)
            .key(key -> key.part(Maybe::key))
            .family("f")
            .column(Maybe::number, "f:n");
    return (city == null
            ? design.column(Maybe::city, "f:c")
            : design.column(Maybe::city, "f:c", ColumnTypes.text(), city))
        .index("byCity", index -> index.on(key -> key.part(Maybe::city)))
        .index("byNumber", index -> index.on(key -> key.part(Maybe::number)))
        .build();
  }

  private void isRefusedMaybe(TableDesign<?> design, String... words) {
    assertThatThrownBy(() -> RecordTable.open(connection, design).close())
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void aDefaultThatComesOrChangesIsRefusedWhereAnIndexHasTheField() throws IOException {
    try (RecordTable<Maybe> table = RecordTable.create(connection, maybe(null))) {
      table.put(new Maybe("a", null, 1));
    }
    isRefusedMaybe(maybe("nowhere"), "index byCity", "null", "nowhere", "repairIndex");
    RecordTable.declare(connection, maybe("nowhere"));
    try (RecordTable<Maybe> table = RecordTable.open(connection, maybe("nowhere"))) {
      assertThatThrownBy(() -> table.where(Maybe::city).is("nowhere").list())
          .isInstanceOf(UnservedReadException.class);
      table.repairIndex("byCity");
      assertThat(table.where(Maybe::city).is("nowhere").list()).hasSize(1);
    }
    isRefusedMaybe(maybe("elsewhere"), "index byCity", "nowhere", "elsewhere");
    isRefusedMaybe(maybe(null), "index byCity", "nowhere", "null");
  }

  private TableDesign<Maybe> packed(UnaryOperator<PackedRecordBuilder<Maybe>> fields) {
    return TableDesign.of(name, Maybe.class)
        .key(key -> key.part(Maybe::key))
        .family("f")
        .packed("f:p", fields)
        .index("byCity", index -> index.on(key -> key.part(Maybe::city)))
        .index("byNumber", index -> index.on(key -> key.part(Maybe::number)))
        .build();
  }

  @Test
  void aDefaultOfAPackedFieldThatComesOrChangesIsRefusedWhereAnIndexHasTheField()
      throws IOException {
    UnaryOperator<PackedRecordBuilder<Maybe>> without =
        fields -> fields.field(1, Maybe::city).field(2, Maybe::number);
    try (RecordTable<Maybe> table = RecordTable.create(connection, packed(without))) {
      table.put(new Maybe("a", null, null));
    }
    TableDesign<Maybe> city =
        packed(
            fields ->
                fields.fieldWithDefault(1, Maybe::city).of("nowhere").field(2, Maybe::number));
    isRefusedMaybe(city, "index byCity", "null", "nowhere", "repairIndex");
    isRefusedMaybe(
        packed(fields -> fields.field(1, Maybe::city).fieldWithDefault(2, Maybe::number).of(7)),
        "index byNumber",
        "null",
        "repairIndex");
    RecordTable.declare(connection, city);
    try (RecordTable<Maybe> table = RecordTable.open(connection, city)) {
      assertThatThrownBy(() -> table.where(Maybe::city).is("nowhere").list())
          .isInstanceOf(UnservedReadException.class);
      table.repairIndex("byCity");
      assertThat(table.where(Maybe::city).is("nowhere").list()).hasSize(1);
    }
    isRefusedMaybe(
        packed(
            fields ->
                fields.fieldWithDefault(1, Maybe::city).of("elsewhere").field(2, Maybe::number)),
        "index byCity",
        "nowhere",
        "elsewhere");
    isRefusedMaybe(packed(without), "index byCity", "nowhere", "null");
  }

  /** Zero is what an int is without a default. */
  @Test
  void aDefaultOfAPackedFieldThatIsItsOldOneIsNoChange() throws IOException {
    RecordTable.create(connection, packedSure(fields -> fields.field(1, Sure::number))).close();
    RecordTable.open(
            connection, packedSure(fields -> fields.fieldWithDefault(1, Sure::number).of(0)))
        .close();
    isRefusedMaybe(
        packedSure(fields -> fields.fieldWithDefault(1, Sure::number).of(1)), "index byNumber");
  }

  private TableDesign<Sure> packedSure(UnaryOperator<PackedRecordBuilder<Sure>> number) {
    return TableDesign.of(name, Sure.class)
        .key(key -> key.part(Sure::key))
        .family("f")
        .packed("f:p", number)
        .column(Sure::city, "f:c")
        .index("byNumber", index -> index.on(key -> key.part(Sure::number)))
        .build();
  }

  /** The notes of a program that knew no defaults of packed fields. */
  @Test
  void aDefaultOfAPackedFieldThatIsNotNotedIsNotCompared() throws IOException {
    RecordTable.create(
            connection, packed(fields -> fields.field(1, Maybe::city).field(2, Maybe::number)))
        .close();
    forgetDefaults("byCity");
    RecordTable.open(
            connection,
            packed(
                fields ->
                    fields.fieldWithDefault(1, Maybe::city).of("nowhere").field(2, Maybe::number)))
        .close();
  }

  private void forgetDefaults(String index) throws IOException {
    TableName entries = TableName.valueOf(name + "_" + index);
    String note = "rowan.index." + index + ".fields";
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor table = admin.getDescriptor(entries);
      assertThat(table.getValue(note)).endsWith("|null");
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(table)
              .setValue(note, table.getValue(note).replace("|null", "|"))
              .build());
    }
  }

  @Test
  void anIntThatMayBeNullIsRefusedWhereAnIndexHasIt() throws IOException {
    RecordTable.create(
            connection,
            TableDesign.of(name, Sure.class)
                .key(key -> key.part(Sure::key))
                .family("f")
                .column(Sure::number, "f:n")
                .column(Sure::city, "f:c")
                .index("byCity", index -> index.on(key -> key.part(Sure::city)))
                .index("byNumber", index -> index.on(key -> key.part(Sure::number)))
                .build())
        .close();
    isRefusedMaybe(maybe(null), "index byNumber", "number", "null");
  }

  private TableDesign<Town> with(UnaryOperator<IndexDesignBuilder<Town>> index) {
    return towns().index("i", index).build();
  }

  /** What the refusal advises: the design is declared, and the index is built before it answers. */
  private void isBuiltAnew(
      UnaryOperator<IndexDesignBuilder<Town>> before, UnaryOperator<IndexDesignBuilder<Town>> after)
      throws IOException {
    make(with(before));
    isBuiltAnew(with(after));
  }

  private void isBuiltAnew(TableDesign<Town> after) throws IOException {
    isRefused(after, "index i");
    RecordTable.declare(connection, after);
    try (RecordTable<Town> table = RecordTable.open(connection, after)) {
      assertThatThrownBy(() -> table.byIndex("i").limit(20).list())
          .isInstanceOf(UnservedReadException.class);
      assertThat(table.verifyIndex("i").missing()).isPositive();
      assertThat(table.repairIndex("i").conflicts()).isZero();
      assertThat(table.byIndex("i").limit(20).list()).hasSize(RECORDS);
      assertThat(table.verifyIndex("i").missing()).isZero();
    }
  }

  @Test
  void anIndexOfSomeRecordsThatIsOfAll() throws IOException {
    isBuiltAnew(
        index -> ofCity(index).only("number > 4", town -> town.number() > 4),
        ChangedIndexTest::ofCity);
  }

  @Test
  void anIndexInAnotherOrder() throws IOException {
    isBuiltAnew(
        ChangedIndexTest::ofCity,
        index -> index.on(key -> key.part(Town::city, Parts.descending(Parts.text()))));
  }

  @Test
  void anIndexWithAFieldMore() throws IOException {
    isBuiltAnew(
        ChangedIndexTest::ofCity,
        index -> index.on(key -> key.part(Town::city).part(Town::number)));
  }

  @Test
  void anIndexWithAFieldLess() throws IOException {
    isBuiltAnew(
        index -> index.on(key -> key.part(Town::city).part(Town::number)),
        ChangedIndexTest::ofCity);
  }

  @Test
  void anIndexThatIsUniqueNow() throws IOException {
    isBuiltAnew(
        index -> index.on(key -> key.part(Town::number)),
        index -> index.on(key -> key.part(Town::number)).unique());
    try (RecordTable<Town> table =
        RecordTable.open(
            connection, with(index -> index.on(key -> key.part(Town::number)).unique()))) {
      assertThatThrownBy(() -> table.put(new Town("other", "c", "t", 2)))
          .isInstanceOf(UniqueViolationException.class);
    }
  }

  @Test
  void anIndexThatIsUniqueNoMore() throws IOException {
    make(with(index -> index.on(key -> key.part(Town::number)).unique()));
    isBuiltAnew(towns().marked().index("i", ChangedIndexTest::ofNumber).build());
    isRefused(towns().index("i", ChangedIndexTest::ofNumber).build(), "have marks", "marked()");
  }

  private static IndexDesignBuilder<Town> ofNumber(IndexDesignBuilder<Town> index) {
    return index.on(key -> key.part(Town::number));
  }

  @Test
  void anIndexOfNumbersThatBeginsWithTexts() throws IOException {
    isBuiltAnew(
        index -> index.on(key -> key.part(Town::number)),
        index -> index.on(key -> key.part(Town::text).part(Town::number)));
  }

  @Test
  void anIndexInTheTableOfRecordsInAnotherOrder() throws IOException {
    isBuiltAnew(
        index -> ofCity(index).inTableOfRecords("X", "f"),
        index ->
            index
                .on(key -> key.part(Town::number, Parts.descending(Parts.int32())).part(Town::city))
                .inTableOfRecords("X", "f"));
  }

  /** Else it would take the entries of the new form for rubbish, and remove them. */
  @Test
  void aRepairByTheFormerDesignIsRefused() throws IOException {
    make(with(ChangedIndexTest::ofCity));
    TableDesign<Town> changed = with(i -> i.on(k -> k.part(Town::city).part(Town::number)));
    try (RecordTable<Town> former = RecordTable.open(connection, with(ChangedIndexTest::ofCity))) {
      RecordTable.declare(connection, changed);
      assertThatThrownBy(() -> former.repairIndex("i")).isInstanceOf(ChangedDesignException.class);
    }
  }

  private TableDesign<Town> exchanged() {
    return towns()
        .index("byCity", index -> ofCity(index).table(name + "_byText"))
        .index("byText", index -> index.on(k -> k.part(Town::text)).table(name + "_byCity"))
        .build();
  }

  @Test
  void indexesWhoseTablesAreExchangedAreRefused() throws IOException {
    make(indexedTwice());
    isRefused(exchanged(), "index by", name + "_byCity", name + "_byText");
    forgetPlaces();
    isRefused(exchanged(), "index byCity", "index byText");
    RecordTable.declare(connection, exchanged());
    isUnbuiltThenBuilt(exchanged(), "byCity", "c1", 3);
  }

  @Test
  void indexesWhoseTablesAreExchangedAreBuiltAnew() throws IOException {
    make(indexedTwice());
    RecordTable.declare(connection, exchanged());
    isUnbuiltThenBuilt(exchanged(), "byCity", "c1", 3);
  }

  /** The table of the entries is another's, and the records' table does not say whose. */
  @Test
  void anIndexWithAnotherNameIsRefused() throws IOException {
    make(indexed());
    TableDesign<Town> renamed =
        towns().index("byTown", index -> ofCity(index).table(name + "_byCity")).build();
    isRefused(renamed, "byCity");
    RecordTable.declare(connection, renamed);
    isUnbuiltThenBuilt(renamed, "byTown", "c1", 3);
  }
}
