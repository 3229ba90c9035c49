package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase whole, in this process ({@link LocalHBase}), asked through its own client. One history at a
 * time: while it runs, its clock is that of all HBase.
 */
final class WholeHBase implements AutoCloseable {
  private static final int OPERATION_LIMIT_MILLIS = 5_000;

  // Fixed at construction.
  private final LocalHBase hbase;
  private final LocalHBaseCluster cluster;
  private final Connection connection;

  /** Starts it and returns when it serves. */
  WholeHBase(Path directory) throws IOException {
    hbase = LocalHBase.start(directory, OracleRegion::configure);
    cluster = hbase.cluster();
    Configuration client = new Configuration(hbase.configuration());
    // What fails inside the server fails again: the history should not wait.
    client.setInt("hbase.client.retries.number", 1);
    client.setInt("hbase.client.pause", 5);
    // Changes of a row as one are tried again until then, whatever the number of retries.
    client.setInt("hbase.client.operation.timeout", OPERATION_LIMIT_MILLIS);
    connection = ConnectionFactory.createConnection(client);
  }

  /** A fresh table; until it is closed, HBase's time is this clock's. */
  RegionDriver open(TableDescriptor table, Clock clock, int run) throws IOException {
    TableName name = TableName.valueOf(table.getTableName().getNameAsString() + run);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(TableDescriptorBuilder.copy(name, table));
    }
    EnvironmentEdgeManager.injectEdge(clock::millis);
    return new OneTable(clock, connection.getTable(name));
  }

  @Override
  public void close() throws IOException {
    connection.close();
    hbase.close();
  }

  /** One history's table. */
  private final class OneTable implements RegionDriver {
    private final Clock clock;
    private final Table table;
    private final TableCalls calls;

    OneTable(Clock clock, Table table) {
      this.clock = clock;
      this.table = table;
      this.calls = new TableCalls(table, true);
    }

    @Override
    public List<String> call(Row action) throws IOException {
      return calls.call(action);
    }

    @Override
    public List<List<String>> batch(List<Row> actions) throws IOException {
      return calls.batch(actions);
    }

    @Override
    public OpenScan open(Scan scan) throws IOException {
      return calls.open(scan);
    }

    @Override
    public void flush() throws IOException {
      for (HRegion region : regions()) {
        OracleRegion.flush(region);
      }
    }

    @Override
    public void compactNewest(int files) throws IOException {
      for (HRegion region : regions()) {
        OracleRegion.compactNewest(region, files);
      }
    }

    @Override
    public void compactAll() throws IOException {
      for (HRegion region : regions()) {
        OracleRegion.compactAll(region);
      }
    }

    private List<HRegion> regions() {
      return cluster.getRegionServer(0).getRegions(table.getName());
    }

    /**
     * HBase's master keeps its own books by the same clock, which must not go back for them; with
     * nothing left to flush, no answer depends on it.
     */
    @Override
    public void split(byte[] row) throws IOException {
      flush();
      for (HRegion region : regions()) {
        OracleRegion.forgetCompacted(region);
      }
      EnvironmentEdgeManager.reset();
      try {
        RegionSplit.at(connection, table.getName(), row);
      } finally {
        EnvironmentEdgeManager.injectEdge(clock::millis);
      }
    }

    /** It just goes on; closing flushes. */
    @Override
    public void reopen() throws IOException {
      flush();
    }

    @Override
    public void recover() {
      // It just goes on.
    }

    @Override
    public void close() throws IOException {
      EnvironmentEdgeManager.reset();
      table.close();
      try (Admin admin = connection.getAdmin()) {
        admin.disableTable(table.getName());
        admin.deleteTable(table.getName());
      }
    }
  }
}
