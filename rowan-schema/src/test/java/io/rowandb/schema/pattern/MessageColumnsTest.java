package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records of sealed interfaces, lists, sets and maps, each in a column of its own. */
@OnBackEnd
@SuppressWarnings("SameNameButDifferent") // a program before and after a change
class MessageColumnsTest {
  sealed interface Payment permits Card, Cash {}

  record Card(String number) implements Payment {}

  record Cash() implements Payment {}

  /** What a later version of the program has. */
  static final class Later {
    sealed interface Payment permits Card, Cash, Voucher {}

    record Card(String number) implements Payment {}

    record Cash() implements Payment {}

    record Voucher(int cents) implements Payment {}

    record Sale(
        int id,
        Payment payment,
        Optional<Payment> tip,
        Set<String> tags,
        Map<String, Integer> counts,
        List<Long> times) {}

    private Later() {}
  }

  /** The same with its records in another order. */
  static final class Turned {
    sealed interface Payment permits Cash, Card {}

    record Card(String number) implements Payment {}

    record Cash() implements Payment {}

    record Sale(
        int id,
        Payment payment,
        Optional<Payment> tip,
        Set<String> tags,
        Map<String, Integer> counts,
        List<Long> times) {}

    private Turned() {}
  }

  record Sale(
      int id,
      Payment payment,
      Optional<Payment> tip,
      Set<String> tags,
      Map<String, Integer> counts,
      List<Long> times) {}

  private static final Sale FULL =
      new Sale(
          1,
          new Card("47"),
          Optional.of(new Cash()),
          Set.of("b", "a"),
          Map.of("y", 2, "x", 1),
          List.of(3L, 1L));

  private static final Sale BARE =
      new Sale(2, null, Optional.empty(), Set.of(), Map.of(), List.of());

  private final String name = BackEnd.newTableName("sales");
  private Connection connection;
  private TableDesign<Sale> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design =
        TableDesign.of(name, Sale.class)
            .key(key -> key.part(Sale::id))
            .family("s")
            .column(Sale::payment, "s:p")
            .column(Sale::tip, "s:t")
            .column(Sale::tags, "s:g")
            .column(Sale::counts, "s:c")
            .column(Sale::times, "s:i")
            .build();
  }

  private TableDesign<Later.Sale> later() {
    return TableDesign.of(name, Later.Sale.class)
        .key(key -> key.part(Later.Sale::id))
        .family("s")
        .column(Later.Sale::payment, "s:p")
        .column(Later.Sale::tip, "s:t")
        .column(Later.Sale::tags, "s:g")
        .column(Later.Sale::counts, "s:c")
        .column(Later.Sale::times, "s:i")
        .build();
  }

  @Test
  void theyComeBack() throws IOException {
    try (RecordTable<Sale> table = RecordTable.create(connection, design)) {
      table.putAll(List.of(FULL, BARE));
      assertThat(table.all().allowFullScan().list()).containsExactly(FULL, BARE);
      table.put(new Sale(1, new Cash(), Optional.empty(), Set.of("z"), Map.of(), List.of()));
      assertThat(table.get(1).orElseThrow().payment()).isEqualTo(new Cash());
      assertThat(table.get(1).orElseThrow().counts()).isEmpty();
    }
  }

  @Test
  void theirBytesStayAsTheyAre() throws IOException {
    try (RecordTable<Sale> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      table.put(FULL);
      Result row = rows.get(new Get(design.key().encode(FULL)));
      Map<String, String> cells = new LinkedHashMap<>();
      for (String qualifier : List.of("p", "t", "g", "c", "i")) {
        byte[] value = row.getValue(Bytes.toBytes("s"), Bytes.toBytes(qualifier));
        cells.put(qualifier, HexFormat.of().formatHex(value));
      }
      assertThat(cells)
          .containsExactly(
              Map.entry("p", "0a060a040a023437"),
              Map.entry("t", "0a021200"),
              Map.entry("g", "0a01610a0162"),
              Map.entry("c", "0a050a017810010a050a01791002"),
              Map.entry("i", "0a020301"));
    }
  }

  private void assertUnreadable(String qualifier, String hex, String... words) throws IOException {
    try (RecordTable<Sale> table = RecordTable.open(connection, design);
        Table rows = connection.getTable(design.name())) {
      table.put(FULL);
      rows.put(
          new Put(design.key().encode(FULL))
              .addColumn(
                  Bytes.toBytes("s"), Bytes.toBytes(qualifier), HexFormat.of().parseHex(hex)));
      assertThatThrownBy(() -> table.get(1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("s:" + qualifier)
          .hasMessageContainingAll(words);
    }
  }

  @Test
  void hostileBytesNameTheColumnAndTheField() throws IOException {
    RecordTable.create(connection, design).close();
    assertUnreadable("p", "0a021a00", "Sale.payment", "has field 3", "\\x0A\\x02\\x1A\\x00");
    assertUnreadable("p", "0aff", "\\x0A\\xFF");
    assertUnreadable("t", "0a00", "Sale.tip", "this has none");
    assertUnreadable("g", "0a01610a0161", "Sale.tags", "element a of a set is there twice");
    assertUnreadable("c", "0a050a017810010a050a01781002", "Sale.counts", "x");
    assertUnreadable("i", "0affffffff07", "Sale.times");
  }

  @Test
  void aNewRecordOfTheInterfaceComesAtTheEnd() throws IOException {
    try (RecordTable<Sale> table = RecordTable.create(connection, design)) {
      table.put(FULL);
    }
    try (RecordTable<Later.Sale> table = RecordTable.openOrCreate(connection, later())) {
      assertThat(table.get(1).orElseThrow().payment()).isEqualTo(new Later.Card("47"));
      table.put(
          new Later.Sale(3, new Later.Voucher(5), Optional.empty(), Set.of(), Map.of(), List.of()));
      assertThat(table.get(3).orElseThrow().payment()).isEqualTo(new Later.Voucher(5));
    }
    try (RecordTable<Sale> table = RecordTable.open(connection, design)) {
      assertThat(table.get(1)).contains(FULL);
      assertThatThrownBy(() -> table.get(3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("s:p", "Sale.payment", "has field 3");
    }
  }

  /** Else a card that was stored would be read as cash, without a word. */
  @Test
  void anotherOrderOfTheInterfaceIsRefused() throws IOException {
    RecordTable.create(connection, design).close();
    TableDesign<Turned.Sale> turned =
        TableDesign.of(name, Turned.Sale.class)
            .key(key -> key.part(Turned.Sale::id))
            .family("s")
            .column(Turned.Sale::payment, "s:p")
            .column(Turned.Sale::tip, "s:t")
            .column(Turned.Sale::tags, "s:g")
            .column(Turned.Sale::counts, "s:c")
            .column(Turned.Sale::times, "s:i")
            .build();
    assertThatThrownBy(() -> RecordTable.open(connection, turned))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContainingAll("[1 Card, 2 Cash]", "[1 Cash, 2 Card]");
  }

  @Test
  void toolsShowThemWithoutTheProgram() throws IOException {
    try (RecordTable<Sale> table = RecordTable.create(connection, design);
        Admin admin = connection.getAdmin()) {
      table.put(FULL);
      assertThat(design.describe())
          .contains("message Sale { repeated string tags = 1; }")
          .contains("message Sale { map<string, int32> counts = 1; }");
      assertThat(design.diff(admin.getDescriptor(design.name()))).isEmpty();
      TableDesign<NamedValues> kept = NotedDesigns.of(connection, design.name()).get(0);
      try (RecordTable<NamedValues> noted = RecordTable.open(connection, kept)) {
        NamedValues shown = noted.get(1).orElseThrow();
        assertThat(shown.get("tags").orElseThrow()).isEqualTo(List.of("a", "b"));
        assertThat(shown.get("counts").orElseThrow()).isEqualTo(FULL.counts());
        assertThat(shown.get("times").orElseThrow()).isEqualTo(FULL.times());
      }
    }
  }

  record Odd(int id, Set<Object> things) {}

  record Own(int id, Payment payment) {}

  @Test
  void whatHasNoFormIsRefusedAndAFormOfTheProgramCounts() throws IOException {
    assertThatThrownBy(
            () ->
                TableDesign.of(name, Odd.class)
                    .key(key -> key.part(Odd::id))
                    .family("s")
                    .column(Odd::things, "s:t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Odd.things", "java.lang.Object");
    assertThatThrownBy(
            () ->
                TableDesign.of(name, Own.class)
                    .column(Own::payment, "s:p")
                    .type(
                        Payment.class,
                        ColumnTypes.mapped(
                            "text", ColumnTypes.text(), Card::new, payment -> "card")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Payment", "before the columns");
    TableDesign<Own> own =
        TableDesign.of(name, Own.class)
            .type(
                Payment.class,
                ColumnTypes.mapped(
                    "payment as text",
                    ColumnTypes.text(),
                    text -> text.isEmpty() ? new Cash() : new Card(text),
                    payment -> payment instanceof Card card ? card.number() : ""))
            .key(key -> key.part(Own::id))
            .family("s")
            .column(Own::payment, "s:p")
            .build();
    try (RecordTable<Own> table = RecordTable.create(connection, own)) {
      table.put(new Own(1, new Card("8")));
      assertThat(table.get(1)).contains(new Own(1, new Card("8")));
    }
    assertThat(own.describe()).contains("payment as text");
  }
}
