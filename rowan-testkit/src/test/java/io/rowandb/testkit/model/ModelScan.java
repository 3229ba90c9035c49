package io.rowandb.testkit.model;

import io.rowandb.testkit.model.VisibleVersions.Purpose;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One scan over a table as it is now: regions in order, rows in order, families in order, and a
 * filter asked as HBase asks it. Each region begins with a fresh copy of the filter.
 */
final class ModelScan {
  private final TableContent table;
  private final Scan scan;
  private final long nowMillis;
  private final List<List<Cell>> rows = new ArrayList<>();

  // Of the region that is being scanned.
  private Filter filter;
  private final Map<byte[], Cell> hints = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final Set<String> ended = new HashSet<>();

  private ModelScan(TableContent table, Scan scan, long nowMillis) {
    this.table = table;
    this.scan = scan;
    this.nowMillis = nowMillis;
  }

  /** All results of the scan. */
  static List<Result> results(TableContent table, Scan scan, long nowMillis) throws IOException {
    ModelScan running = new ModelScan(table, scan, nowMillis);
    synchronized (table) { // its cells and its families are those of one moment
      running.run();
    }
    List<Result> results = new ArrayList<>();
    for (List<Cell> stored : running.rows) {
      List<Cell> row = stored.stream().map(ModelScan::forTheClient).toList();
      int piece = scan.getBatch() > 0 ? scan.getBatch() : Integer.MAX_VALUE;
      for (int from = 0; from < row.size(); from += Math.min(piece, row.size())) {
        int to = (int) Math.min((long) from + piece, row.size());
        results.add(Result.create(row.subList(from, to), null, false, to < row.size()));
      }
    }
    return results;
  }

  /** Without its sequence and tags, which stay with the server. */
  private static Cell forTheClient(Cell cell) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        KeyValue.Type.codeToType(cell.getType().getCode()),
        CellUtil.cloneValue(cell));
  }

  private void run() throws IOException {
    for (byte[] family : scan.getFamilyMap().keySet()) {
      table.family(family);
    }
    if (scan.isRaw() && scan.getFamilyMap().values().stream().anyMatch(ModelScan::hasColumns)) {
      throw new DoNotRetryIOException("Cannot specify any column for a raw scan");
    }
    NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> stored = inRange();
    List<Integer> regions = new ArrayList<>();
    for (int i = 0; i < table.starts.size(); i++) {
      regions.add(i);
    }
    if (scan.isReversed()) {
      Collections.reverse(regions);
    }
    for (int region : regions) {
      if (!isFull()) {
        runRegion(table.starts.get(region), table.end(region), stored);
      }
    }
  }

  /** Rows from the first that may be asked for to the last. */
  private NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> inRange() {
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    if (!scan.isReversed()) {
      return table.rows(start, stop.length == 0 ? stop : TableContent.behind(stop));
    }
    return table.rows(stop, start.length == 0 ? start : TableContent.behind(start));
  }

  private static boolean hasColumns(NavigableSet<byte[]> columns) {
    return columns != null && !columns.isEmpty();
  }

  private boolean isFull() {
    return scan.getLimit() > 0 && rows.size() >= scan.getLimit();
  }

  private void runRegion(
      byte[] start, byte[] end, NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> stored)
      throws IOException {
    filter =
        scan.getFilter() == null
            ? null
            : ProtobufUtil.toFilter(ProtobufUtil.toFilter(scan.getFilter()));
    if (filter != null) {
      filter.setReversed(scan.isReversed());
    }
    hints.clear();
    ended.clear();
    NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> ordered =
        scan.isReversed() ? stored.descendingMap() : stored;
    for (Map.Entry<byte[], NavigableMap<byte[], List<Cell>>> row : ordered.entrySet()) {
      boolean inRegion =
          Arrays.compareUnsigned(row.getKey(), start) >= 0
              && TableContent.isBefore(row.getKey(), end);
      if (inRegion && isInRange(row.getKey())) {
        if (isFull() || (filter != null && filter.filterAllRemaining())) {
          return;
        }
        runRow(row.getValue());
      }
    }
  }

  private boolean isInRange(byte[] row) {
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    int direction = scan.isReversed() ? -1 : 1;
    if (start.length > 0) {
      int order = direction * Arrays.compareUnsigned(row, start);
      if (order < 0 || (order == 0 && !scan.includeStartRow())) {
        return false;
      }
    }
    if (stop.length == 0) {
      return true;
    }
    int order = direction * Arrays.compareUnsigned(row, stop);
    return order < 0 || (order == 0 && scan.includeStopRow());
  }

  private void runRow(NavigableMap<byte[], List<Cell>> families) throws IOException {
    List<Cell> first = firstStored(families);
    if (first.isEmpty()) {
      return;
    }
    boolean rejected = filter != null && filter.filterRowKey(first.get(0));
    List<Cell> row = new ArrayList<>();
    for (Map.Entry<byte[], List<Cell>> family : families.entrySet()) {
      if (isWanted(family.getKey())) {
        row.addAll(ofFamily(family.getKey(), family.getValue()));
      }
    }
    // The cells of a rejected row have been shown to the filter all the same.
    if (!rejected && passes(row)) {
      rows.add(row);
    }
    if (filter != null) {
      filter.reset();
    }
  }

  /** The cell at which the row begins, when no hint and no end of a family passes over it. */
  private List<Cell> firstStored(NavigableMap<byte[], List<Cell>> families) {
    for (Map.Entry<byte[], List<Cell>> family : families.entrySet()) {
      if (isWanted(family.getKey()) && !ended.contains(Bytes.toStringBinary(family.getKey()))) {
        for (Cell cell : family.getValue()) {
          if (!isBeforeHint(cell, hints.get(family.getKey()))) {
            return List.of(cell);
          }
        }
      }
    }
    return List.of();
  }

  private boolean isWanted(byte[] family) {
    return scan.getFamilyMap().isEmpty() || scan.getFamilyMap().containsKey(family);
  }

  private boolean passes(List<Cell> row) throws IOException {
    if (filter == null || !filter.hasFilterRow()) {
      return !row.isEmpty() && (filter == null || !filter.filterRow());
    }
    filter.filterRowCells(row);
    return !row.isEmpty() && !filter.filterRow();
  }

  private List<Cell> ofFamily(byte[] name, List<Cell> stored) throws IOException {
    ColumnFamilyDescriptor family = table.family(name);
    TimeRange range = scan.getColumnFamilyTimeRange().getOrDefault(name, scan.getTimeRange());
    int kept = scan.isRaw() ? scan.getMaxVersions() : family.getMaxVersions();
    int versions = filter == null || scan.isRaw() ? Math.min(scan.getMaxVersions(), kept) : kept;
    List<Cell> visible =
        new VisibleVersions(
                family, scan.isRaw() ? Purpose.RAW : Purpose.READ, range, versions, nowMillis)
            .of(stored);
    NavigableSet<byte[]> columns = scan.getFamilyMap().get(name);
    if (hasColumns(columns)) {
      visible.removeIf(cell -> !columns.contains(CellUtil.cloneQualifier(cell)));
    }
    return cut(filtered(name, visible));
  }

  /** The family's own limit and offset, counted after the filter. */
  private List<Cell> cut(List<Cell> cells) {
    int offset = Math.min(scan.getRowOffsetPerColumnFamily(), cells.size());
    int limit = scan.getMaxResultsPerColumnFamily();
    int end = limit < 0 ? cells.size() : Math.min(cells.size(), offset + limit);
    return cells.subList(offset, end);
  }

  private List<Cell> filtered(byte[] name, List<Cell> visible) throws IOException {
    if (filter == null) {
      return visible;
    }
    String family = Bytes.toStringBinary(name);
    List<Cell> passed = new ArrayList<>();
    Cell skippedColumn = null;
    Cell countedColumn = null;
    int count = 0;
    for (Cell cell : visible) {
      if (ended.contains(family)
          || isBeforeHint(cell, hints.get(name))
          || (skippedColumn != null && CellUtil.matchingQualifier(skippedColumn, cell))) {
        continue;
      }
      if (filter.filterAllRemaining()) {
        ended.add(family);
        continue;
      }
      ReturnCode code = filter.filterCell(cell);
      if (isIncluded(code)) {
        count =
            countedColumn != null && CellUtil.matchingQualifier(countedColumn, cell) ? count : 0;
        countedColumn = cell;
        if (++count > scan.getMaxVersions()) {
          // The one too many has been shown to the filter too.
          skippedColumn = cell;
          continue;
        }
        passed.add(filter.transformCell(cell));
      }
      if (code == ReturnCode.NEXT_COL || code == ReturnCode.INCLUDE_AND_NEXT_COL) {
        skippedColumn = cell;
      } else if (code == ReturnCode.SEEK_NEXT_USING_HINT) {
        Cell hint = filter.getNextCellHint(cell);
        if (hint != null) {
          hints.put(name, hint);
        }
      } else if (code == ReturnCode.NEXT_ROW || code == ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW) {
        return passed;
      }
    }
    // A filter that has had enough is asked once more, at the next cell of the family.
    if (!visible.isEmpty() && filter.filterAllRemaining()) {
      ended.add(family);
    }
    return passed;
  }

  private static boolean isIncluded(ReturnCode code) {
    return switch (code) {
      case INCLUDE, INCLUDE_AND_NEXT_COL, INCLUDE_AND_SEEK_NEXT_ROW -> true;
      case SKIP, NEXT_COL, NEXT_ROW, SEEK_NEXT_USING_HINT -> false;
    };
  }

  /** Rows of a reversed scan descend, the cells inside them do not. */
  private boolean isBeforeHint(Cell cell, Cell hint) {
    if (hint == null) {
      return false;
    }
    int rowOrder = CellComparatorImpl.COMPARATOR.compareRows(cell, hint);
    if (rowOrder != 0) {
      return scan.isReversed() ? rowOrder > 0 : rowOrder < 0;
    }
    return CellComparatorImpl.COMPARATOR.compare(cell, hint, true) < 0;
  }
}
