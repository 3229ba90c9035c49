package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Scans whose table gets other regions between two calls. */
class RecreatedTableDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] MIDDLE = Bytes.toBytes("r10");
  private static final int ROWS = 20;
  private static final int ROWS_BEFORE = 5;

  /** What happens to the table. */
  private enum Change {
    TRUNCATED,
    TRUNCATED_WITH_ITS_SPLITS,
    CREATED_AGAIN_AS_ONE_REGION,
    SPLIT;

    void happen(Admin admin, TableDescriptor table) throws IOException, InterruptedException {
      if (this == SPLIT) {
        admin.split(T, Bytes.toBytes("r07"));
        while (admin.getRegions(T).size() < 3) {
          Thread.onSpinWait();
        }
      }
      admin.disableTable(T);
      switch (this) {
        case TRUNCATED -> admin.truncateTable(T, false);
        case TRUNCATED_WITH_ITS_SPLITS -> admin.truncateTable(T, true);
        case CREATED_AGAIN_AS_ONE_REGION -> {
          admin.deleteTable(T);
          admin.createTable(table);
        }
        // A region that is closed makes the client open another scanner.
        case SPLIT -> admin.enableTable(T);
      }
    }
  }

  private static List<String> scan(Door door, Change change) throws Exception {
    Configuration conf = door.configuration("mem:" + UUID.randomUUID());
    conf.setInt("hbase.client.pause", 2);
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(T)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .build();
    List<String> found = new ArrayList<>();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(T)) {
      admin.createTable(descriptor, new byte[][] {MIDDLE});
      putAll(table, "old");
      try (ResultScanner scanner = table.getScanner(new Scan().setCaching(1))) {
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          found.add(Bytes.toString(row.getRow()) + " " + Bytes.toString(row.value()));
          if (found.size() == ROWS_BEFORE) {
            change.happen(admin, descriptor);
            putAll(table, "new");
          }
        }
      }
    }
    return found;
  }

  private static void putAll(Table table, String value) throws IOException {
    for (int i = 0; i < ROWS; i++) {
      table.put(new Put(row(i)).addColumn(F, F, Bytes.toBytes(value)));
    }
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%02d".formatted(number));
  }

  private static List<String> rows(int oldRows) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(Bytes.toString(row(i)) + (i < oldRows ? " old" : " new"));
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({
    "FAST, TRUNCATED",
    "FAST, TRUNCATED_WITH_ITS_SPLITS",
    "FAST, CREATED_AGAIN_AS_ONE_REGION",
    "COMPLETE, TRUNCATED",
    "COMPLETE, TRUNCATED_WITH_ITS_SPLITS",
    "COMPLETE, CREATED_AGAIN_AS_ONE_REGION"
  })
  void goesOnInTheNewRegions(Door door, Change change) throws Exception {
    assertThat(scan(door, change)).isEqualTo(rows(ROWS_BEFORE));
  }

  /** As on a cluster; the fast door's scan shows what is there now. */
  @ParameterizedTest
  @EnumSource(names = "COMPLETE")
  void daughtersOfASplitShowWhatTheirParentDid(Door door) throws Exception {
    assertThat(scan(door, Change.SPLIT).subList(0, 7)).isEqualTo(rows(7).subList(0, 7));
  }
}
