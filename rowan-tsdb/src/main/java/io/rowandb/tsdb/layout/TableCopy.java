package io.rowandb.tsdb.layout;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes a new table equal to an old one but for its keys. Cells keep their times, so what is copied
 * twice is there once, and what was copied late hides nothing newer. Used by one thread.
 */
final class TableCopy {
  /** What of a column must be the same. */
  private enum Match {
    TIME,
    VALUE
  }

  private final Table old;
  private final Table target;
  private final CellChange forth;
  private final CellChange back;

  TableCopy(Table old, Table target, CellChange forth, CellChange back) {
    this.old = old;
    this.target = target;
    this.forth = forth;
    this.back = back;
  }

  /** Told how far it is. */
  interface Progress {
    /** All rows before this one are copied, and of itself some cells. */
    void reached(byte[] row, long cells) throws IOException;
  }

  /**
   * Copies the cells of a scan.
   *
   * @return how many there were
   */
  long copy(Scan scan, Progress progress) throws IOException {
    long[] count = {0};
    CellBatches.forEach(
        old,
        scan,
        cells -> {
          put(changed(cells, forth));
          count[0] += cells.size();
          progress.reached(CellUtil.cloneRow(cells.get(cells.size() - 1)), count[0]);
        });
    return count[0];
  }

  /**
   * Compares all cells in both directions, and puts right what differs. Rows that are written
   * meanwhile may differ afterwards.
   *
   * @return how many cells differed
   */
  long mend() throws IOException {
    long[] wrong = {0};
    CellBatches.forEach(target, new Scan(), cells -> wrong[0] += deleteWrong(cells));
    CellBatches.forEach(old, new Scan(), cells -> wrong[0] += putMissing(cells));
    return wrong[0];
  }

  /**
   * Of the new table's, those that the old one has not. Where it has another value at the same
   * time, that is put later: a delete of this time would hide it.
   */
  private int deleteWrong(List<Cell> cells) throws IOException {
    List<Cell> wrong = still(target, notIn(old, cells, changed(cells, back), Match.TIME));
    List<Row> deletes = new ArrayList<>();
    for (Cell cell : wrong) {
      // This version alone: a delete of those before it would hide what is put there.
      deletes.add(
          new Delete(CellUtil.cloneRow(cell))
              .addColumn(
                  CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), cell.getTimestamp()));
    }
    batch(deletes);
    return wrong.size();
  }

  /** Of the old table's, those that the new one has not. */
  private int putMissing(List<Cell> cells) throws IOException {
    List<Cell> wanted = changed(cells, forth);
    List<Cell> missing = notIn(target, cells, wanted, Match.VALUE);
    List<Cell> there = still(old, missing);
    put(changed(there, forth));
    return there.size();
  }

  /** Those that are there yet: a cell that has expired since it was read is missing in neither. */
  private static List<Cell> still(Table table, List<Cell> cells) throws IOException {
    if (cells.isEmpty()) {
      return cells;
    }
    Set<Cell> gone = Collections.newSetFromMap(new IdentityHashMap<>());
    gone.addAll(notIn(table, cells, cells, Match.TIME));
    return cells.stream().filter(each -> !gone.contains(each)).toList();
  }

  private static List<Cell> changed(List<Cell> cells, CellChange change) throws IOException {
    List<Cell> changed = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      changed.add(change.changed(cell));
    }
    return changed;
  }

  /**
   * Cells of which a table has no equal.
   *
   * @param asked what each is there
   */
  private static List<Cell> notIn(Table table, List<Cell> cells, List<Cell> asked, Match match)
      throws IOException {
    Map<byte[], Get> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Cell each : asked) {
      rows.computeIfAbsent(CellUtil.cloneRow(each), Get::new)
          .addColumn(CellUtil.cloneFamily(each), CellUtil.cloneQualifier(each));
    }
    Map<byte[], Result> found = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Result row : table.get(new ArrayList<>(rows.values()))) {
      if (!row.isEmpty()) {
        found.put(row.getRow(), row);
      }
    }
    List<Cell> missing = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (!has(found.get(CellUtil.cloneRow(asked.get(i))), asked.get(i), match)) {
        missing.add(cells.get(i));
      }
    }
    return missing;
  }

  private static boolean has(Result row, Cell cell, Match match) {
    Cell there =
        row == null
            ? null
            : row.getColumnLatestCell(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
    return there != null
        && there.getTimestamp() == cell.getTimestamp()
        && (match == Match.TIME
            || Arrays.equals(CellUtil.cloneValue(there), CellUtil.cloneValue(cell)));
  }

  private void put(List<Cell> cells) throws IOException {
    Map<byte[], Put> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Cell cell : cells) {
      rows.computeIfAbsent(CellUtil.cloneRow(cell), Put::new).add(cell);
    }
    batch(new ArrayList<>(rows.values()));
  }

  private void batch(List<Row> writes) throws IOException {
    if (writes.isEmpty()) {
      return;
    }
    try {
      target.batch(writes, new Object[writes.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("while rows were copied").initCause(e);
    }
  }
}
