package io.rowandb.systems.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Every way to write is seen, and every way to read is counted. */
@OnBackEnd
class TableTrafficTest {
  private static final TableName NAME = TableName.valueOf("traffic");
  private static final byte[] F = Bytes.toBytes("f");

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, F, F);
  }

  @Test
  void readsAndWritesAreCounted(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
      List<String> written = new ArrayList<>();
      TableTraffic traffic = new TableTraffic();
      Connection watched = WatchedTables.of(connection, seen(written));
      write(watched);
      assertThat(written)
          .containsExactly("put", "list1", "list2", "deleted", "pair", "if", "add", "count", "buf");
      write(WatchedTables.of(connection, traffic));
      assertThat(traffic.spread().writes()).isEqualTo(written.size());
      assertThat(traffic.cells()).as("that of the increment").isEqualTo(1);
      read(WatchedTables.of(connection, traffic));
      assertThat(traffic.cells()).isEqualTo(1 + 1 + 2 + 8);
      assertThat(traffic.spread().writes()).as("nor any read").isEqualTo(written.size());
      StoredCells stored = StoredCells.of(connection, List.of(NAME), () -> false);
      assertThat(stored.rows()).isEqualTo(8);
      assertThat(stored.bytes()).isPositive().isLessThan(traffic.bytes());
      assertThat(StoredCells.of(connection, List.of(NAME), () -> true).rows()).isZero();
    } finally {
      BackEnd.drop(connection, NAME.getNameAsString());
    }
  }

  private static WatchedTables.Watch seen(List<String> rows) {
    return new WatchedTables.Watch() {
      @Override
      public Object pass(String method, Object[] arguments, WatchedTables.Call call)
          throws IOException {
        return call.make();
      }

      @Override
      public void written(TableName table, byte[] row) {
        assertThat(table).isEqualTo(NAME);
        rows.add(Bytes.toString(row));
      }
    };
  }

  private static void write(Connection connection) throws IOException {
    try (Table table = connection.getTable(NAME)) {
      table.put(put("put"));
      table.put(List.of(put("list1"), put("list2")));
      table.delete(new Delete(Bytes.toBytes("deleted")));
      table.mutateRow(RowMutations.of(List.of(put("pair"))));
      table.checkAndMutate(
          CheckAndMutate.newBuilder(Bytes.toBytes("if")).ifNotExists(F, F).build(put("if")));
      table.increment(new Increment(Bytes.toBytes("add")).addColumn(F, F, 1));
      table.incrementColumnValue(Bytes.toBytes("count"), F, F, 1);
    }
    try (BufferedMutator mutator = connection.getBufferedMutator(NAME)) {
      mutator.mutate(List.of(put("buf")));
    }
  }

  private static void read(Connection connection) throws IOException {
    try (Table table = connection.getTable(NAME)) {
      table.get(new Get(Bytes.toBytes("put")));
      table.get(new Get(Bytes.toBytes("nobody")));
      table.get(List.of(new Get(Bytes.toBytes("list1")), new Get(Bytes.toBytes("list2"))));
      try (ResultScanner rows = table.getScanner(new Scan())) {
        assertThat(rows).hasSize(8);
      }
    }
  }
}
