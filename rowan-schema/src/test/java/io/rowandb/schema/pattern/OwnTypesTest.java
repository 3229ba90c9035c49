package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.packed.PackedRecord;
import io.rowandb.schema.packed.PackedType;
import io.rowandb.schema.packed.PackedTypes;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.ColumnType;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.schema.table.Versioned;
import io.rowandb.schema.value.MalformedValueException;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Classes of the program, kept as values of another class. */
@OnBackEnd
class OwnTypesTest {
  /** An amount that is never negative. */
  static final class Money {
    private final long cents;

    private Money(long cents) {
      this.cents = cents;
    }

    static Money ofCents(long cents) {
      if (cents < 0) {
        throw new IllegalStateException("a debt of " + -cents);
      }
      return new Money(cents);
    }

    long cents() {
      return cents;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Money that && cents == that.cents;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(cents);
    }

    @Override
    public String toString() {
      return cents + " cents";
    }
  }

  record Sale(
      int id,
      Money price,
      Optional<Money> tip,
      Instant time,
      Currency currency,
      List<Money> parts,
      List<Versioned<Money>> offers) {}

  private static final ColumnType<Money> MONEY =
      ColumnTypes.mapped("money in cents", ColumnTypes.int64(), Money::ofCents, Money::cents);

  private static final PackedType<Money> PACKED =
      PackedTypes.mapped(PackedTypes.sint64(), Money::ofCents, Money::cents);

  private static final Sale SALE =
      new Sale(
          7,
          Money.ofCents(1250),
          Optional.of(Money.ofCents(0)),
          Instant.ofEpochSecond(1, 5),
          Currency.getInstance("EUR"),
          List.of(Money.ofCents(1000), Money.ofCents(250)),
          List.of(new Versioned<>(Instant.ofEpochMilli(9), Money.ofCents(1300))));

  private final String name = BackEnd.newTableName("sales");
  private Connection connection;

  @BeforeEach
  void take(Connection given) {
    connection = given;
  }

  private TableDesignBuilder<Sale> declared(ColumnType<Money> money) {
    return TableDesign.of(name, Sale.class)
        .key(key -> key.part(Sale::id))
        .family("s", family -> family.setMaxVersions(3))
        .type(Money.class, money)
        .type(Instant.class, ColumnTypes.instantNanos())
        .column(Sale::price, "s:p")
        .column(Sale::tip, "s:t")
        .column(Sale::time, "s:at")
        .versions(Sale::offers, "s:o", 3)
        .packed(
            "s:m",
            packed ->
                packed
                    .fieldAs(
                        1,
                        Sale::currency,
                        PackedTypes.mapped(
                            String.class, Currency::getInstance, Currency::getCurrencyCode))
                    .fieldAs(2, Sale::parts, PackedTypes.list(PACKED)))
        .index(
            "byPrice",
            index ->
                index.on(
                    key ->
                        key.part(
                            Sale::price,
                            Parts.mapped(
                                Parts.int64(),
                                Money::ofCents,
                                Money::cents,
                                Comparator.comparing(Money::cents)))));
  }

  @Test
  void aRecordComesBack() throws IOException {
    TableDesign<Sale> design = declared(MONEY).build();
    try (RecordTable<Sale> table = RecordTable.create(connection, design)) {
      table.put(SALE);
      assertThat(table.get(7)).contains(SALE);
      assertThat(table.where(Sale::price).is(Money.ofCents(1250)).list()).containsExactly(SALE);
    }
  }

  @Test
  void toolsShowTheKeptValue() throws IOException {
    TableDesign<Sale> design = declared(MONEY).build();
    try (RecordTable<Sale> table = RecordTable.create(connection, design);
        Admin admin = connection.getAdmin()) {
      table.put(SALE);
      assertThat(design.describe())
          .contains("s:p is price: money in cents, kept as int64")
          .contains("optional string currency = 1; repeated sint64 parts = 2;");
      assertThat(design.diff(admin.getDescriptor(design.name()))).isEmpty();
      TableDesign<NamedValues> kept = NotedDesigns.of(connection, design.name()).get(0);
      try (RecordTable<NamedValues> noted = RecordTable.open(connection, kept)) {
        assertThat(noted.get(7).orElseThrow().toMap())
            .containsEntry("price", 1250L)
            .containsEntry("tip", 0L)
            .containsEntry("time", SALE.time())
            .containsEntry("currency", "EUR")
            .containsEntry("parts", List.of(1000L, 250L))
            .containsEntry("offers", List.of(new Versioned<>(Instant.ofEpochMilli(9), 1300L)));
      }
    }
  }

  @Test
  void anotherNameIsAnotherForm() throws IOException {
    RecordTable.create(connection, declared(MONEY).build()).close();
    TableDesign<Sale> euros =
        declared(
                ColumnTypes.mapped(
                    "money in euros",
                    ColumnTypes.int64(),
                    whole -> Money.ofCents(whole * 100),
                    money -> money.cents() / 100))
            .build();
    assertThatThrownBy(() -> RecordTable.open(connection, euros))
        .isInstanceOf(ChangedDesignException.class)
        .hasMessageContaining("money in cents, kept as int64")
        .hasMessageContaining("money in euros, kept as int64");
  }

  @Test
  void bytesThatTheClassRefuses() {
    byte[] debt = Bytes.toBytes(-5L);
    assertThatThrownBy(() -> MONEY.decode(debt, 0, debt.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("money in cents refuses -5")
        .hasMessageContaining("a debt of 5");
    assertThatThrownBy(() -> MONEY.decode(debt, 0, 7))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("int64 is of 8 bytes");
    record Price(Money money) {}
    PackedRecord<Price> price =
        PackedRecord.of(Price.class).fieldAs(1, Price::money, PACKED).build();
    byte[] packedDebt = {8, 9};
    assertThatThrownBy(() -> price.decode(packedDebt, 0, 2))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("Price.money, field 1")
        .hasMessageContaining("value -5 is refused")
        .hasMessageContaining("a debt of 5");
  }

  @Test
  void functionsThatGiveNullOrFail() {
    ColumnType<Money> none =
        ColumnTypes.mapped("nothing", ColumnTypes.text(), text -> null, money -> null);
    assertThatThrownBy(() -> none.encode(SALE.price()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing has no form of 1250 cents but null");
    assertThatThrownBy(() -> none.decode(new byte[] {'a'}, 0, 1))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("nothing makes null of a");
    ColumnType<Currency> digits =
        ColumnTypes.mapped(
            "currency",
            ColumnTypes.text(),
            Currency::getInstance,
            each -> each.toString().substring(9));
    assertThatThrownBy(() -> digits.encode(SALE.currency()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("currency has no form of EUR")
        .hasMessageContaining("StringIndexOutOfBounds");
    record Price(Money money) {}
    PackedRecord<Price> price =
        PackedRecord.of(Price.class)
            .fieldAs(
                1,
                Price::money,
                PackedTypes.<Long, Money>mapped(PackedTypes.sint64(), cents -> null, money -> null))
            .build();
    assertThatThrownBy(() -> price.encode(new Price(SALE.price())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Price.money: value 1250 cents has no form but null");
    assertThatThrownBy(() -> price.decode(new byte[] {8, 2}, 0, 2))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("Price.money, field 1: value 1 is read as null");
  }

  @Test
  void declarationsThatCannotHold() {
    for (String bad : List.of("", " ", "a, kept as b")) {
      assertThatThrownBy(
              () -> ColumnTypes.mapped(bad, ColumnTypes.int64(), Money::ofCents, Money::cents))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining('"' + bad + '"');
    }
    assertThatThrownBy(() -> declared(MONEY).type(Money.class, MONEY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Money has a form already");
    record Late(long id, long count) {}
    TableDesignBuilder<Late> late =
        TableDesign.of("late", Late.class)
            .key(key -> key.part(Late::id))
            .family("l")
            .column(Late::count, "l:c");
    assertThatThrownBy(() -> late.type(Long.class, ColumnTypes.decimalText()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("before the columns that have it");
    assertThatThrownBy(
            () -> PackedTypes.mapped(PackedTypes.list(PackedTypes.sint32()), List::size, List::of))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("repeated sint32");
  }

  @Test
  void thePrimitiveHasTheFormOfItsBox() {
    record Count(long id, long count) {}
    TableDesign<Count> design =
        TableDesign.of("counts", Count.class)
            .key(key -> key.part(Count::id))
            .family("c")
            .type(Long.class, ColumnTypes.decimalText())
            .column(Count::count, "c:c")
            .build();
    assertThat(design.describe()).contains("c:c is count: int64 as decimal digits");
  }
}
