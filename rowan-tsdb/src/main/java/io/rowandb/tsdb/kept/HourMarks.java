package io.rowandb.tsdb.kept;

import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The marks of hours, row by row. Used by any number of threads. */
final class HourMarks {
  private static final byte[] FAMILY = {'t'};

  private final Connection connection;
  private final TableName name;
  private final PointKeyLayout layout;

  HourMarks(Connection connection, TableName name, PointKeyLayout layout) {
    this.connection = connection;
    this.name = name;
    this.layout = layout;
  }

  byte[] row(byte[] metric, long hourSeconds) {
    return layout.firstRow(0, metric, hourSeconds);
  }

  private static byte[] writer(long id) {
    return Bytes.add(new byte[] {HourMark.WRITER}, Bytes.toBytes(id));
  }

  /** Says that a writer is at rows; not at some of them alone, unless that fails too. */
  void begin(Iterable<byte[]> rows, long writer, long nowMillis) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (byte[] row : rows) {
      puts.add(new Put(row).addColumn(FAMILY, writer(writer), Bytes.toBytes(nowMillis)));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    } catch (IOException | RuntimeException e) {
      takeBack(e, rows, writer);
      throw e;
    }
  }

  /** Nothing was changed yet, so the hours are what they were. */
  private void takeBack(Exception failure, Iterable<byte[]> rows, long writer) {
    try (Table table = connection.getTable(name)) {
      table.delete(withoutWriter(rows, writer));
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private static List<Delete> withoutWriter(Iterable<byte[]> rows, long writer) {
    List<Delete> deletes = new ArrayList<>();
    rows.forEach(row -> deletes.add(new Delete(row).addColumns(FAMILY, writer(writer))));
    return deletes;
  }

  /** Counts the change, and only then takes the writer away. */
  void end(Iterable<byte[]> rows, long writer) throws IOException {
    List<Row> changes = new ArrayList<>();
    for (byte[] row : rows) {
      changes.add(new Increment(row).addColumn(FAMILY, HourMark.CHANGES, 1));
    }
    try (Table table = connection.getTable(name)) {
      table.batch(changes, new Object[changes.size()]);
      table.delete(withoutWriter(rows, writer));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while hours were marked").initCause(e);
    }
  }

  HourMark get(byte[] row) throws IOException {
    try (Table table = connection.getTable(name)) {
      return HourMark.of(table.get(new Get(row).addFamily(FAMILY)));
    }
  }

  /** When it was last said what was made, by the clock of the server; 0 if it never was. */
  long madeMillis(byte[] row) throws IOException {
    try (Table table = connection.getTable(name)) {
      Cell made =
          table
              .get(new Get(row).addColumn(FAMILY, HourMark.MADE))
              .getColumnLatestCell(FAMILY, HourMark.MADE);
      return made == null ? 0 : made.getTimestamp();
    }
  }

  /** Those of a metric, by their hours' first second. */
  SortedMap<Long, HourMark> read(byte[] metric, long fromSeconds, long toSeconds)
      throws IOException {
    return read(metric, fromSeconds, toSeconds, row -> {});
  }

  /** Looks at rows as they come. */
  interface Watch {
    void saw(Result row) throws IOException;
  }

  /** As {@link #read(byte[], long, long)}, watched. */
  SortedMap<Long, HourMark> read(byte[] metric, long fromSeconds, long toSeconds, Watch watch)
      throws IOException {
    SortedMap<Long, HourMark> marks = new TreeMap<>();
    Scan scan =
        new Scan()
            .withStartRow(row(metric, fromSeconds))
            .withStopRow(row(metric, toSeconds))
            .addFamily(FAMILY);
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        watch.saw(row);
        marks.put(layout.baseSecondsOf(row.getRow()), HourMark.of(row));
      }
    }
    return marks;
  }

  /** The metrics that have marks. */
  List<byte[]> metrics() throws IOException {
    List<byte[]> metrics = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      Optional<byte[]> next = metricFrom(table, new byte[0]);
      while (next.isPresent()) {
        metrics.add(next.get());
        next = metricFrom(table, row(next.get(), PointTime.MAX_SECONDS));
      }
    }
    return metrics;
  }

  private Optional<byte[]> metricFrom(Table table, byte[] start) throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().withStartRow(start).setLimit(1))) {
      Result row = scanner.next();
      int end = layout.tagsAt() - PointKeyLayout.BASE_WIDTH;
      return row == null
          ? Optional.empty()
          : Optional.of(Arrays.copyOfRange(row.getRow(), layout.saltWidth(), end));
    }
  }

  /**
   * Gives a row a token, if it has none, so that {@link #setMade} knows it again after it was
   * removed and another one was written.
   */
  void setNoneMade(byte[] row, long token, DuplicateRule rule) throws IOException {
    byte[] none = HourMark.made(HourMark.NEVER, token, rule, false, HourMark.Sketches.NONE);
    Put put = new Put(row).addColumn(FAMILY, HourMark.MADE, none);
    try (Table table = connection.getTable(name)) {
      table.checkAndMutate(
          CheckAndMutate.newBuilder(row).ifNotExists(FAMILY, HourMark.MADE).build(put));
    }
  }

  /**
   * Says what was made, unless somebody else said so meanwhile, or the row was removed.
   *
   * @param before that has a token
   */
  boolean setMade(byte[] row, HourMark before, byte[] made) throws IOException {
    Put put = new Put(row).addColumn(FAMILY, HourMark.MADE, made);
    try (Table table = connection.getTable(name)) {
      return table
          .checkAndMutate(
              CheckAndMutate.newBuilder(row)
                  .ifEquals(FAMILY, HourMark.MADE, before.made())
                  .build(put))
          .isSuccess();
    }
  }

  /** Takes rows away: what was made, the writer, and all of others up to a time. */
  void remove(Iterable<byte[]> rows, long writer, long untilMillis) throws IOException {
    List<Delete> deletes = new ArrayList<>();
    for (byte[] row : rows) {
      deletes.add(
          new Delete(row)
              .addFamily(FAMILY, untilMillis)
              .addColumns(FAMILY, HourMark.MADE)
              .addColumns(FAMILY, writer(writer)));
    }
    try (Table table = connection.getTable(name)) {
      table.delete(deletes);
    }
  }

  /** Takes all writers of a row away, after a change was counted; how many they were. */
  int settle(byte[] row) throws IOException {
    try (Table table = connection.getTable(name)) {
      Delete delete = new Delete(row);
      int writers = 0;
      for (Cell cell : table.get(new Get(row).addFamily(FAMILY)).rawCells()) {
        byte[] column = CellUtil.cloneQualifier(cell);
        if (column.length > 0 && column[0] == HourMark.WRITER) {
          delete.addColumns(FAMILY, column);
          writers++;
        }
      }
      if (writers > 0) {
        table.incrementColumnValue(row, FAMILY, HourMark.CHANGES, 1);
        table.delete(delete);
      }
      return writers;
    }
  }
}
