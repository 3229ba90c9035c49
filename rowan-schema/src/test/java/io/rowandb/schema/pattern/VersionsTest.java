package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.Versioned;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** F32: a field that is the history of a column, and reads as of a time. */
@OnBackEnd
class VersionsTest {
  record Stock(String name, String currency, List<Versioned<Long>> prices) {}

  private static final Instant T0 = Instant.parse("2012-07-01T00:00:00Z");

  private Connection connection;
  private TableDesign<Stock> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design = design(3, 4);
  }

  private static TableDesign<Stock> design(int read, int kept) {
    return TableDesign.of(BackEnd.newTableName("stocks"), Stock.class)
        .key(key -> key.part(Stock::name))
        .family("p", family -> family.setMaxVersions(kept))
        .versions(Stock::prices, "p:v", read)
        .column(Stock::currency, "p:c")
        .build();
  }

  private static Versioned<Long> price(int second) {
    return new Versioned<>(T0.plusSeconds(second), 100L + second);
  }

  private static Stock stock(int... seconds) {
    return new Stock("acme", "EUR", IntStream.of(seconds).mapToObj(VersionsTest::price).toList());
  }

  @Test
  void theNewestComeFirst() throws IOException {
    try (RecordTable<Stock> stocks = RecordTable.create(connection, design)) {
      stocks.put(stock());
      assertThat(stocks.get("acme")).contains(stock());
      stocks.put(stock(2, 1));
      assertThat(stocks.get("acme")).contains(stock(2, 1));
      stocks.put(stock(1, 2));
      assertThat(stocks.get("acme")).contains(stock(2, 1));
    }
  }

  @Test
  void aHistoryGrows() throws IOException {
    try (RecordTable<Stock> stocks = RecordTable.create(connection, design)) {
      for (int i = 1; i < 6; i++) {
        stocks.put(stock(i));
      }
      assertThat(stocks.get("acme")).contains(stock(5, 4, 3));
      assertThat(stocks.all().allowFullScan().list()).containsExactly(stock(5, 4, 3));
      stocks.put(new Stock("acme", "EUR", List.of(new Versioned<>(price(4).time(), 7L))));
      assertThat(stocks.get("acme").orElseThrow().prices())
          .containsExactly(price(5), new Versioned<>(price(4).time(), 7L), price(3));
    }
  }

  record History(String name, List<Versioned<Long>> prices) {}

  /** A deletion hides versions of before it, and not the record that is written behind it. */
  @Test
  void aRecordOfOldVersionsAloneIsThereAfterADelete() throws IOException {
    TableDesign<History> histories =
        TableDesign.of(BackEnd.newTableName("histories"), History.class)
            .key(key -> key.part(History::name))
            .family("v", family -> family.setMaxVersions(3))
            .versions(History::prices, "v:p", 3)
            .index("byName", index -> index.on(key -> key.part(History::name)))
            .build();
    History old = new History("acme", List.of(price(5)));
    try (RecordTable<History> table = RecordTable.create(connection, histories)) {
      table.put(old);
      assertThat(table.get("acme")).contains(old);
      table.delete(old);
      assertThat(table.get("acme")).isEmpty();
      table.put(old);
      assertThat(table.get("acme")).contains(new History("acme", List.of()));
      assertThat(table.byIndex("byName").limit(2).list()).hasSize(1);
    }
  }

  @Test
  void asOfATimeTheHistoryEndsThere() throws IOException {
    try (RecordTable<Stock> stocks = RecordTable.create(connection, design)) {
      stocks.put(stock(3, 2, 1));
      stocks.put(stock(4));
      RecordQuery<Stock> query = stocks.where(Stock::name).is("acme");
      assertThat(query.asOf(price(4).time().minusMillis(1)).list().get(0).prices())
          .containsExactly(price(3), price(2), price(1));
      assertThat(query.asOf(price(2).time()).list().get(0).prices())
          .containsExactly(price(2), price(1));
      assertThat(query.asOf(price(0).time()).list()).isEmpty();
    }
  }

  @Test
  void timesAreThoseOfCells() {
    for (Instant time : List.of(Instant.EPOCH, Instant.ofEpochMilli(Long.MAX_VALUE - 1))) {
      assertThat(new Versioned<>(time, 1).time()).isEqualTo(time);
    }
    for (Instant time :
        List.of(
            T0.plusNanos(1),
            Instant.ofEpochMilli(-1),
            Instant.ofEpochMilli(Long.MAX_VALUE),
            Instant.MAX,
            Instant.MIN)) {
      assertThatThrownBy(() -> new Versioned<>(time, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("whole milliseconds", time.toString());
    }
    assertThatThrownBy(() -> new Versioned<>(T0, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Versioned.value is null");
    assertThatThrownBy(() -> new Versioned<>(null, 1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Versioned.time is null");
  }

  @Test
  void listsThatCannotComeBackAreRefused() {
    List<Versioned<Long>> withNull = new ArrayList<>();
    withNull.add(null);
    assertRefused(null, "Stock.prices is null");
    assertRefused(withNull, "Stock.prices has a null");
    assertRefused(stock(4, 3, 2, 1).prices(), "of 4 versions, and a list of at most 3");
    assertRefused(stock(3, 3).prices(), "two versions of one time");
  }

  private void assertRefused(List<Versioned<Long>> prices, String words) {
    assertThatThrownBy(() -> design.write(new Stock("acme", "EUR", prices)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void theFamilyMustKeepAsMany() {
    assertThatThrownBy(() -> design(3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "p:v is prices: int64, the newest 3 versions: family p keeps 2 versions, and 3 are");
    assertThatThrownBy(() -> design(0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1 version, not 0");
  }

  @Test
  void theFormCanBeDeclared() throws IOException {
    TableDesign<Stock> digits =
        TableDesign.of(BackEnd.newTableName("stocks"), Stock.class)
            .key(key -> key.part(Stock::name))
            .family("p", family -> family.setMaxVersions(5))
            .versions(Stock::prices, "p:v", ColumnTypes.decimalText(), 5)
            .column(Stock::currency, "p:c")
            .build();
    try (RecordTable<Stock> stocks = RecordTable.create(connection, digits);
        Table table = connection.getTable(digits.name())) {
      stocks.put(stock(2, 1));
      assertThat(stocks.get("acme")).contains(stock(2, 1));
      table.put(
          new Put(digits.key().encode(stock()))
              .addColumn(Bytes.toBytes("p"), Bytes.toBytes("v"), 5, Bytes.toBytes("x")));
      assertThatThrownBy(() -> stocks.get("acme"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll(
              "Stock.prices in column p:v", "1970-01-01T00:00:00.005Z", "decimal digits");
    }
  }
}
