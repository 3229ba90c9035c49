package io.rowandb.testkit.limits;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
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
 * Fills a store, or uses one that is many times the heap: opens it, reads at random, scans all of
 * it, and writes more. Row {@code i} has a value that follows from {@code i}; every one read is
 * compared. Prints what each part took and, in the end, the memory of the process.
 */
final class SmallHeapProgram {
  private static final TableName TABLE = TableName.valueOf("large");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int VALUE_BYTES = 1_000;
  private static final int BATCH = 500;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Table table;
  private final Admin admin;
  private final long rows;

  private SmallHeapProgram(Table table, Admin admin, long rows) {
    this.table = table;
    this.admin = admin;
    this.rows = rows;
  }

  /** Arguments: {@code fill} or {@code use}, the store's directory, how many rows it gets. */
  public static void main(String[] args) throws Exception {
    Configuration configuration = Rowan.configuration(args[1]);
    long start = System.nanoTime();
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      createTable(admin);
      try (Table table = connection.getTable(TABLE)) {
        SmallHeapProgram program = new SmallHeapProgram(table, admin, Long.parseLong(args[2]));
        if (args[0].equals("fill")) {
          print("fill", start, program.write(0, program.rows) + " rows");
        } else {
          print("open", start, "");
          program.use();
        }
      }
    }
    print("all, closed", start, "resident at most " + residentMegabytes() + " MB");
  }

  private static void createTable(Admin admin) throws IOException {
    if (!admin.tableExists(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
    }
  }

  private void use() throws Exception {
    timed("random gets", this::getAtRandom);
    timed("scan", this::scan);
    timed("writes", () -> write(rows, rows + rows / 20));
    timed("random gets", this::getAtRandom);
    timed("major compaction", this::compact);
  }

  private static void timed(String what, Callable<Long> work) throws Exception {
    long start = System.nanoTime();
    long count = work.call();
    print(what, start, count + " rows");
  }

  private static void print(String what, long startNanos, String figures) {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    System.out.println(what + " " + millis + " ms " + figures);
  }

  private long getAtRandom() throws IOException {
    Random random = new Random(1);
    int gets = 20_000;
    for (int i = 0; i < gets; i++) {
      long row = (long) (random.nextDouble() * rows);
      check(row, table.get(new Get(row(row))));
    }
    return gets;
  }

  private long scan() throws IOException {
    long count = 0;
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        check(count++, result);
      }
    }
    if (count < rows) {
      throw new IllegalStateException("scan found " + count + " rows of " + rows);
    }
    return count;
  }

  private long write(long from, long to) throws IOException {
    List<Put> puts = new ArrayList<>(BATCH);
    for (long i = from; i < to; i++) {
      puts.add(new Put(row(i)).addColumn(FAMILY, QUALIFIER, value(i)));
      if (puts.size() == BATCH || i + 1 == to) {
        table.put(puts);
        puts.clear();
      }
    }
    return to - from;
  }

  /** The request returns at once; the state tells when it has been done. */
  private long compact() throws Exception {
    admin.flush(TABLE);
    admin.majorCompact(TABLE);
    while (admin.getCompactionState(TABLE) != CompactionState.NONE) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    return rows;
  }

  private static void check(long row, Result result) {
    if (!Bytes.equals(result.getRow(), row(row))
        || !Bytes.equals(result.getValue(FAMILY, QUALIFIER), value(row))) {
      throw new IllegalStateException("row " + row + " is " + result);
    }
  }

  private static byte[] row(long i) {
    return Bytes.toBytes(String.format("user%010d", i));
  }

  private static byte[] value(long i) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(i).nextBytes(value);
    return value;
  }

  /** The greatest resident size, as Linux tells; -1 elsewhere. */
  static long residentMegabytes() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return -1;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    }
    return -1;
  }
}
