package io.rowandb.cli;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A program for another Java: what a user does first, at one door, and again after opening the
 * store once more. Prints one line for each answer. Arguments: the store and the door, {@code fast}
 * or {@code complete}.
 */
public final class FirstSteps {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final int ROWS = 100;

  private FirstSteps() {}

  /** A record of the schema layer. */
  public record City(String country, String name, long people) {}

  /** See the class. */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = Rowan.configuration(arguments[0]);
    if (arguments[1].equals("complete")) {
      CompleteDoor.configure(conf);
    }
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      write(connection, admin);
      writeRecords(connection);
    }
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      read(connection);
      readRecords(connection);
      readAsynchronously(conf);
    }
    System.out.println("java " + Runtime.version().feature());
  }

  private static void write(Connection connection, Admin admin)
      throws IOException, InterruptedException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(T)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .build());
    try (Table table = connection.getTable(T)) {
      for (int half = 0; half < 2; half++) {
        for (int i = half; i < ROWS; i += 2) {
          table.put(new Put(row(i)).addColumn(F, Q, Bytes.toBytes("v" + i)));
        }
        admin.flush(T);
      }
    }
    admin.majorCompact(T);
    while (admin.getCompactionState(T) != CompactionState.NONE) {
      Thread.onSpinWait();
    }
    System.out.println("tables " + List.of(admin.listTableNames()));
  }

  private static void read(Connection connection) throws IOException {
    try (Table table = connection.getTable(T);
        ResultScanner scanner = table.getScanner(new Scan())) {
      int count = 0;
      for (Result result : scanner) {
        count += result.size();
      }
      System.out.println("cells " + count);
      System.out.println("get " + Bytes.toString(table.get(new Get(row(7))).getValue(F, Q)));
    }
  }

  private static void readAsynchronously(Configuration conf)
      throws IOException, InterruptedException, ExecutionException {
    try (AsyncConnection connection = ConnectionFactory.createAsyncConnection(conf).get()) {
      byte[] value = connection.getTable(T).get(new Get(row(8))).get().getValue(F, Q);
      System.out.println("asynchronously " + Bytes.toString(value));
    }
  }

  private static TableDesign<City> cities() {
    return TableDesign.of("cities", City.class)
        .key(key -> key.part(City::country).part(City::name))
        .family("d", family -> family.setMaxVersions(1))
        .column(City::people, "d:p")
        .build();
  }

  private static void writeRecords(Connection connection) throws IOException {
    try (RecordTable<City> table = RecordTable.create(connection, cities())) {
      table.put(new City("de", "Ulm", 126_000));
      table.put(new City("fr", "Albi", 49_000));
    }
  }

  private static void readRecords(Connection connection) throws IOException {
    try (RecordTable<City> table = RecordTable.open(connection, cities())) {
      System.out.println("records " + table.where(City::country).is("de").list());
    }
  }

  private static byte[] row(int i) {
    return Bytes.toBytes(String.format("r%03d", i));
  }
}
