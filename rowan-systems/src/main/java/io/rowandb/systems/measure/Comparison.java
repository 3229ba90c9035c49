package io.rowandb.systems.measure;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.NewTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.systems.measure.Measurement.Answered;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Loads the same records into the tables of several designs, asks all the same questions, and drops
 * the tables. Used by one thread.
 *
 * @param <S> the records that all designs are given
 */
public final class Comparison<S> {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final double SLOW = 0.99;
  private static final int SCAN_ROWS = 1_000;

  /** So often everything is asked before it is timed: first answers take longer. */
  private static final int WARMING = 2;

  // Fixed at construction.
  private final Connection connection;
  private final Supplier<Stream<S>> records;
  private final Supplier<Stream<S>> newest;

  /**
   * Of records that can be had again and again.
   *
   * @param records all of them, the same each time
   * @param newest those that are written at the end, whose regions are looked at
   */
  public Comparison(
      Connection connection, Supplier<Stream<S>> records, Supplier<Stream<S>> newest) {
    this.connection = connection;
    this.records = records;
    this.newest = newest;
  }

  /**
   * Measures a design.
   *
   * @throws IOException when its table is there already, which is left alone, or a read fails
   * @throws IllegalArgumentException when it has an index, whose reads are not measured
   */
  public <R> Measurement measure(Attempt<S, R> attempt) throws IOException {
    TableDesign<R> design = attempt.design();
    if (!design.indexes().isEmpty()) {
      throw new IllegalArgumentException(
          "design " + design.name() + " has an index, whose reads are not measured");
    }
    try (Made<R> made = new Made<>(RecordTable.create(connection, design))) {
      RecordTable<R> table = made.table;
      long given = table.load(records.get().map(attempt.form()));
      Sum all = read(design.name(), new Scan());
      Map<Integer, Long> written = regions(attempt);
      long most = written.values().stream().mapToLong(Long::longValue).max().orElse(0);
      long together = written.values().stream().mapToLong(Long::longValue).sum();
      List<Answered> answers = new ArrayList<>();
      for (Question<R> question : attempt.questions()) {
        answers.add(answer(table, question));
      }
      return new Measurement(
          attempt.name(),
          attempt.idea(),
          design.splitKeys().size() + 1,
          written.size(),
          together == 0 ? 0 : (double) most / together,
          given,
          all.rows,
          all.bytes,
          answers);
    }
  }

  /** The tables of a design, which are dropped in the end. */
  private final class Made<R> implements AutoCloseable {
    private final RecordTable<R> table;

    Made(RecordTable<R> table) {
      this.table = table;
    }

    @Override
    public void close() throws IOException {
      table.close();
      drop(table.design());
    }
  }

  /** How many of the newest records each region takes. */
  private <R> Map<Integer, Long> regions(Attempt<S, R> attempt) {
    Map<Integer, Long> regions = new HashMap<>();
    try (Stream<S> each = newest.get()) {
      each.map(attempt.form())
          .map(attempt.design().key()::encode)
          .forEach(
              row ->
                  regions.merge(
                      WriteSpread.region(attempt.design().splitKeys(), row), 1L, Long::sum));
    }
    return regions;
  }

  private <R> Answered answer(RecordTable<R> table, Question<R> question) throws IOException {
    for (int i = 0; i < WARMING; i++) {
      for (Function<RecordTable<R>, RecordQuery<R>> each : question.asked()) {
        count(each.apply(table));
      }
    }
    long[] micros = new long[question.asked().size()];
    long records = 0;
    long ranges = 0;
    long regions = 0;
    Sum read = new Sum();
    for (int i = 0; i < micros.length; i++) {
      RecordQuery<R> query = question.asked().get(i).apply(table);
      long start = System.nanoTime();
      records += count(query);
      micros[i] = (System.nanoTime() - start) / NANOS_PER_MICRO;
      Explanation how = query.explain();
      ranges += how.ranges().size();
      regions += how.regionsTouched();
      for (KeyRange range : how.ranges()) {
        read.add(read(table.design().name(), scan(range)));
      }
    }
    Arrays.sort(micros);
    double asked = micros.length;
    return new Answered(
        question.name(),
        ranges / asked,
        regions / asked,
        read.rows / asked,
        read.bytes / asked,
        records / asked,
        micros[micros.length / 2],
        micros[(int) Math.min(micros.length - 1L, (long) (micros.length * SLOW))]);
  }

  /** Reads whole records, as who asks does. */
  private static <R> long count(RecordQuery<R> query) throws IOException {
    try (Stream<R> found = query.stream()) {
      return found.mapToLong(each -> 1).sum();
    }
  }

  private static Scan scan(KeyRange range) {
    return new Scan().withStartRow(range.start()).withStopRow(range.stop());
  }

  /** What a read of rows gets. */
  private static final class Sum {
    private long rows;
    private long bytes;

    void add(Sum other) {
      rows += other.rows;
      bytes += other.bytes;
    }
  }

  private Sum read(TableName name, Scan scan) throws IOException {
    Sum sum = new Sum();
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(scan.setCaching(SCAN_ROWS))) {
      for (Result row : rows) {
        sum.rows++;
        for (Cell cell : row.rawCells()) {
          sum.bytes += cell.getSerializedSize();
        }
      }
    }
    return sum;
  }

  private void drop(TableDesign<?> design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (NewTable each : design.tables()) {
        TableName name = each.descriptor().getTableName();
        if (admin.tableExists(name)) {
          admin.disableTable(name);
          admin.deleteTable(name);
        }
      }
    }
  }
}
