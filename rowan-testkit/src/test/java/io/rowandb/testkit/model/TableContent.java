package io.rowandb.testkit.model;

import io.rowandb.testkit.model.VisibleVersions.Purpose;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.CellUtil;
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
    NavigableMap<byte[], List<Cell>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Cell cell : all()) {
      if (CellUtil.matchingRows(cell, row)) {
        byte[] family = CellUtil.cloneFamily(cell);
        families.computeIfAbsent(family, key -> new ArrayList<>()).add(cell);
      }
    }
    return families;
  }

  /** Everything that is stored, by row and family. */
  synchronized NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> rows() {
    return group(all());
  }

  private NavigableSet<Cell> all() {
    NavigableSet<Cell> all = sorted();
    files.forEach(all::addAll);
    all.addAll(memory);
    return all;
  }

  private static NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> group(
      NavigableSet<Cell> cells) {
    NavigableMap<byte[], NavigableMap<byte[], List<Cell>>> rows =
        new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Cell cell : cells) {
      rows.computeIfAbsent(CellUtil.cloneRow(cell), row -> new TreeMap<>(Bytes.BYTES_COMPARATOR))
          .computeIfAbsent(CellUtil.cloneFamily(cell), family -> new ArrayList<>())
          .add(cell);
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
