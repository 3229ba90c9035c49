package io.rowandb.testkit.limits;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
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
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One row of very many columns: written a page at a time, read in pages in each way that HBase has
 * for it, compacted, and read again. Every column read is compared. Prints what each part took.
 */
final class WideRowProgram {
  private static final TableName TABLE = TableName.valueOf("wide");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int VALUE_BYTES = 100;
  private static final int PAGE = 10_000;
  private static final int PAGES_BY_OFFSET = 5;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Table table;
  private final Admin admin;
  private final int columns;

  private WideRowProgram(Table table, Admin admin, int columns) {
    this.table = table;
    this.admin = admin;
    this.columns = columns;
  }

  /** Arguments: the store's directory, how many columns. */
  public static void main(String[] args) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(args[0]));
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      try (Table table = connection.getTable(TABLE)) {
        new WideRowProgram(table, admin, Integer.parseInt(args[1])).run();
      }
    }
  }

  private void run() throws Exception {
    timed("written", this::write);
    timed("scan in batches", () -> scan(new Scan().setBatch(PAGE)));
    timed("scan in parts", () -> scan(new Scan().setAllowPartialResults(true)));
    timed("flushed and compacted", this::compact);
    timed("scan in batches", () -> scan(new Scan().setBatch(PAGE)));
    timed("scan in parts", () -> scan(new Scan().setAllowPartialResults(true)));
    timed("pages by offset", this::pagesByOffset);
    timed("one column", this::oneColumn);
    System.out.println("resident at most " + SmallHeapProgram.residentMegabytes() + " MB");
  }

  private static void timed(String what, Callable<Integer> work) throws Exception {
    long start = System.nanoTime();
    int count = work.call();
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    System.out.println(what + " " + millis + " ms " + count);
  }

  private int write() throws IOException {
    for (int from = 0; from < columns; from += PAGE) {
      Put put = new Put(ROW);
      for (int i = from; i < Math.min(columns, from + PAGE); i++) {
        put.addColumn(FAMILY, qualifier(i), value(i));
      }
      table.put(put);
    }
    return columns;
  }

  private int scan(Scan scan) throws IOException {
    int count = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result part : scanner) {
        count = check(part, count);
      }
    }
    if (count != columns) {
      throw new IllegalStateException("found " + count + " columns of " + columns);
    }
    return count;
  }

  private int pagesByOffset() throws IOException {
    int last = 0;
    for (int page = 0; page < PAGES_BY_OFFSET; page++) {
      int offset = (int) ((long) columns * page / PAGES_BY_OFFSET);
      Get get = new Get(ROW).setFilter(new ColumnPaginationFilter(PAGE, offset));
      last = check(table.get(get), offset);
      check(
          table.get(
              new Get(ROW)
                  .addFamily(FAMILY)
                  .setMaxResultsPerColumnFamily(PAGE)
                  .setRowOffsetPerColumnFamily(offset)),
          offset);
    }
    return last;
  }

  private int oneColumn() throws IOException {
    int gets = 1_000;
    for (int i = 0; i < gets; i++) {
      int column = (int) ((long) columns * i / gets);
      check(table.get(new Get(ROW).addColumn(FAMILY, qualifier(column))), column);
    }
    return gets;
  }

  private int compact() throws IOException {
    admin.flush(TABLE);
    admin.majorCompact(TABLE);
    while (admin.getCompactionState(TABLE) != CompactionState.NONE) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    return columns;
  }

  /** The columns of {@code part} are those from {@code next} on; returns the one behind them. */
  private static int check(Result part, int next) {
    int column = next;
    for (Cell cell : part.rawCells()) {
      if (!CellUtil.matchingQualifier(cell, qualifier(column))
          || !CellUtil.matchingValue(cell, value(column))) {
        throw new IllegalStateException("column " + column + " is " + cell);
      }
      column++;
    }
    if (column == next) {
      throw new IllegalStateException("nothing at column " + column);
    }
    return column;
  }

  private static byte[] qualifier(int column) {
    return Bytes.toBytes(column);
  }

  private static byte[] value(int column) {
    byte[] value = new byte[VALUE_BYTES];
    Bytes.putInt(value, column % VALUE_BYTES / Integer.BYTES, column);
    return value;
  }
}
