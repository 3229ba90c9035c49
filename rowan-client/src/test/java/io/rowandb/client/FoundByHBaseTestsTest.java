package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What HBase's own client tests found, at both doors, for a run without them. */
class FoundByHBaseTestsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] ROW = Bytes.toBytes("row");

  private Connection connection;

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  @ParameterizedTest
  @EnumSource
  void aPutMayHoldDeleteMarkers(Door door) throws IOException {
    try (Table table = open(door, TableDescriptorBuilder.newBuilder(T))) {
      table.put(new Put(ROW).addColumn(F, A, 1, A).addColumn(F, B, 1, B));
      KeyValue marker = new KeyValue(ROW, F, A, 1, KeyValue.Type.DeleteColumn);
      table.put(new Put(ROW).addColumn(F, B, 2, A).add(marker));
      Result row = table.get(new Get(ROW));
      assertThat(row.containsColumn(F, A)).isFalse();
      assertThat(row.getValue(F, B)).isEqualTo(A);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTableMayLimitItsCells(Door door) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(T).setValue("hbase.server.keyvalue.maxsize", "1000");
    try (Table table = open(door, descriptor)) {
      table.put(new Put(ROW).addColumn(F, A, new byte[900]));
      assertThatThrownBy(() -> table.put(new Put(ROW).addColumn(F, A, new byte[1000])))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("exceeds limit of 1000 bytes");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTableNeedsAReplica(Door door) {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(T).setRegionReplication(0);
    assertThatThrownBy(() -> open(door, descriptor))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("REGION_REPLICATION of table t is \"0\", must be at least 1");
  }

  @ParameterizedTest
  @EnumSource
  void theTableOfRegionsExists(Door door) {
    TableDescriptorBuilder meta = TableDescriptorBuilder.newBuilder(TableName.META_TABLE_NAME);
    connect(door);
    assertThatThrownBy(() -> connection.getAdmin().createTable(meta.build()))
        .isInstanceOf(TableExistsException.class)
        .hasMessageContaining("hbase:meta");
  }

  @ParameterizedTest
  @EnumSource
  void theTableOfRegionsCannotBeDisabled(Door door) {
    connect(door);
    // HBase's ConstraintException is not among the classes of its client, nor of this test.
    assertThatThrownBy(() -> connection.getAdmin().disableTable(TableName.META_TABLE_NAME))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("ConstraintException: Cannot disable hbase:meta");
  }

  @ParameterizedTest
  @EnumSource
  void aPolicyStopsSplitsThatAreAskedFor(Door door) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(T)
            .setRegionSplitPolicyClassName(
                "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy");
    try (Table table = open(door, descriptor);
        Admin admin = connection.getAdmin()) {
      table.put(new Put(ROW).addColumn(F, A, A));
      byte[] region = admin.getRegions(T).get(0).getRegionName();
      assertThatThrownBy(() -> admin.splitRegionAsync(region, B).get())
          .hasMessageContaining("NOT splittable");
      assertThat(admin.getRegions(T)).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSnapshotIsAlsoAProcedure(Door door) throws IOException {
    try (Table table = open(door, TableDescriptorBuilder.newBuilder(T));
        Admin admin = connection.getAdmin()) {
      table.put(new Put(ROW).addColumn(F, A, A));
      admin.execProcedure("online-snapshot", "s", Map.of("table", "t"));
      assertThat(admin.isProcedureFinished("online-snapshot", "s", Map.of("table", "t"))).isTrue();
      assertThat(admin.listSnapshots()).singleElement().extracting("name").isEqualTo("s");
      assertThatThrownBy(() -> admin.execProcedure("online-snapshot", "r", Map.of()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Snapshot table is not defined");
      assertThatThrownBy(() -> admin.execProcedure("unknown", "s", Map.of()))
          .hasMessageContaining("only flush-table-proc and online-snapshot exist");
    }
  }

  /** The flush of one region does, as that of a full memstore. */
  @ParameterizedTest
  @EnumSource
  void theFlushOfATableAsksForNoCompaction(Door door) throws IOException {
    try (Table table = open(door, TableDescriptorBuilder.newBuilder(T));
        Admin admin = connection.getAdmin()) {
      for (int i = 0; i < 5; i++) {
        table.put(new Put(ROW).addColumn(F, A, A));
        admin.flush(T);
      }
      byte[] region = admin.getRegions(T).get(0).getRegionName();
      assertThat(admin.getLastMajorCompactionTimestampForRegion(region)).isZero();
      RegionMetrics metrics =
          admin.getRegionMetrics(admin.getRegionServers().iterator().next(), T).get(0);
      assertThat(metrics.getStoreFileCount()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theCleanerHasASwitch(Door door) throws IOException {
    connect(door);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.isCleanerChoreEnabled()).isTrue();
      assertThat(admin.runCleanerChore()).isTrue();
      assertThat(admin.cleanerChoreSwitch(false)).isTrue();
      assertThat(admin.isCleanerChoreEnabled()).isFalse();
      assertThat(admin.runCleanerChore()).isTrue();
      assertThat(admin.cleanerChoreSwitch(true)).isFalse();
    }
  }

  /** What a family hides is behind the cut too: a piece says so, and the next row counts it. */
  @ParameterizedTest
  @EnumSource
  void rowsCutBeforeWhatIsHiddenCountAgainstTheLimit(Door door) throws IOException {
    try (Table table = open(door, TableDescriptorBuilder.newBuilder(T))) {
      for (int i = 0; i < 5; i++) {
        Put put = new Put(Bytes.toBytes(i));
        for (int column = 0; column < 4; column++) {
          put.addColumn(F, Bytes.toBytes(column), A);
        }
        table.put(put);
        table.delete(new Delete(put.getRow()).addColumns(F, Bytes.toBytes(2)));
        table.delete(new Delete(put.getRow()).addColumns(F, Bytes.toBytes(3)));
      }
      Scan scan = new Scan().setBatch(2).setLimit(3);
      try (ResultScanner rows = table.getScanner(scan)) {
        List<Result> results = List.of(rows.next(100));
        assertThat(results).hasSize(3);
        assertThat(results.get(0).mayHaveMoreCellsInRow()).isTrue();
      }
    }
  }

  private Table open(Door door, TableDescriptorBuilder table) throws IOException {
    connect(door);
    connection
        .getAdmin()
        .createTable(table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(F)).build());
    return connection.getTable(T);
  }

  private void connect(Door door) {
    try {
      connection =
          ConnectionFactory.createConnection(door.configuration("mem:found-by-hbase-tests"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
