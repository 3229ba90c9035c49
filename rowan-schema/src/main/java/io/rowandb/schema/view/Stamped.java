package io.rowandb.schema.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;

/** Changes of rows at a time that the client chooses, and the times that rows have. */
final class Stamped {
  private Stamped() {}

  /**
   * A change at a time: what it writes is of that time, what it deletes is what was before. Cells
   * with times of their own keep them.
   */
  static List<Mutation> at(Row change, long time) throws IOException {
    List<Mutation> stamped = new ArrayList<>();
    if (change instanceof RowMutations several) {
      for (Mutation each : several.getMutations()) {
        stamped.add(at(each, time));
      }
    } else {
      stamped.add(at((Mutation) change, time));
    }
    return stamped;
  }

  private static Mutation at(Mutation change, long time) throws IOException {
    if (change instanceof Put) {
      Put put = new Put(change.getRow(), time);
      for (Cell cell : cells(change)) {
        put.add(at(cell, time));
      }
      return put;
    }
    Delete delete = new Delete(change.getRow(), time - 1);
    for (Cell cell : cells(change)) {
      delete.add(at(cell, time - 1));
    }
    return delete;
  }

  private static Cell at(Cell cell, long time) {
    if (cell.getTimestamp() != HConstants.LATEST_TIMESTAMP) {
      return cell;
    }
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(CellUtil.cloneRow(cell))
        .setFamily(CellUtil.cloneFamily(cell))
        .setQualifier(CellUtil.cloneQualifier(cell))
        .setTimestamp(time)
        .setType(cell.getType())
        .setValue(CellUtil.cloneValue(cell))
        .build();
  }

  /** All cells of a change, in its order. */
  static List<Cell> cells(Mutation change) {
    return change.getFamilyCellMap().values().stream().flatMap(List::stream).toList();
  }

  /** The greatest time of the cells of a row; 0 when it has none. */
  static long latest(Result row) {
    long latest = 0;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        latest = Math.max(latest, cell.getTimestamp());
      }
    }
    return latest;
  }

  /** The greatest time of all that is stored of a row, deletions included; 0 when nothing is. */
  static long latestStored(Table table, byte[] row) throws IOException {
    return latestStored(table, List.of(row)).getOrDefault(row, 0L);
  }

  /**
   * The same of several rows, by one scan that passes over what is between them.
   *
   * @return without those of which nothing is stored
   */
  static SortedMap<byte[], Long> latestStored(Table table, List<byte[]> rows) throws IOException {
    SortedMap<byte[], Long> latest = new TreeMap<>(Arrays::compareUnsigned);
    if (rows.isEmpty()) {
      return latest;
    }
    try (ResultScanner stored = table.getScanner(rawScan(rows))) {
      for (Result each = stored.next(); each != null; each = stored.next()) {
        latest.merge(each.getRow(), latest(each), Math::max);
      }
    }
    return latest;
  }

  private static Scan rawScan(List<byte[]> rows) {
    SortedSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    sorted.addAll(rows);
    Scan scan =
        new Scan()
            .withStartRow(sorted.first())
            .withStopRow(sorted.last(), /* inclusive= */ true)
            .setRaw(true)
            .readAllVersions();
    if (sorted.size() > 1) {
      List<RowRange> single = new ArrayList<>(); // which the filter sorts
      for (byte[] row : sorted) {
        single.add(new RowRange(row, /* startRowInclusive= */ true, row, true));
      }
      scan.setFilter(new MultiRowRangeFilter(single));
    }
    return scan;
  }
}
