package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedType;
import io.rowandb.schema.packed.PackedTypes;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sealed interfaces of records in the columns of a table. */
@OnBackEnd
class UnionFieldsTest {
  sealed interface Payment permits Card, Cash {}

  record Card(String number) implements Payment {}

  record Cash() implements Payment {}

  sealed interface State permits Sent {}

  record Sent(long time) implements State {}

  record Order(int id, Payment payment, List<Payment> refunds) {}

  record Parcel(int id, State state) {}

  private static final List<Order> ORDERS =
      List.of(
          new Order(1, new Card("4711"), List.of(new Cash(), new Card(""))),
          new Order(2, new Cash(), List.of()),
          new Order(3, null, List.of()));

  private final String name = BackEnd.newTableName("orders");
  private Connection connection;
  private TableDesign<Order> design;

  @BeforeEach
  void take(Connection given) {
    connection = given;
    design =
        TableDesign.of(name, Order.class)
            .key(key -> key.part(Order::id))
            .family("o")
            .packed("o:m", packed -> packed.field(1, Order::payment).field(2, Order::refunds))
            .build();
  }

  @Test
  void recordsComeBack() throws IOException {
    try (RecordTable<Order> table = RecordTable.create(connection, design)) {
      table.putAll(ORDERS);
      assertThat(table.all().allowFullScan().list()).containsExactlyElementsOf(ORDERS);
    }
  }

  /** Tools show a message in a message as bytes: the table tells the fields of the outer one. */
  @Test
  void theTableKeepsTheNameOfTheInterface() throws IOException {
    try (RecordTable<Order> table = RecordTable.create(connection, design);
        Admin admin = connection.getAdmin()) {
      table.putAll(ORDERS);
      assertThat(design.describe())
          .contains("optional Payment payment = 1; repeated Payment refunds = 2;");
      assertThat(design.diff(admin.getDescriptor(design.name()))).isEmpty();
      TableDesign<NamedValues> kept = NotedDesigns.of(connection, design.name()).get(0);
      try (RecordTable<NamedValues> noted = RecordTable.open(connection, kept)) {
        assertThat(noted.get(2).orElseThrow().get("payment").orElseThrow())
            .isEqualTo(new byte[] {0x12, 0});
      }
    }
  }

  private TableDesign<Order> numbered(Map<Integer, Class<? extends Payment>> numbers) {
    Map<Integer, PackedRecord<? extends Payment>> records = new TreeMap<>();
    numbers.forEach((number, type) -> records.put(number, PackedRecord.inOrder(type)));
    PackedType<Payment> payment = PackedTypes.oneOf(Payment.class, records);
    return TableDesign.of(name, Order.class)
        .key(key -> key.part(Order::id))
        .family("o")
        .packed(
            "o:m", packed -> packed.fieldAs(1, Order::payment, payment).field(2, Order::refunds))
        .build();
  }

  /** Else a card that was stored would be read as cash, without a word. */
  @Test
  void otherNumbersAreRefused() throws IOException {
    RecordTable.create(connection, numbered(Map.of(1, Card.class, 2, Cash.class))).close();
    RecordTable.open(connection, design).close(); // the same numbers, by the order
    assertThatThrownBy(
            () -> RecordTable.open(connection, numbered(Map.of(2, Card.class, 1, Cash.class))))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("[1 Card, 2 Cash]")
        .hasMessageContaining("[1 Cash, 2 Card]");
  }

  @Test
  void anotherInterfaceIsAnotherForm() throws IOException {
    RecordTable.create(connection, design).close();
    TableDesign<Parcel> other =
        TableDesign.of(name, Parcel.class)
            .key(key -> key.part(Parcel::id))
            .family("o")
            .packed("o:m", packed -> packed.field(1, Parcel::state))
            .build();
    assertThatThrownBy(() -> RecordTable.open(connection, other))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("optional Payment")
        .hasMessageContaining("optional State");
  }
}
