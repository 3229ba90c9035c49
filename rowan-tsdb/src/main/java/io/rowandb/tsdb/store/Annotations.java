package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.ObjectColumn;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.uid.Uids;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Annotations one by one: of a series, in its rows, or of none, which are called global: in rows of
 * a metric of zeros, without salt and tags.
 *
 * <pre>
 * 000000 4E103DA0 | 01 0000   {"startTime":1309687200,"endTime":0,…}
 * metric hour       kind offset in seconds; five bytes for one in milliseconds
 * </pre>
 *
 * <p>OpenTSDB takes times in seconds that are divisible by 1,000 for milliseconds when it makes the
 * column, so there the offset is that of a thousandth of the time. It is written so here, that both
 * find what the other wrote; also columns with the offset of the time itself are found. Used by any
 * number of threads.
 */
public final class Annotations {
  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);
  private static final int THOUSAND = 1_000;

  /** What the store sends at once. */
  private static final long BYTES_A_PART = 1 << 21;

  private final Connection connection;
  private final PointStoreOptions options;
  private final PointKeyLayout layout;
  private final Uids uids;
  private final SeriesNames names;
  private final TagIndex index;
  private final LongSupplier nanoTime;

  Annotations(
      Connection connection,
      PointStoreOptions options,
      Uids uids,
      SeriesNames names,
      TagIndex index,
      LongSupplier nanoTime) {
    this.index = index;
    this.connection = connection;
    this.options = options;
    layout = options.layout();
    this.uids = uids;
    this.names = names;
    this.nanoTime = nanoTime;
  }

  private Table table() throws IOException {
    return connection.getTable(options.tables().data());
  }

  private byte[] globalRow(long baseSeconds) {
    return layout.firstRow(0, new byte[layout.metricWidth()], baseSeconds);
  }

  private byte[] row(Optional<Series> series, long baseSeconds) throws IOException {
    return series.isPresent()
        ? layout.rowKey(names.toRead(series.get()), baseSeconds)
        : globalRow(baseSeconds);
  }

  /** The column that OpenTSDB takes. */
  private static byte[] column(PointTime time) {
    long seconds = time.millis() / 1_000;
    return time.inMillis() || seconds % THOUSAND != 0
        ? ObjectColumn.annotation(time).toBytes()
        : ObjectColumn.annotation(PointTime.ofSeconds(seconds / THOUSAND)).toBytes();
  }

  /**
   * Those in the columns that are for a time: at most two, of which one may be of another time.
   *
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name of the series has no UID
   */
  public List<StoredAnnotation> at(Optional<Series> series, PointTime time) throws IOException {
    byte[] own = ObjectColumn.annotation(time).toBytes();
    Get get =
        new Get(row(series, time.baseSeconds()))
            .addColumn(FAMILY, column(time))
            .addColumn(FAMILY, own);
    try (Table table = table()) {
      List<StoredAnnotation> found = new ArrayList<>();
      for (Cell cell : table.get(get).rawCells()) {
        found.add(new StoredAnnotation(cell));
      }
      return found;
    }
  }

  /**
   * Writes one, unless another has written it since it was read.
   *
   * @param before what was read of it, if it was there
   * @param others of other times that {@link #at} has found
   * @param json 1 to {@link PointStore#MAX_OBJECT_BYTES} bytes
   * @return whether it is written
   */
  public boolean write(
      Optional<Series> series,
      PointTime time,
      Optional<StoredAnnotation> before,
      List<StoredAnnotation> others,
      String json)
      throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > PointStore.MAX_OBJECT_BYTES) {
      throw new IllegalArgumentException(
          "an annotation has 1 to " + PointStore.MAX_OBJECT_BYTES + " bytes: " + bytes.length);
    }
    byte[] row = row(series, time.baseSeconds());
    byte[] column =
        before.map(each -> CellUtil.cloneQualifier(each.cell())).orElse(free(time, others));
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    if (before.isPresent()) {
      check.ifEquals(FAMILY, column, CellUtil.cloneValue(before.get().cell()));
    } else {
      check.ifNotExists(FAMILY, column);
    }
    CheckAndMutate put = check.build(new Put(row).addColumn(FAMILY, column, bytes));
    boolean[] done = {false};
    index.keeping(
        series.isPresent() ? List.of(names.toRead(series.get())) : List.of(),
        () -> {
          try (Table table = table()) {
            done[0] = table.checkAndMutate(put).isSuccess();
          }
        });
    return done[0];
  }

  private static byte[] free(PointTime time, List<StoredAnnotation> others) {
    byte[] column = column(time);
    boolean taken =
        others.stream().anyMatch(each -> CellUtil.matchingQualifier(each.cell(), column));
    return taken ? ObjectColumn.annotation(time).toBytes() : column;
  }

  /** Deletes what was read; what is written afterwards stays. */
  public void delete(List<StoredAnnotation> annotations) throws IOException {
    if (annotations.isEmpty()) {
      return;
    }
    List<Delete> deletes = new ArrayList<>();
    for (StoredAnnotation each : annotations) {
      Cell cell = each.cell();
      deletes.add(
          new Delete(CellUtil.cloneRow(cell))
              .addColumns(FAMILY, CellUtil.cloneQualifier(cell), cell.getTimestamp()));
    }
    try (Table table = table()) {
      table.delete(deletes);
    }
    RowRewrite.awaitNextMillisecond();
  }

  /**
   * Those in the hours of a range, by row; some may be of times before it or after.
   *
   * @param fromMillis of whose hour is the first row
   * @param toMillis of whose hour is the last
   * @param limits of time and bytes, and of annotations as of points
   * @throws LimitExceededException beyond a limit
   * @throws java.io.InterruptedIOException when the thread is interrupted
   * @throws io.rowandb.tsdb.uid.NoSuchNameException when a name of the series has no UID
   */
  public List<StoredAnnotation> scan(
      Optional<Series> series, long fromMillis, long toMillis, ReadLimits limits)
      throws IOException {
    RangeQuery.check(fromMillis, toMillis);
    ReadBudget budget = new ReadBudget(limits, nanoTime);
    List<StoredAnnotation> found = new ArrayList<>();
    try (Table table = table()) {
      if (series.isPresent()) {
        new WantedRows(
                uids,
                names,
                layout,
                hoursOf(series.get(), fromMillis, toMillis),
                budget,
                Optional.of(index))
            .forEach(table, row -> add(row.objects(), found, budget));
      } else {
        scanGlobal(table, fromMillis, toMillis, found, budget);
      }
    }
    return found;
  }

  private static RangeQuery hoursOf(Series series, long fromMillis, long toMillis) {
    List<TagFilter> filters = new ArrayList<>();
    series.tags().forEach((key, value) -> filters.add(new TagFilter.OneOf(key, List.of(value))));
    return new RangeQuery(series.metric(), fromMillis, toMillis, filters, true);
  }

  private void scanGlobal(
      Table table, long fromMillis, long toMillis, List<StoredAnnotation> found, ReadBudget budget)
      throws IOException {
    Scan scan =
        new Scan()
            .addFamily(FAMILY)
            .withStartRow(globalRow(PointTime.ofMillis(fromMillis).baseSeconds()))
            .withStopRow(globalRow(PointTime.ofMillis(toMillis).baseSeconds()), true)
            .setMaxResultSize(BYTES_A_PART);
    try (ResultScanner rows = table.getScanner(scan)) {
      budget.checkTime();
      for (Result row = rows.next(); row != null; row = rows.next()) {
        budget.took(row);
        budget.checkTime();
        if (row.getRow().length == layout.tagsAt()) {
          add(List.of(row.rawCells()), found, budget);
        }
      }
    }
  }

  private static void add(List<Cell> cells, List<StoredAnnotation> to, ReadBudget budget)
      throws LimitExceededException {
    for (Cell cell : cells) {
      int length = cell.getQualifierLength();
      if ((length == 3 || length == 5)
          && cell.getQualifierArray()[cell.getQualifierOffset()] == ObjectColumn.ANNOTATION) {
        budget.tookPoints(1);
        to.add(new StoredAnnotation(cell));
      }
    }
  }
}
