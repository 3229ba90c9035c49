package io.rowandb.shaded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store in a directory, on the shaded client, at both doors. */
@Tag("slow")
class ShadedDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  @TempDir private Path directory;

  /** Rowan's two ways in. */
  enum Door {
    FAST,
    COMPLETE;

    Connection open(Path store) throws IOException {
      Configuration conf = Rowan.configuration(store.toString());
      return ConnectionFactory.createConnection(this == FAST ? conf : CompleteDoor.configure(conf));
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void rowsOutliveTheirConnection(Door door) throws Exception {
    try (Connection connection = door.open(directory)) {
      createTable(connection);
      try (Table table = connection.getTable(T)) {
        table.put(List.of(put("a1", "1"), put("a2", "2"), put("b1", "3")));
        table.delete(new Delete(Bytes.toBytes("a2")));
        Object[] results = new Object[2];
        List<Row> actions =
            List.of(put("a3", "4"), new Increment(Bytes.toBytes("n")).addColumn(F, Q, 7));
        table.batch(actions, results);
        assertThat(Bytes.toLong(((Result) results[1]).value())).isEqualTo(7);
      }
    }
    try (Connection connection = door.open(directory);
        Table table = connection.getTable(T)) {
      assertThat(table.get(new Get(Bytes.toBytes("a3"))).getValue(F, Q))
          .isEqualTo(new byte[] {'4'});
      Scan scan = new Scan().setFilter(new PrefixFilter(Bytes.toBytes("a")));
      assertThat(rows(table, scan)).containsExactly("a1", "a3");
      assertThat(rows(table, new Scan().setReversed(true))).containsExactly("n", "b1", "a3", "a1");
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void tablesAreAdministered(Door door) throws Exception {
    TableName copy = TableName.valueOf("copy");
    try (Connection connection = door.open(directory);
        Admin admin = connection.getAdmin()) {
      createTable(connection);
      try (Table table = connection.getTable(T)) {
        table.put(put("a", "1"));
        admin.flush(T);
        table.put(put("b", "2"));
      }
      admin.snapshot("both", T);
      admin.cloneSnapshot("both", copy);
      admin.split(T, Bytes.toBytes("b"));
      admin.majorCompact(T);
      assertThatThrownBy(() -> admin.deleteTable(T)).isInstanceOf(TableNotDisabledException.class);
      admin.disableTable(T);
      admin.deleteTable(T);
      assertThat(admin.listTableNames()).containsExactly(copy);
      try (Table table = connection.getTable(copy)) {
        assertThat(rows(table, new Scan())).containsExactly("a", "b");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Door.class)
  void asynchronousCallsAreAnswered(Door door) throws Exception {
    try (Connection connection = door.open(directory);
        AsyncConnection async =
            ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      createTable(connection);
      async.getTable(T).put(put("a", "1")).get();
      assertThat(async.getTable(T).scanAll(new Scan()).get()).hasSize(1);
      assertThat(async.getAdmin().tableExists(T).get()).isTrue();
    }
  }

  record City(String country, String name, long people) {}

  /** The schema layer knows HBase's client by names that the shaded one has too. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void recordsAreWrittenAndFound(Door door) throws Exception {
    TableDesign<City> cities =
        TableDesign.of("cities", City.class)
            .key(key -> key.part(City::country).part(City::name))
            .family("d", family -> family.setMaxVersions(1))
            .column(City::people, "d:p")
            .build();
    try (Connection connection = door.open(directory);
        RecordTable<City> table = RecordTable.create(connection, cities)) {
      table.put(new City("de", "Ulm", 126_000));
      table.put(new City("fr", "Albi", 49_000));
      assertThat(table.where(City::country).is("de").list())
          .containsExactly(new City("de", "Ulm", 126_000));
    }
  }

  private static void createTable(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(T)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(F)
                      .setCompressionType(Compression.Algorithm.SNAPPY)
                      .build())
              .build());
    }
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private static List<String> rows(Table table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }
}
