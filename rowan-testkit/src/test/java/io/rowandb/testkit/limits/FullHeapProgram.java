package io.rowandb.testkit.limits;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Fills the heap with something else, writes until a memstore finds no memory, and goes on with
 * what it lets go of. Every acknowledged row is looked for, and every refused one. Prints how many
 * there were.
 */
final class FullHeapProgram {
  private static final TableName TABLE = TableName.valueOf("full");
  private static final byte[][] FAMILIES = {Bytes.toBytes("a"), Bytes.toBytes("b")};
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final byte[] VALUE = new byte[20_000];
  private static final int PIECE_BYTES = 256 << 10;

  /** Left for the client, and for the first chunks of the memstores. */
  private static final int PIECES_LEFT = 24;

  private static final int REFUSALS = 5;
  private static final int MOST_ROWS = 10_000;

  private final List<byte[]> ballast = new ArrayList<>();
  private final List<Integer> acknowledged = new ArrayList<>();
  private final List<Integer> refused = new ArrayList<>();

  private FullHeapProgram() {}

  /** Argument: the store's directory. */
  public static void main(String[] args) throws Exception {
    new FullHeapProgram().run(args[0]);
  }

  private void run(String directory) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(configuration(directory));
        Admin admin = connection.getAdmin();
        Table table = createTable(connection, admin)) {
      put(table, 0); // with all that is loaded and made once
      find(table);
      fillHeap();
      int row = 1;
      while (refused.size() < REFUSALS && row < MOST_ROWS) {
        put(table, row++);
      }
      ballast.clear();
      find(table);
      for (int end = row + 20; row < end; row++) {
        put(table, row);
      }
      admin.flush(TABLE);
      put(table, row);
      find(table);
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration(directory));
        Table table = connection.getTable(TABLE)) {
      find(table);
    }
    System.out.println("refused " + refused.size() + ", acknowledged " + acknowledged.size());
  }

  private static Configuration configuration(String directory) {
    Configuration configuration = Rowan.configuration(directory);
    configuration.setInt("hbase.client.retries.number", 0);
    return configuration;
  }

  private static Table createTable(Connection connection, Admin admin) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TABLE);
    for (byte[] family : FAMILIES) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    admin.createTable(table.build());
    return connection.getTable(TABLE);
  }

  private void fillHeap() {
    try {
      while (true) {
        ballast.add(new byte[PIECE_BYTES]);
      }
    } catch (OutOfMemoryError e) {
      ballast.subList(Math.max(0, ballast.size() - PIECES_LEFT), ballast.size()).clear();
    }
  }

  private void put(Table table, int row) throws IOException {
    Put put = new Put(Bytes.toBytes(row));
    for (byte[] family : FAMILIES) {
      put.addColumn(family, QUALIFIER, VALUE);
    }
    try {
      table.put(put);
      acknowledged.add(row);
    } catch (RetriesExhaustedException e) {
      boolean named =
          e.getCause() instanceof RegionTooBusyException busy
              && busy.getMessage().contains("No heap memory");
      if (!named) {
        throw e;
      }
      refused.add(row);
    }
  }

  private void find(Table table) throws IOException {
    for (int row : acknowledged) {
      int cells = table.get(new Get(Bytes.toBytes(row))).size();
      if (cells != FAMILIES.length) {
        throw new IllegalStateException("acknowledged row " + row + " has " + cells + " cells");
      }
    }
    for (int row : refused) {
      if (table.exists(new Get(Bytes.toBytes(row)))) {
        throw new IllegalStateException("refused row " + row + " is there");
      }
    }
  }
}
