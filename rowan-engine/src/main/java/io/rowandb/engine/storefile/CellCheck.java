package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.CorruptFileException;
import java.io.IOException;
import java.util.Arrays;

/**
 * Checks all cells of a file in sequence: that they are in order, belong to the family and are in
 * the Bloom filter; and recomputes what the file info says about them. Used by one thread;
 * allocates nothing per cell except the key for the filter.
 */
final class CellCheck {
  // Fixed at construction.
  private final byte[] family;
  private final BloomFilter bloomFilter;
  private final BloomKey filterKey;
  private final boolean sequences;
  private final long maxSequence;
  private final FileFindings findings;
  private final StoreFileStatistics statistics;

  // The last cell, which is in a block that was read before, or in this one.
  private Cell last = new Cell();
  private Cell next = new Cell();
  private boolean any;
  private long rows;

  /**
   * @param family which all cells must have; null for any
   * @param bloomFilter of the file, or null
   * @param sequences whether the file keeps sequence ids
   */
  CellCheck(
      byte[] family,
      BloomFilter bloomFilter,
      boolean sequences,
      StoreFileInfo info,
      FileFindings findings) {
    this.family = family;
    this.bloomFilter = bloomFilter;
    this.filterKey =
        bloomFilter == null ? null : new BloomKey(bloomFilter.type(), bloomFilter.prefixBytes());
    this.sequences = sequences;
    this.maxSequence = info.maxSequence();
    this.findings = findings;
    this.statistics = new StoreFileStatistics(info.createdMillis());
  }

  /**
   * Takes the cells of the next block.
   *
   * @param key the index's for this block
   */
  void block(DataBlock block, Cell key) throws IOException {
    for (int i = 0; i < block.count(); i++) {
      block.read(i, next);
      if (i == 0) {
        checkKey(block.offset(), key);
      }
      checkCell(block.offset(), i);
      statistics.add(next);
      Cell swapped = last;
      last = next;
      next = swapped;
      any = true;
    }
  }

  private void checkKey(long offset, Cell key) {
    if (CellOrder.compareKeys(key, next) > 0) {
      findings.error(offset, "index key " + key + " is after the block's first cell " + next);
    }
    if (any && CellOrder.compareKeys(last, key) >= 0) {
      findings.error(
          offset, "index key " + key + " is not after the last cell before the block, " + last);
    }
  }

  private void checkCell(long offset, int number) throws IOException {
    if (any) {
      int order = CellOrder.compareKeys(last, next);
      if (order > 0 || (order == 0 && sequences && last.sequence() < next.sequence())) {
        findings.error(offset, "cell " + number + " of the block, " + next + ", after " + last);
      }
    }
    if (family != null && !isOfFamily(next)) {
      findings.error(
          offset,
          "cell "
              + number
              + " of the block is not of family "
              + Bytes.printable(family)
              + ": "
              + next);
    }
    if (next.sequence() > maxSequence && sequences) {
      findings.error(
          offset,
          "cell "
              + next
              + " has sequence id "
              + next.sequence()
              + ", the file up to "
              + maxSequence);
    }
    if (!any || !next.sameRow(last)) {
      rows++;
    }
    if (bloomFilter != null && !(any && filterKey.isSame(next, last))) {
      checkFilter(offset);
    }
  }

  private boolean isOfFamily(Cell cell) {
    int from = cell.familyOffset();
    return Arrays.equals(cell.array(), from, from + cell.familyLength(), family, 0, family.length);
  }

  private void checkFilter(long offset) throws IOException {
    try {
      boolean known =
          bloomFilter.type() == BloomType.ROWCOL
              ? bloomFilter.mayContainColumn(next.row(), next.qualifier())
              : bloomFilter.mayContainRow(next.row());
      if (!known) {
        findings.error(
            offset, "the Bloom filter denies " + bloomFilter.type() + " of cell " + next);
      }
    } catch (CorruptFileException e) {
      findings.add(e); // the same for each row of the chunk, and handed on once
    }
  }

  /** How many rows there were. */
  long rows() {
    return rows;
  }

  /** What the cells were like. */
  StoreFileStatistics statistics() {
    return statistics;
  }

  /** The last cell; without bytes when there was none. */
  Cell last() {
    return last;
  }
}
