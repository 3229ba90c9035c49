package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.MalformedKeyException;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The fields of a row that need not make a record. */
class FieldReaderTest {
  record Item(String id, int size, String colour, List<Part> parts, List<Part> spares) {
    Item {
      if (size < 0) {
        throw new IllegalArgumentException("no item has a size below 0");
      }
    }
  }

  record Part(int number, String name) {}

  private static final DetailDesign<Part> PART =
      DetailDesign.of(Part.class).key(key -> key.part(Part::number)).cell(Part::name, "n").build();

  private static final TableDesign<Item> ITEMS =
      TableDesign.of("items", Item.class)
          .key(key -> key.part(Item::id))
          .family("i")
          .family("p")
          .column(Item::size, "i:s")
          .column(Item::colour, "i:c")
          .formerly(Item::colour, "i:col")
          .details(Item::parts, DetailLayout.wide("p"), PART)
          .details(Item::spares, DetailLayout.tall("spares"), PART)
          .build();

  private static final byte[] ROW = {'a', 0, 0};
  private static final byte[] PART_7 = {(byte) 0x80, 0, 0, 7, 'n'};

  @Test
  void areThoseThatHaveAValue() {
    assertThat(named(ITEMS.fieldReader().read(row(ROW, "i", "s", Bytes.toBytes(5)))))
        .isEqualTo(Map.of("id", "a", "size", 5, "parts", List.of()));
  }

  @Test
  void mayBeWhatTheConstructorRefuses() {
    Result row = row(ROW, "i", "s", Bytes.toBytes(-5));
    assertThat(named(ITEMS.fieldReader().read(row))).containsEntry("size", -5);
    assertThatThrownBy(() -> ITEMS.rows().read(row, withSpares())).hasMessageContaining("below 0");
  }

  private static Object[] withSpares() {
    Object[] values = ITEMS.rows().noValues();
    values[ITEMS.shape().component(Item::spares).index()] = List.of();
    return values;
  }

  /** What may leave out a cell without a word makes it unknown whether there is one. */
  @Test
  void areThoseThatWereRead() throws IOException {
    Result row = row(ROW, "i", "s", Bytes.toBytes(5));
    byte[] i = Bytes.toBytes("i");
    byte[] p = Bytes.toBytes("p");
    Map<String, Object> all = Map.of("id", "a", "size", 5, "parts", List.of());
    Map<String, Object> some = Map.of("id", "a", "size", 5);
    Filter rows = new PrefixFilter(ROW);
    assertThat(read(row, new Scan())).isEqualTo(all);
    assertThat(read(row, new Scan().addFamily(i).addFamily(p))).isEqualTo(all);
    assertThat(read(row, new Scan().setFilter(new FilterList(rows, new FilterList(rows)))))
        .isEqualTo(all);
    assertThat(read(row, new Scan().addFamily(i))).isEqualTo(some);
    assertThat(read(row, new Scan().addColumn(p, PART_7))).isEqualTo(some);
    assertThat(read(row, new Scan().setBatch(1))).isEqualTo(some);
    assertThat(read(row, new Scan().setMaxResultsPerColumnFamily(5))).isEqualTo(some);
    assertThat(read(row, new Scan().setRowOffsetPerColumnFamily(1))).isEqualTo(some);
    assertThat(read(row, new Scan().setTimestamp(1))).isEqualTo(some);
    assertThat(read(row, new Scan().setColumnFamilyTimeRange(p, 0, 5))).isEqualTo(some);
    assertThat(read(row, new Scan().setFilter(new FilterList(rows, new FirstKeyOnlyFilter()))))
        .isEqualTo(some);
    assertThat(read(row, new Scan().setFilter(new FilterList(rows, new KeyOnlyFilter()))))
        .isEqualTo(Map.of("id", "a"));
    Result part = row(ROW, "p", Bytes.toString(new byte[] {'x'}), ROW);
    assertThat(ITEMS.fieldReader().isShown(Column.of("i:x"), part, RowPart.ALL)).isFalse();
    assertThat(ITEMS.fieldReader().isShown(new Column(p, PART_7), part, RowPart.ALL)).isTrue();
    assertThat(
            ITEMS
                .fieldReader()
                .isShown(new Column(p, PART_7), part, RowPart.of(new Scan().setBatch(1))))
        .isFalse();
  }

  private static Map<String, Object> read(Result row, Scan scan) {
    return named(ITEMS.fieldReader().read(row, RowPart.of(scan)));
  }

  @Test
  void areRefusedWhereTheRowHasNone() {
    assertThatThrownBy(
            () -> ITEMS.fieldReader().read(row(new byte[] {'a'}, "i", "s", Bytes.toBytes(5))))
        .isInstanceOf(MalformedKeyException.class);
    assertThatThrownBy(() -> ITEMS.fieldReader().read(row(ROW, "i", "s", new byte[3])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Item.size in column i:s");
  }

  record Page(String site, int number) {}

  @Test
  void areRefusedWhereTheHashIsAnother() {
    TableDesign<Page> pages =
        TableDesign.of("pages", Page.class)
            .key(key -> key.hash(Digest.md5(1), Page::site).part(Page::site).part(Page::number))
            .family("i")
            .build();
    byte[] row = pages.key().encode(new Page("a", 1));
    assertThat(named(pages.fieldReader().read(row(row, "i", "x", row))))
        .isEqualTo(Map.of("site", "a", "number", 1));
    row[0]++;
    assertThatThrownBy(() -> pages.fieldReader().read(row(row, "i", "x", row)))
        .isInstanceOf(MalformedKeyException.class)
        .hasMessageContaining("a record with its fields has the key ");
  }

  private static Map<String, Object> named(Map<Component, Object> fields) {
    Map<String, Object> named = new LinkedHashMap<>();
    fields.forEach((field, value) -> named.put(field.name(), value));
    return named;
  }

  private static Result row(byte[] row, String family, String qualifier, byte[] value) {
    return Result.create(
        Arrays.asList(
            new KeyValue(row, Bytes.toBytes(family), Bytes.toBytes(qualifier), 1, value)));
  }
}
