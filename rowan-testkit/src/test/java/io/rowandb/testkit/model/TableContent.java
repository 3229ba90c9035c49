package io.rowandb.testkit.model;

import io.rowandb.testkit.model.VisibleVersions.Purpose;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One table: its cells in memory and in files, each a sorted set. Its methods hold its lock; a
 * caller that needs several of them to be one step holds it too.
 */
final class TableContent {
  private static final int FILES_OF_A_COMPACTION = 3;

  private final LongSupplier clock;
  volatile TableDescriptor descriptor;
  volatile boolean enabled = true;

  /** Where regions begin; the first is empty. */
  List<byte[]> starts;

  private NavigableSet<Cell> memory = sorted();
  private List<NavigableSet<Cell>> files = new ArrayList<>();
  private long sequence;

  TableContent(TableDescriptor descriptor, List<byte[]> starts, LongSupplier clock) {
    this.descriptor = descriptor;
    this.starts = starts;
    this.clock = clock;
  }

  private static NavigableSet<Cell> sorted() {
    return new TreeSet<>(CellComparatorImpl.COMPARATOR);
  }

  ColumnFamilyDescriptor family(byte[] name) throws IOException {
    ColumnFamilyDescriptor family = descriptor.getColumnFamily(name);
    if (family == null) {
      throw new NoSuchColumnFamilyException(
          "Column family " + Bytes.toString(name) + " is not in " + descriptor.getTableName());
    }
    return family;
  }

  /** The number of the next write; all cells of one write share it. */
  synchronized long nextSequence() {
    return ++sequence;
  }

  /** Adds a cell; one that is equal in all but its value is replaced. */
  synchronized void add(Cell cell) {
    memory.remove(cell);
    memory.add(cell);
  }

  /** All cells of a row by family, in HBase's order. */
  synchronized NavigableMap<byte[], List<Cell>> row(byte[] row) {
    return rows(row, behind(row)).getOrDefault(row, new TreeMap<>(Bytes.BYTES_COMPARATOR));
  }

  /**
   * What is stored, by row and family.
   *
   * @param from the first row
   * @param to the row behind the last; empty for all
   */
  synchronized NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> rows(byte[] from, byte[] to) {
    SortedSet<Cell> stored = between(memory, from, to);
    if (!files.isEmpty()) {
      NavigableSet<Cell> together = sorted();
      files.forEach(file -> together.addAll(between(file, from, to)));
      together.addAll(stored);
      stored = together;
    }
    return group(stored);
  }

  private static SortedSet<Cell> between(NavigableSet<Cell> cells, byte[] from, byte[] to) {
    Cell first = KeyValueUtil.createFirstOnRow(from);
    if (to.length == 0) {
      return cells.tailSet(first);
    }
    if (to.length > HConstants.MAX_ROW_LENGTH) { // behind a row that is as long as rows may be
      SortedSet<Cell> some = new TreeSet<>(CellComparatorImpl.COMPARATOR);
      for (Cell cell : cells.tailSet(first)) {
        if (!isBefore(CellUtil.cloneRow(cell), to)) {
          return some;
        }
        some.add(cell);
      }
      return some;
    }
    return isBefore(from, to)
        ? cells.subSet(first, KeyValueUtil.createFirstOnRow(to))
        : Collections.emptySortedSet();
  }

  /** The first row that comes behind one. */
  static byte[] behind(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  private static NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> group(
      SortedSet<Cell> cells) {
    NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> rows =
        new TreeMap<>(Bytes.BYTES_COMPARATOR);
    NavigableMap<byte[], List<Cell>> row = null;
    List<Cell> family = null;
    Cell before = null;
    for (Cell cell : cells) {
      if (before == null || !CellUtil.matchingRows(before, cell)) {
        row = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        rows.put(CellUtil.cloneRow(cell), row);
        family = null;
      }
      if (family == null || !CellUtil.matchingFamily(before, cell)) {
        family = new ArrayList<>();
        row.put(CellUtil.cloneFamily(cell), family);
      }
      family.add(cell);
      before = cell;
    }
    return rows;
  }

  synchronized void flush() {
    if (!memory.isEmpty()) {
      files.add(rewritten(memory, Purpose.REWRITE));
      memory = sorted();
    }
  }

  synchronized void compact() {
    if (files.size() >= FILES_OF_A_COMPACTION) {
      replaceFiles(Purpose.REWRITE);
    }
  }

  synchronized void majorCompact() {
    replaceFiles(Purpose.MAJOR);
  }

  private void replaceFiles(Purpose purpose) {
    NavigableSet<Cell> together = sorted();
    files.forEach(together::addAll);
    files = new ArrayList<>(List.of(rewritten(together, purpose)));
  }

  private NavigableSet<Cell> rewritten(NavigableSet<Cell> cells, Purpose purpose) {
    NavigableSet<Cell> kept = sorted();
    group(cells)
        .values()
        .forEach(
            row ->
                row.forEach(
                    (name, ofFamily) -> {
                      ColumnFamilyDescriptor family = descriptor.getColumnFamily(name);
                      kept.addAll(
                          new VisibleVersions(
                                  family,
                                  purpose,
                                  TimeRange.allTime(),
                                  family.getMaxVersions(),
                                  clock.getAsLong())
                              .of(ofFamily));
                    }));
    return kept;
  }

  /** Forgets the cells of a family. */
  synchronized void removeFamily(byte[] family) {
    memory.removeIf(cell -> CellUtil.matchingFamily(cell, family));
    files.forEach(file -> file.removeIf(cell -> CellUtil.matchingFamily(cell, family)));
  }

  synchronized void truncate(boolean keepRegions) {
    memory = sorted();
    files = new ArrayList<>();
    if (!keepRegions) {
      starts = List.of(new byte[0]);
    }
  }

  /** The end of the region that begins at this start; empty for the last. */
  byte[] end(int region) {
    return region + 1 < starts.size() ? starts.get(region + 1) : new byte[0];
  }

  static boolean isBefore(byte[] row, byte[] end) {
    return end.length == 0 || Arrays.compareUnsigned(row, end) < 0;
  }
}
