package io.rowandb.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Any store behind HBase's client interfaces: HBase in one process and both doors of Rowan run the
 * same code. It makes ordinary requests: {@code BufferedMutator}, {@code Put}, {@code Get}, {@code
 * ResultScanner}, and reads {@code Result} objects.
 */
final class HBaseClientDriver implements Driver {
  private static final long SETTLE_LIMIT_MINUTES = 30;
  private static final long POLL_MILLIS = 50;

  /** What a store did; null when it does not tell. */
  interface Counts {
    StoreWork now() throws IOException;
  }

  private final Connection connection;
  private final Path dataDirectory;
  private final AutoCloseable server;
  private final Counts counts;

  /**
   * Connects, and creates the table in a new store. In one that exists nothing is asked of {@code
   * Admin}: a program that finds its table does not need it.
   *
   * @param dataDirectory with one directory a region, and in it one a family, as HBase lays it out
   * @param server closed after the connection
   * @param counts what is behind the connection tells of itself
   */
  HBaseClientDriver(
      Configuration conf, boolean newStore, Path dataDirectory, AutoCloseable server, Counts counts)
      throws IOException {
    this.connection = ConnectionFactory.createConnection(conf);
    this.dataDirectory = dataDirectory;
    this.server = server;
    this.counts = counts;
    if (newStore) {
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(HBaseSettings.table());
      }
    }
  }

  @Override
  public PeerSession session() throws IOException {
    return new ClientSession(connection);
  }

  @Override
  public void flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(HBaseSettings.TABLE);
    }
  }

  @Override
  public void settle() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(HBaseSettings.TABLE);
      admin.majorCompact(HBaseSettings.TABLE);
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(SETTLE_LIMIT_MINUTES);
      while (storeFiles().size() != 1
          || admin.getCompactionState(HBaseSettings.TABLE) != CompactionState.NONE) {
        if (System.nanoTime() > deadline) {
          throw new IOException(
              "not one store file after " + SETTLE_LIMIT_MINUTES + " minutes: " + storeFiles());
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for a compaction", e);
    }
  }

  @Override
  public long dataBytes() throws IOException {
    return StoreFiles.bytesUnder(dataDirectory);
  }

  @Override
  public long memStoreBytes() {
    return -1;
  }

  @Override
  public StoreWork work() throws IOException {
    return counts.now();
  }

  @Override
  public void close() throws IOException {
    connection.close();
    try {
      server.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the server does not close", e);
    }
  }

  private List<Path> storeFiles() throws IOException {
    return StoreFiles.under(dataDirectory);
  }

  /** One thread's table and, while it loads, its mutator. */
  private static final class ClientSession implements PeerSession {
    private final Connection connection;
    private final Table table;
    private BufferedMutator mutator;

    ClientSession(Connection connection) throws IOException {
      this.connection = connection;
      this.table = connection.getTable(HBaseSettings.TABLE);
    }

    @Override
    public void load(byte[][] keys, byte[][] values) throws IOException {
      if (mutator == null) {
        mutator = connection.getBufferedMutator(HBaseSettings.TABLE);
      }
      List<Put> puts = new ArrayList<>(keys.length);
      for (int i = 0; i < keys.length; i++) {
        puts.add(putOf(keys[i], values[i]));
      }
      mutator.mutate(puts);
    }

    @Override
    public void finishLoad() throws IOException {
      if (mutator != null) {
        mutator.close();
        mutator = null;
      }
    }

    @Override
    public void put(byte[] key, byte[] value, boolean forced) throws IOException {
      Put put = putOf(key, value);
      if (forced) {
        put.setDurability(Durability.FSYNC_WAL);
      }
      table.put(put);
    }

    @Override
    public void putCells(byte[] key, byte[][] qualifiers, byte[] value) throws IOException {
      Put put = new Put(key);
      for (byte[] qualifier : qualifiers) {
        put.addColumn(HBaseSettings.FAMILY, qualifier, value);
      }
      table.put(put);
    }

    @Override
    public boolean get(byte[] key, RowVisitor visitor) throws IOException {
      return show(table.get(new Get(key)), visitor);
    }

    @Override
    public long scan(byte[] start, long maxRows, RowVisitor visitor) throws IOException {
      Scan scan = new Scan().withStartRow(start);
      if (maxRows <= Integer.MAX_VALUE) {
        scan.setLimit((int) maxRows);
      }
      long shown = 0;
      try (ResultScanner rows = table.getScanner(scan)) {
        for (Result row = rows.next(); row != null && shown < maxRows; row = rows.next()) {
          show(row, visitor);
          shown++;
        }
      }
      return shown;
    }

    @Override
    public void close() throws IOException {
      finishLoad();
      table.close();
    }

    private static Put putOf(byte[] key, byte[] value) {
      return new Put(key).addColumn(HBaseSettings.FAMILY, HBaseSettings.QUALIFIER, value);
    }
  }

  static boolean show(Result row, RowVisitor visitor) {
    if (row.isEmpty()) {
      return false;
    }
    for (Cell cell : row.rawCells()) {
      show(cell, visitor);
    }
    return true;
  }

  static void show(Cell cell, RowVisitor visitor) {
    visitor.cell(
        cell.getRowArray(),
        cell.getRowOffset(),
        cell.getRowLength(),
        cell.getValueArray(),
        cell.getValueOffset(),
        cell.getValueLength());
  }
}
