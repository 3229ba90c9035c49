package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellTags;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Changes that depend on the content of the row: increments, appends, deletes of the newest
 * version. HBase's answers (traps 9, 12):
 *
 * <ul>
 *   <li>The new timestamp is the maximum of now and the old cell's plus one, so the new cell wins
 *       over one from the future. Without an old cell it is the delta's own, or now. If the old
 *       timestamp has no successor the change is refused; HBase would lose it.
 *   <li>All deltas of one change see the row as it was before.
 *   <li>The old cell of a column is searched only after the cell that the previous column took. A
 *       family with NEW_VERSION_BEHAVIOR and MIN_VERSIONS may show two versions of a column; then
 *       the columns after it in that family count as absent.
 *   <li>The new cell has the tags of the delta and of the old cell; of two TTLs, the delta's
 *       counts.
 *   <li>A delete of the newest version gets that version's timestamp, a second delete of the same
 *       column that of the previous version, and now if there is none.
 * </ul>
 *
 * The row's lock is held exclusively, except by deletes, which HBase lets run concurrently with
 * puts.
 */
final class DeltaUpdates {
  private static final byte[] NO_TAGS = new byte[0];

  // Fixed at construction.
  private final RowUpdates updates;
  private final RowReader reader;

  DeltaUpdates(RowUpdates updates, RowReader reader) {
    this.updates = updates;
    this.reader = reader;
  }

  /** The put that an increment or append comes to now. */
  RowMutation reckon(RowMutation change, long nowMillis) throws IOException {
    List<Cell> deltas = sortedCells(change);
    CellBatch present = present(change, deltas);
    RowMutation put =
        new RowMutation().reset(RowMutation.Kind.PUT, change.row(), change.durability());
    Cell old = new Cell();
    int next = 0;
    for (int i = 0; i < deltas.size(); i++) {
      Cell delta = deltas.get(i);
      while (next < present.size()
          && CellOrder.compareFamilies(present.get(next, old), delta) < 0) {
        next++;
      }
      boolean exists = next < present.size() && compareColumns(present.get(next, old), delta) == 0;
      add(put, change.kind(), delta, exists ? old : null, nowMillis);
      if (exists && i + 1 < deltas.size() && compareColumns(delta, deltas.get(i + 1)) != 0) {
        next++;
      }
    }
    return put;
  }

  /** Gives each delete of a newest version that version's timestamp. */
  void findNewest(RowMutation delete, long nowMillis) throws IOException {
    byte[] buffer = delete.buffer();
    List<Cell> found = new ArrayList<>();
    for (int at = 0; at < delete.limit(); at += 4 + Bytes.getInt(buffer, at)) {
      if (RowUpdates.isDeleteOfNewest(buffer, at + 4)) {
        Cell cell = new Cell().set(buffer, at + 4, Bytes.getInt(buffer, at), 0);
        int version = 1;
        for (Cell before : found) {
          version += compareColumns(before, cell) == 0 ? 1 : 0;
        }
        found.add(cell);
        long timestamp = timestampOf(cell, version, nowMillis);
        Bytes.putLong(buffer, RowUpdates.timestampAt(buffer, at + 4), timestamp);
      }
    }
  }

  private long timestampOf(Cell column, int version, long nowMillis) throws IOException {
    ScanSpec get =
        ScanSpec.get(column.row())
            .maxVersions(version)
            .family(column.family(), new byte[][] {column.qualifier()})
            .build();
    CellBatch versions = new CellBatch();
    reader.read(get, versions);
    return versions.size() < version
        ? nowMillis
        : versions.get(version - 1, new Cell()).timestamp();
  }

  private CellBatch present(RowMutation change, List<Cell> sortedDeltas) throws IOException {
    ScanSpec.Builder get =
        ScanSpec.get(change.row()).timeRange(change.minTimestamp(), change.maxTimestamp());
    List<byte[]> qualifiers = new ArrayList<>();
    for (int i = 0; i < sortedDeltas.size(); i++) {
      Cell delta = sortedDeltas.get(i);
      Cell after = i + 1 < sortedDeltas.size() ? sortedDeltas.get(i + 1) : null;
      if (after == null || compareColumns(delta, after) != 0) {
        qualifiers.add(delta.qualifier());
      }
      if (after == null || CellOrder.compareFamilies(delta, after) != 0) {
        get.family(delta.family(), qualifiers.toArray(new byte[0][]));
        qualifiers.clear();
      }
    }
    CellBatch present = new CellBatch();
    reader.read(get.build(), present);
    return present;
  }

  private void add(RowMutation put, RowMutation.Kind kind, Cell delta, Cell old, long nowMillis)
      throws IOException {
    byte[] value =
        switch (kind) {
          case INCREMENT -> sum(delta, old);
          case APPEND -> concatenation(delta, old);
          case PUT, DELETE -> throw new IllegalArgumentException(kind + " has no delta");
        };
    long timestamp;
    if (old != null) {
      timestamp = Math.max(nowMillis, after(old));
    } else {
      timestamp = delta.timestamp() == Cell.LATEST_TIMESTAMP ? nowMillis : delta.timestamp();
    }
    int before = put.limit();
    byte[] tags = tags(delta, old);
    put.add(delta.family(), delta.qualifier(), timestamp, CellType.PUT, value, tags);
    updates.checkSize(put.limit() - before - 4);
  }

  /**
   * One more than the old cell's time. That may not be what stands for the region's time: it would
   * be replaced, or pass beyond the greatest number, and the old cell would hide the new one.
   */
  private long after(Cell old) throws RefusedException {
    long timestamp = old.timestamp();
    if (timestamp >= Cell.LATEST_TIMESTAMP - 1) {
      throw updates.bad(
          "The newest cell of column "
              + Bytes.printable(old.family())
              + ":"
              + Bytes.printable(old.qualifier())
              + " in row "
              + Bytes.printable(old.row())
              + " has the timestamp "
              + timestamp
              + ": what an increment or append writes is at least one later, and its timestamp must"
              + " be less than "
              + Cell.LATEST_TIMESTAMP);
    }
    return timestamp + 1;
  }

  private byte[] sum(Cell delta, Cell old) throws RefusedException {
    long sum = number(delta) + (old == null ? 0 : number(old));
    byte[] value = new byte[Long.BYTES];
    Bytes.putLong(value, 0, sum);
    return value;
  }

  private long number(Cell cell) throws RefusedException {
    if (cell.valueLength() != Long.BYTES) {
      throw updates.bad("Field is not a long, it's " + cell.valueLength() + " bytes wide");
    }
    return Bytes.getLong(cell.array(), cell.valueOffset());
  }

  private byte[] concatenation(Cell delta, Cell old) throws RefusedException {
    if (old == null) {
      return delta.value();
    }
    long length = (long) old.valueLength() + delta.valueLength();
    if (length > Integer.MAX_VALUE - Cell.MAX_ROW_BYTES * 4) {
      throw updates.bad("The appended value has " + length + " bytes, more than a cell can hold");
    }
    byte[] value = Arrays.copyOf(old.value(), (int) length);
    System.arraycopy(
        delta.array(), delta.valueOffset(), value, old.valueLength(), delta.valueLength());
    return value;
  }

  /** The delta's tags, then the old cell's, without its TTL where the delta has one of its own. */
  private byte[] tags(Cell delta, Cell old) throws RefusedException {
    int oldLength = old == null ? 0 : old.tagsLength();
    int deltaLength = delta.tagsLength();
    if (oldLength + deltaLength == 0) {
      return NO_TAGS;
    }
    byte[] tags = new byte[deltaLength + oldLength];
    System.arraycopy(
        delta.array(), deltaLength == 0 ? 0 : delta.tagsOffset(), tags, 0, deltaLength);
    boolean ownTtl = hasTtl(delta);
    int length = deltaLength;
    int at = oldLength == 0 ? 0 : old.tagsOffset();
    int end = at + oldLength;
    while (at < end) {
      int next = CellTags.next(old.array(), at);
      if (!ownTtl || CellTags.type(old.array(), at) != CellTags.TTL) {
        System.arraycopy(old.array(), at, tags, length, next - at);
        length += next - at;
      }
      at = next;
    }
    if (length > Cell.MAX_TAGS_BYTES) {
      throw updates.bad(
          "The tags of the new cell have " + length + " bytes, more than " + Cell.MAX_TAGS_BYTES);
    }
    return Arrays.copyOf(tags, length);
  }

  private static boolean hasTtl(Cell cell) {
    if (cell.tagsLength() == 0) {
      return false;
    }
    int end = cell.tagsOffset() + cell.tagsLength();
    return CellTags.ttl(cell.array(), cell.tagsOffset(), end) < end;
  }

  private static List<Cell> sortedCells(RowMutation change) {
    List<Cell> cells = new ArrayList<>(change.cellCount());
    byte[] buffer = change.buffer();
    for (int at = 0; at < change.limit(); at += 4 + Bytes.getInt(buffer, at)) {
      cells.add(new Cell().set(buffer, at + 4, Bytes.getInt(buffer, at), 0));
    }
    cells.sort(CellOrder.INSTANCE);
    return cells;
  }

  private static int compareColumns(Cell a, Cell b) {
    int c = CellOrder.compareFamilies(a, b);
    return c != 0 ? c : CellOrder.compareQualifiers(a, b);
  }
}
