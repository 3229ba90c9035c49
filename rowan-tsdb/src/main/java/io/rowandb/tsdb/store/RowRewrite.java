package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes columns of a row of points anew, by one atomic write that is made only if what was read is
 * there yet: so of two that write the same row anew, none undoes what the other did, however late
 * its write comes. What is written after the row was read stays.
 *
 * <p>To compare each column is the square of work, as a server asks each filter about each cell. So
 * whoever read a whole, settled row has its cells counted instead, and only columns of several
 * points compared. The row must have exactly as many cells as it had, and none with a time that
 * none of them had. That is enough:
 *
 * <ol>
 *   <li>Any later write has a later time, as the row is settled, and its writers do not choose the
 *       times ({@link RowCompaction#OWN_TIMES}): the times tell. That goes for another value of a
 *       point that was read, too: it has the place of what was read.
 *   <li>A delete of a column makes the count less. What deletes also writes at most one column for
 *       each that it takes away, so nothing of the former times makes the count more.
 *   <li>Of several single points, a rewrite leaves one column: the count is less. Of a column of
 *       several points, it leaves another value or another column: the comparison fails.
 *   <li>So when times and count are right and those columns are equal, no single point is gone. One
 *       alone may have been written as the same number in other bytes, which does no harm.
 * </ol>
 *
 * <p>A new column keeps the time of the cells that it is made of, so that any later write counts as
 * later. A former delete may hide that time, such as one of OpenTSDB, which has the time at which
 * it was made: then the column gets the first time behind it. Used by one thread, once.
 */
public final class RowRewrite {
  /** Clocks of servers may be behind or before by this. */
  public static final long SETTLED_MILLIS = 60_000;

  /** HBase's clients refuse cells of 10 MB. */
  public static final int MAX_BYTES = 1 << 20;

  /** One request deletes them. */
  public static final int MAX_CELLS = 100_000;

  /** A server compares each cell of the row with each column that is compared: a second or so. */
  private static final long MAX_COMPARISONS = 100_000_000;

  /** More than a row can have, and not so many that HBase's sum with the offset is negative. */
  private static final int ALL_COLUMNS = 1 << 30;

  private static final byte[] FAMILY = Bytes.toBytes(TsdbTables.DATA_FAMILY);
  private static final long TWO_MILLISECONDS = 2_000_000;

  private record NewColumn(byte[] qualifier, byte[] value, long time) {}

  private final byte[] key;
  private final List<Cell> unchanged = new ArrayList<>();
  private int counted;
  private final Set<Long> times = new TreeSet<>();
  private final List<Cell> old = new ArrayList<>();
  private final List<NewColumn> columns = new ArrayList<>();

  /** Of a row, with nothing to do yet. */
  public RowRewrite(byte[] key) {
    this.key = key;
  }

  /** Nothing is done unless the column has this value yet. */
  public void ifHas(Cell cell) {
    unchanged.add(cell);
  }

  /**
   * Nothing is done unless they are all the row has, yet. Instead of {@link #ifHas}, for a row that
   * is settled: its newest column of points is older than {@link #SETTLED_MILLIS}.
   *
   * @param points its columns with points, at least one
   * @param others its other columns
   */
  public void ifHasOnly(List<Cell> points, List<Cell> others) {
    counted = points.size() + others.size();
    points.forEach(cell -> times.add(cell.getTimestamp()));
    others.forEach(cell -> times.add(cell.getTimestamp()));
    points.stream().filter(RowRewrite::isCompared).forEach(this::ifHas);
  }

  private static boolean isCompared(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    return qualifier.length % 2 != 0 || !PointColumn.isSingle(qualifier);
  }

  /** Deletes the version that was read, and those before it, which would come back. */
  public void delete(Cell cell) {
    old.add(cell);
  }

  /**
   * Writes a column. Of a cell that is deleted and has the same name, it takes the place.
   *
   * @param time of the newest cell in it
   */
  public void put(byte[] qualifier, byte[] value, long time) {
    columns.add(new NewColumn(qualifier, value, time));
  }

  /**
   * Does all of it, or nothing.
   *
   * @param nowMillis when the row was read, or before
   * @return whether it is done; not, when a column changed meanwhile, it is too much for one write,
   *     or a delete of the last minute would hide a new column
   */
  public boolean write(Table table, long nowMillis) throws IOException {
    if ((long) unchanged.size() * Math.max(unchanged.size(), counted) > MAX_COMPARISONS
        || old.size() > MAX_CELLS
        || columns.stream().anyMatch(RowRewrite::isTooLarge)) {
      return false;
    }
    List<Mutation> mutations = new ArrayList<>();
    if (!columns.isEmpty() && !addColumns(mutations, table, nowMillis)) {
      return false;
    }
    addDeletes(mutations);
    return mutations.isEmpty() || write(table, RowMutations.of(mutations));
  }

  private static boolean isTooLarge(NewColumn column) {
    return column.qualifier.length + column.value.length > MAX_BYTES;
  }

  private boolean addColumns(List<Mutation> mutations, Table table, long nowMillis)
      throws IOException {
    DeleteMarkers markers = DeleteMarkers.read(table, key);
    Put put = new Put(key);
    for (NewColumn each : columns) {
      long time = markers.firstVisible(each.qualifier, each.time);
      if (time > each.time && time >= nowMillis - SETTLED_MILLIS) {
        return false; // a write of now could get an earlier time by another server's clock
      }
      put.addColumn(FAMILY, each.qualifier, time, each.value);
    }
    mutations.add(put);
    return true;
  }

  private void addDeletes(List<Mutation> mutations) {
    Set<Bytes> written = new HashSet<>();
    columns.forEach(each -> written.add(new Bytes(each.qualifier)));
    Delete delete = new Delete(key);
    for (Cell cell : old) {
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      if (!written.contains(new Bytes(qualifier))) {
        delete.addColumns(FAMILY, qualifier, cell.getTimestamp());
      }
    }
    if (!delete.isEmpty()) {
      mutations.add(delete);
    }
  }

  private boolean write(Table table, RowMutations mutations) throws IOException {
    List<Filter> each = new ArrayList<>(); // a list takes filters one by one in the square of time
    unchanged.forEach(cell -> each.add(same(cell)));
    if (counted > 0) {
      each.add(new SkipFilter(new TimestampsFilter(List.copyOf(times))));
      each.add(new SkipFilter(first(counted)));
      each.add(new ColumnPaginationFilter(ALL_COLUMNS, counted - 1)); // it shows the last, or none
    }
    if (each.isEmpty()) {
      table.mutateRow(mutations);
      return true;
    }
    FilterList all = new FilterList(FilterList.Operator.MUST_PASS_ALL, each);
    return table
        .checkAndMutate(CheckAndMutate.newBuilder(key).ifMatches(all).build(mutations))
        .isSuccess();
  }

  /**
   * Includes cells up to a count, and none behind. A pagination says with each cell that it wants
   * the next column, which is another answer than to include it, and a row is skipped for that: so
   * it stands beside a filter that passes nothing, with which its answer is simply to include.
   */
  private static Filter first(int count) {
    Filter none = new QualifierFilter(CompareOperator.LESS, new BinaryComparator(new byte[0]));
    return new FilterList(
        FilterList.Operator.MUST_PASS_ONE, new ColumnPaginationFilter(count, 0), none);
  }

  private static Filter same(Cell cell) {
    SingleColumnValueFilter same =
        new SingleColumnValueFilter(
            FAMILY,
            CellUtil.cloneQualifier(cell),
            CompareOperator.EQUAL,
            new BinaryComparator(CellUtil.cloneValue(cell)));
    same.setFilterIfMissing(true);
    return same;
  }

  /**
   * Comes back in a later millisecond. A delete has the time of what it deletes, and would hide
   * what is written in that millisecond yet.
   */
  public static void awaitNextMillisecond() {
    long began = System.nanoTime();
    while (System.nanoTime() - began < TWO_MILLISECONDS) {
      Thread.onSpinWait();
    }
  }
}
