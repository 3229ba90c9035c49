package io.rowandb.design.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Where the rows of a sample come from. */
class RegionSampleTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final int ROWS = 20_000;

  private Connection connection;

  @BeforeEach
  void open(TestInfo test) throws IOException {
    String store = "mem:sample-" + test.getDisplayName();
    connection = ConnectionFactory.createConnection(Rowan.configuration(store));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private void fill(int rows, IntFunction<String> key, byte[]... splits) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(NAME);
    table.setColumnFamily(ColumnFamilyDescriptorBuilder.of("c"));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(table.build(), splits);
    }
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      byte[] row = Bytes.toBytesBinary(key.apply(i));
      puts.add(new Put(row).addColumn(Bytes.toBytes("c"), null, Bytes.toBytes(i)));
    }
    try (Table made = connection.getTable(NAME)) {
      made.put(puts);
    }
  }

  /** How many of the tenths of a table, in the order of its keys, have at least some rows. */
  private int tenths(int limit, int least) throws IOException {
    int[] tenths = new int[10];
    RegionSample.read(
        connection,
        NAME,
        limit,
        new Random(1),
        (row, behind) -> tenths[Bytes.toInt(row.value()) * 10 / ROWS]++);
    int there = 0;
    for (int each : tenths) {
      there += each >= least ? 1 : 0;
    }
    return there;
  }

  @Test
  void textsAreReadFromTheWholeRegion() throws IOException {
    fill(ROWS, i -> String.format("user%08d", i * 4999L));
    assertThat(tenths(1000, 1)).isGreaterThan(5);
  }

  @Test
  void keysThatBeginAlikeAreToo() throws IOException {
    fill(ROWS, i -> "of-the-company-and-its-customers:" + String.format("%06d", i));
    assertThat(tenths(1000, 1)).isGreaterThan(5);
  }

  @Test
  void aTimeBehindALetterToo() throws IOException {
    fill(ROWS, i -> "a" + Bytes.toStringBinary(Bytes.toBytes(1_400_000_000_000L + i * 1000L)));
    assertThat(tenths(1000, 1)).isGreaterThan(5);
  }

  @Test
  void hashesAreReadFromTheWholeRegion() throws IOException {
    fill(ROWS, i -> Bytes.toStringBinary(Bytes.toBytes(i * (Integer.MAX_VALUE / ROWS))) + "x");
    assertThat(tenths(1000, 1)).isGreaterThan(5);
  }

  @Test
  void fewerRowsThanRegionsAreNotTheWholeTable() throws IOException {
    byte[][] splits = new byte[9][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = Bytes.toBytes(String.valueOf(i + 1));
    }
    fill(10, String::valueOf, splits);
    List<String> rows = new ArrayList<>();
    Random random = new Random(1);
    assertThat(RegionSample.read(connection, NAME, 5, random, (row, behind) -> rows.add("")))
        .isFalse();
    assertThat(rows).hasSize(5);
    assertThat(RegionSample.read(connection, NAME, 10, random, (row, behind) -> {})).isTrue();
  }
}
