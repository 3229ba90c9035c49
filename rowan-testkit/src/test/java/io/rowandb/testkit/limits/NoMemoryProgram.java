package io.rowandb.testkit.limits;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Takes all memory, to the last byte, for longer than the log is left unforced, lets go of it, and
 * makes one write that waits for nothing. Prints how long the log took to have it, and ends as if
 * it was killed.
 */
final class NoMemoryProgram {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final Duration WITHOUT_MEMORY = Duration.ofSeconds(5);
  private static final Duration HELD = Duration.ofMillis(300);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Made before: there is no memory to make it. */
  private static final List<byte[]> TAKEN = new ArrayList<>(500_000);

  private NoMemoryProgram() {}

  /** Argument: the store's directory. */
  public static void main(String[] args) throws Exception {
    Path log = Path.of(args[0]).resolve("log");
    Connection connection = ConnectionFactory.createConnection(Rowan.configuration(args[0]));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
    Table table = connection.getTable(TABLE);
    put(table, "before", Durability.SYNC_WAL);
    put(table, "before", Durability.ASYNC_WAL);

    long until = System.nanoTime() + WITHOUT_MEMORY.toNanos();
    while (System.nanoTime() < until) {
      takeAll();
    }

    put(table, "forced", Durability.SYNC_WAL);
    long before = bytes(log);
    put(table, "after", Durability.ASYNC_WAL);
    long begun = System.nanoTime();
    long waited = 0;
    while (bytes(log) == before && waited < LONGEST.toNanos()) {
      waited = System.nanoTime() - begun;
    }
    System.out.println(
        bytes(log) == before
            ? "the log does not have it"
            : "the log has it after " + Duration.ofNanos(waited).toMillis() + " ms");
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void takeAll() {
    int bytes = 1 << 20;
    while (bytes >= 8) {
      bytes = take(bytes) ? bytes : bytes / 2;
    }
    long until = System.nanoTime() + HELD.toNanos();
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    TAKEN.clear();
  }

  private static boolean take(int bytes) {
    try {
      return TAKEN.add(new byte[bytes]);
    } catch (OutOfMemoryError e) {
      return false; // that is what it is for
    }
  }

  private static void put(Table table, String row, Durability durability) throws IOException {
    Put put = new Put(Bytes.toBytes(row));
    table.put(put.addColumn(FAMILY, FAMILY, FAMILY).setDurability(durability));
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }
}
