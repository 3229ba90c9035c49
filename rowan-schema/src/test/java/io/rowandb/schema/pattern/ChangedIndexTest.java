package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.BackEnd;
import io.rowandb.schema.backend.OnBackEnd;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.io.IOException;
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
      assertThatThrownBy(() -> table.where(Town::city, city).list())
          .isInstanceOf(UnservedReadException.class)
          .hasMessageContaining("repairIndex(\"" + index + "\")");
      assertThat(table.repairIndex(index).conflicts()).isZero();
      assertThat(table.where(Town::city, city).list()).hasSize(found);
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
      assertThat(later.where(Town::city, "c1").list()).hasSize(4);
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
