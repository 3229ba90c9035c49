package io.rowandb.schema.table;

import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which cells of its rows a read returns. Tells whether a cell missing in a result does not exist
 * or was just not read. Immutable; used by any number of threads.
 */
public final class RowPart {
  /** The whole row. */
  public static final RowPart ALL = of(new Scan());

  /** These take or leave a whole row; of the others it is not known. */
  private static final Set<Class<?>> FILTERS_OF_ROWS =
      Set.of(
          PrefixFilter.class,
          RowFilter.class,
          PageFilter.class,
          InclusiveStopFilter.class,
          SingleColumnValueFilter.class);

  // Fixed at construction.
  /** The qualifiers that are read of a family, or null for all; of no family: all of all. */
  private final Map<byte[], NavigableSet<byte[]>> columns = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  private final boolean selective;
  private final boolean valued;

  private RowPart(Scan scan) {
    columns.putAll(scan.getFamilyMap());
    valued = !hasKeysOnly(scan.getFilter());
    selective =
        (scan.hasFilter() && !isOfRows(scan.getFilter()))
            || !scan.getTimeRange().isAllTime()
            || !scan.getColumnFamilyTimeRange().isEmpty()
            || scan.getBatch() > 0
            || scan.getMaxResultsPerColumnFamily() >= 0
            || scan.getRowOffsetPerColumnFamily() > 0;
  }

  /** What a scan reads of its rows. */
  public static RowPart of(Scan scan) {
    return new RowPart(scan);
  }

  private static boolean isOfRows(Filter filter) {
    return filter instanceof FilterList list
        ? list.getFilters().stream().allMatch(RowPart::isOfRows)
        : FILTERS_OF_ROWS.contains(filter.getClass());
  }

  private static boolean hasKeysOnly(Filter filter) {
    return wrapped(filter) instanceof FilterList list
        ? list.getFilters().stream().anyMatch(RowPart::hasKeysOnly)
        : wrapped(filter) instanceof KeyOnlyFilter;
  }

  /** What SKIP and WHILE are of, which change cells as that does. */
  private static Filter wrapped(Filter filter) {
    if (filter instanceof SkipFilter skip) {
      return wrapped(skip.getFilter());
    }
    return filter instanceof WhileMatchFilter match ? wrapped(match.getFilter()) : filter;
  }

  /** Whether cells have their values. */
  public boolean hasValues() {
    return valued;
  }

  /** Whether it has all cells of a family. */
  public boolean hasAll(String family) {
    byte[] name = Bytes.toBytes(family);
    return valued
        && !selective
        && (columns.isEmpty() || (columns.containsKey(name) && columns.get(name) == null));
  }

  /** Whether it has all cells of a column. */
  public boolean hasAll(Column column) {
    if (hasAll(column.familyName())) {
      return true;
    }
    NavigableSet<byte[]> qualifiers = columns.get(column.family());
    return valued && !selective && qualifiers != null && qualifiers.contains(column.qualifier());
  }

  /** Whether it is known what is in a column: it was read, or there is a cell with its value. */
  boolean tells(Column column, Result row) {
    return valued && (row.containsColumn(column.family(), column.qualifier()) || hasAll(column));
  }
}
