package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.HBaseBytesParts;
import io.rowandb.schema.key.MalformedKeyException;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A design laid over a table that a program made and filled by HBase's own calls. */
@OnBackEnd
class ExistingTableTest {
  record Reading(String sensor, int day, Instant written, Double value, String unit) {}

  private static final byte[] FAMILY = Bytes.toBytes("d");
  private static final Instant TIME = Instant.parse("2014-05-12T08:05:30Z");

  private Connection connection;
  private TableName name;
  private TableDesign<Reading> design;

  /** Rows of the sensor, a hyphen and the day as an int; numbers as {@code Bytes} writes them. */
  @BeforeEach
  void makeTable(Connection given) throws IOException {
    connection = given;
    name = TableName.valueOf(BackEnd.newTableName("readings"));
    design =
        TableDesign.of(name.getNameAsString(), Reading.class)
            .key(
                key ->
                    key.part(Reading::sensor, Parts.separatedText('-'))
                        .part(Reading::day, HBaseBytesParts.int32()))
            .family("d", family -> family.setMaxVersions(2))
            .column(Reading::written, "d:written")
            .column(Reading::value, "d:value")
            .column(Reading::unit, "d:unit", ColumnTypes.text(), "C")
            .build();
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(2).build())
              .build());
      for (int day = 0; day < 5; day++) {
        for (String sensor : List.of("a", "ab")) {
          table.put(
              new Put(row(sensor, day))
                  .addColumn(FAMILY, Bytes.toBytes("written"), Bytes.toBytes(TIME.toEpochMilli()))
                  .addColumn(FAMILY, Bytes.toBytes("value"), Bytes.toBytes(day + 0.5))
                  .addColumn(FAMILY, Bytes.toBytes("other"), Bytes.toBytes("kept")));
        }
      }
    }
  }

  private static byte[] row(String sensor, int day) {
    return Bytes.add(Bytes.toBytes(sensor + "-"), Bytes.toBytes(day));
  }

  private static Reading reading(int day) {
    return new Reading("a", day, TIME, day + 0.5, "C");
  }

  @Test
  void itsRowsAreRecords() throws IOException {
    try (Admin admin = connection.getAdmin();
        RecordTable<Reading> table = RecordTable.open(connection, design)) {
      assertThat(design.diff(admin.getDescriptor(name))).isEmpty();
      assertThat(table.get("a", 3)).contains(reading(3));
      assertThat(table.where(Reading::sensor).is("a").list())
          .containsExactly(reading(0), reading(1), reading(2), reading(3), reading(4));
      assertThat(table.all().allowFullScan().list()).hasSize(10);
    }
  }

  @Test
  void whatIsNotDeclaredStays() throws IOException {
    try (RecordTable<Reading> table = RecordTable.open(connection, design);
        Table plain = connection.getTable(name)) {
      table.put(new Reading("a", 3, TIME, null, "F"));
      assertThat(table.get("a", 3)).contains(new Reading("a", 3, TIME, null, "F"));
      assertThat(plain.get(new Get(row("a", 3))).getValue(FAMILY, Bytes.toBytes("other")))
          .isEqualTo(Bytes.toBytes("kept"));
    }
  }

  @Test
  void aRowThatTheDesignDoesNotKnowIsNamed() throws IOException {
    try (RecordTable<Reading> table = RecordTable.open(connection, design);
        Table plain = connection.getTable(name)) {
      plain.put(
          new Put(Bytes.toBytes("zz")).addColumn(FAMILY, Bytes.toBytes("value"), new byte[8]));
      assertThatThrownBy(() -> table.all().allowFullScan().list())
          .isInstanceOf(MalformedKeyException.class)
          .hasMessageContaining("row key zz");
      plain.put(
          new Put(row("a", 9)).addColumn(FAMILY, Bytes.toBytes("value"), Bytes.toBytes("five")));
      assertThatThrownBy(() -> table.get("a", 9))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a-\\x00\\x00\\x00\\x09")
          .hasMessageContaining("Reading.value in column d:value");
    }
  }
}
