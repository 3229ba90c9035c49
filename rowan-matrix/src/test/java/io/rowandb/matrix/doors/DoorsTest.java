package io.rowandb.matrix.doors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a program does first, at both doors, on whatever version of HBase's client there is. */
@Tag("slow")
class DoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  @Test
  void theVersionIsTheOneThatIsMeant() {
    String meant = System.getProperty("rowan.matrix.version", VersionInfo.getVersion());
    assertThat(VersionInfo.getVersion()).isEqualTo(meant);
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void rowsAreWrittenAndRead(Door door) throws Exception {
    try (Connection connection = open(door);
        Table table = connection.getTable(T)) {
      table.put(put("a", "1"));
      table.put(List.of(put("b", "2"), put("z", "26")));
      assertThat(value(table.get(get("b")))).isEqualTo("2");
      assertThat(table.exists(get("c"))).isFalse();
      Result[] several = table.get(List.of(get("a"), get("none")));
      assertThat(value(several[0])).isEqualTo("1");
      assertThat(several[1].isEmpty()).isTrue();
      table.delete(new Delete(Bytes.toBytes("b")));
      assertThat(rows(table, new Scan())).containsExactly("a", "z");
      assertThat(rows(table, new Scan().setReversed(true))).containsExactly("z", "a");
      assertThat(rows(table, new Scan().setLimit(1).setCaching(1))).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void rowsAreChangedAsOne(Door door) throws Exception {
    try (Connection connection = open(door);
        Table table = connection.getTable(T)) {
      byte[] row = Bytes.toBytes("r");
      assertThat(table.incrementColumnValue(row, F, Q, 5)).isEqualTo(5);
      Result incremented = table.increment(new Increment(row).addColumn(F, Q, 2));
      assertThat(Bytes.toLong(incremented.value())).isEqualTo(7);
      Result appended =
          table.append(new Append(row).addColumn(F, Bytes.toBytes("s"), Bytes.toBytes("x")));
      assertThat(appended.size()).isEqualTo(1);
      table.mutateRow(
          RowMutations.of(
              List.of(
                  new Delete(row).addColumns(F, Q),
                  new Put(row).addColumn(F, Bytes.toBytes("n"), Bytes.toBytes("new")))));
      assertThat(table.get(get("r")).size()).isEqualTo(2);
      byte[] other = Bytes.toBytes("other");
      CheckAndMutate absent =
          CheckAndMutate.newBuilder(other).ifNotExists(F, Q).build(put("other", "made"));
      assertThat(table.checkAndMutate(absent).isSuccess()).isTrue();
      assertThat(table.checkAndMutate(absent).isSuccess()).isFalse();
      CheckAndMutate greater =
          CheckAndMutate.newBuilder(other)
              .ifMatches(F, Q, CompareOperator.GREATER, Bytes.toBytes("zzz"))
              .build(new Delete(other));
      assertThat(table.checkAndMutate(List.of(absent, greater)))
          .extracting(result -> result.isSuccess())
          .containsExactly(false, true);
      assertThat(table.exists(get("other"))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void batchesMixActions(Door door) throws Exception {
    try (Connection connection = open(door);
        Table table = connection.getTable(T)) {
      table.put(put("a", "1"));
      List<Row> actions =
          List.of(
              put("b", "2"),
              get("a"),
              new Increment(Bytes.toBytes("n")).addColumn(F, Q, 3),
              new Delete(Bytes.toBytes("none")));
      Object[] results = new Object[actions.size()];
      table.batch(actions, results);
      assertThat(value((Result) results[1])).isEqualTo("1");
      assertThat(Bytes.toLong(((Result) results[2]).value())).isEqualTo(3);
      assertThat(results).doesNotContainNull();
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void filtersTravel(Door door) throws Exception {
    try (Connection connection = open(door);
        Table table = connection.getTable(T)) {
      for (String row : List.of("a1", "a2", "b1", "n1", "n2")) {
        table.put(put(row, "v" + row));
      }
      assertThat(rows(table, filtered(new PrefixFilter(Bytes.toBytes("a"))))).hasSize(2);
      assertThat(rows(table, filtered(new PageFilter(1)).setLimit(1))).containsExactly("a1");
      Filter value =
          new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("vb1")));
      Filter column =
          new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, Bytes.toBytes("vn2"));
      assertThat(rows(table, filtered(value))).containsExactly("b1");
      assertThat(
              rows(
                  table,
                  filtered(new FilterList(FilterList.Operator.MUST_PASS_ONE, value, column))))
          .contains("b1", "n2");
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void mutatorsWriteWhenTheyAreClosed(Door door) throws Exception {
    try (Connection connection = open(door);
        Table table = connection.getTable(T)) {
      try (BufferedMutator mutator = connection.getBufferedMutator(T)) {
        for (int i = 0; i < 100; i++) {
          mutator.mutate(put(String.format("r%03d", i), "v"));
        }
      }
      assertThat(rows(table, new Scan())).hasSize(100);
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void asynchronousCallsAreAnswered(Door door) throws Exception {
    try (Connection connection = open(door);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      AsyncTable<?> table = async.getTable(T);
      table.put(put("a", "1")).get();
      table.putAll(List.of(put("b", "2"), put("z", "3"))).get();
      assertThat(value(table.get(get("z")).get())).isEqualTo("3");
      assertThat(table.scanAll(new Scan()).get()).hasSize(3);
      assertThat(table.increment(new Increment(Bytes.toBytes("n")).addColumn(F, Q, 4)).get().size())
          .isEqualTo(1);
      assertThat(async.getAdmin().listTableNames().get()).containsExactly(T);
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void tablesAreAdministered(Door door) throws Exception {
    TableName made = TableName.valueOf("space:made");
    try (Connection connection = open(door);
        Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create("space").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(made)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
              .build());
      assertThat(admin.tableExists(made)).isTrue();
      assertThat(admin.listTableNames()).contains(T, made);
      admin.addColumnFamily(made, ColumnFamilyDescriptorBuilder.of("g"));
      assertThat(admin.getDescriptor(made).getColumnFamilyCount()).isEqualTo(2);
      admin.flush(made);
      admin.flush(made, Bytes.toBytes("g"));
      assertThat(admin.getRegions(made)).hasSize(1);
      assertThat(admin.getClusterMetrics().getLiveServerMetrics()).hasSize(1);
      admin.disableTable(made);
      try (Table table = connection.getTable(made)) {
        assertThatThrownBy(() -> table.put(put("a", "1")))
            .isInstanceOf(TableNotEnabledException.class);
      }
      admin.deleteTable(made);
      try (Table table = connection.getTable(made)) {
        assertThatThrownBy(() -> table.get(get("a"))).isInstanceOf(TableNotFoundException.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void regionsAreLocated(Door door) throws Exception {
    try (Connection connection = open(door);
        RegionLocator locator = connection.getRegionLocator(T)) {
      List<HRegionLocation> all = locator.getAllRegionLocations();
      assertThat(all).hasSize(2);
      assertThat(locator.getRegionLocation(Bytes.toBytes("x")).getRegion().getStartKey())
          .isEqualTo(Bytes.toBytes("m"));
    }
  }

  /** A fresh store with table {@code t} of family {@code f}, split at {@code m}. */
  private static Connection open(Door door) throws IOException {
    Configuration conf = door.configuration("doors");
    Connection connection = ConnectionFactory.createConnection(conf);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build(),
          new byte[][] {Bytes.toBytes("m")});
    }
    return connection;
  }

  private static Scan filtered(Filter filter) {
    return new Scan().setFilter(filter);
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private static Get get(String row) {
    return new Get(Bytes.toBytes(row));
  }

  private static String value(Result result) {
    return Bytes.toString(result.getValue(F, Q));
  }

  private static List<String> rows(Table table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        assertThat(Arrays.asList(result.rawCells())).isNotEmpty();
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }
}
