package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import java.util.Arrays;
import java.util.List;

/**
 * Checks a mutation's cells before anything is written, and sets their timestamps. Works on the
 * mutation's buffer; makes no object per cell.
 */
final class RowUpdates {
  // Fixed at construction.
  private final RegionInfo info;
  private final long timestampSlopMillis;

  /** Written when the table changes. */
  private volatile int maxCellBytes;

  RowUpdates(RegionInfo info, int maxCellBytes, long timestampSlopMillis) {
    this.info = info;
    this.maxCellBytes = maxCellBytes;
    this.timestampSlopMillis = timestampSlopMillis;
  }

  /** From now on cells may be so large; 0 for no limit. */
  void limitCells(int bytes) {
    maxCellBytes = bytes;
  }

  /** The index of the store of a cell that was checked, or -1. */
  static int storeOf(StoreSet stores, byte[] array, int cell) {
    int at = familyLengthAt(array, cell);
    return stores.indexOf(array, at + 1, array[at]);
  }

  /** Refuses a row that is empty, too long, or not in this region. */
  void checkRow(byte[] row) throws RefusedException {
    if (row.length == 0) {
      throw bad("Row length is 0: a row key has at least one byte");
    }
    if (row.length > Cell.MAX_ROW_BYTES) {
      throw bad("Row length " + row.length + " is > " + Cell.MAX_ROW_BYTES);
    }
    if (!info.range().contains(row)) {
      throw new RefusedException(
          RefusedException.Reason.WRONG_REGION,
          "Requested row out of range for region "
              + info
              + ", startKey='"
              + Bytes.printable(info.range().startKey())
              + "', endKey='"
              + Bytes.printable(info.range().endKey())
              + "', row='"
              + Bytes.printable(row)
              + "'");
    }
  }

  /** Refuses mutations that are not all of one row. */
  void checkOneRow(List<RowMutation> mutations) throws RefusedException {
    byte[] row = mutations.get(0).row();
    for (RowMutation mutation : mutations) {
      if (!Arrays.equals(row, mutation.row())) {
        throw bad(
            "All mutations of one update are of one row: "
                + Bytes.printable(row)
                + " and "
                + Bytes.printable(mutation.row()));
      }
    }
  }

  /** The refusal of a family that the table does not have. */
  RefusedException noFamily(byte[] array, int offset, int length) {
    return new RefusedException(
        RefusedException.Reason.FAMILY_NOT_FOUND,
        "Column family "
            + Bytes.printable(array, offset, length)
            + " does not exist in region "
            + info
            + " in table "
            + info.table());
  }

  /** Refuses a mutation that must not be applied. */
  void check(RowMutation mutation, StoreSet stores, long nowMillis) throws RefusedException {
    checkRow(mutation.row());
    if (mutation.deletesRow() && !hasFamilies(mutation, stores)) {
      // The table has others than when the client looked.
      mutation.deleteRow(stores.families(), mutation.deletedUpTo());
    }
    byte[] buffer = mutation.buffer();
    int limit = mutation.limit();
    int at = 0;
    while (at < limit) {
      int length = Bytes.getInt(buffer, at);
      checkCell(mutation, buffer, at + 4, length, stores, nowMillis);
      at += 4 + length;
    }
  }

  /** Whether it has a cell in each of them, and no other one. */
  private static boolean hasFamilies(RowMutation deleteOfRow, StoreSet stores) {
    byte[] buffer = deleteOfRow.buffer();
    int at = 0;
    boolean known = deleteOfRow.cellCount() == stores.size();
    while (known && at < deleteOfRow.limit()) {
      known = storeOf(stores, buffer, at + 4) >= 0;
      at += 4 + Bytes.getInt(buffer, at);
    }
    return known;
  }

  /** Gives every cell without a timestamp this one. */
  static void stamp(RowMutation mutation, long millis) {
    byte[] buffer = mutation.buffer();
    int limit = mutation.limit();
    int at = 0;
    while (at < limit) {
      int length = Bytes.getInt(buffer, at);
      int timestampAt = timestampAt(buffer, at + 4);
      if (Bytes.getLong(buffer, timestampAt) == Cell.LATEST_TIMESTAMP) {
        Bytes.putLong(buffer, timestampAt, millis);
      }
      at += 4 + length;
    }
  }

  /** Whether some cell deletes the newest version, which must be found first. */
  static boolean deletesNewest(RowMutation mutation) {
    byte[] buffer = mutation.buffer();
    int limit = mutation.limit();
    int at = 0;
    while (at < limit) {
      if (isDeleteOfNewest(buffer, at + 4)) {
        return true;
      }
      at += 4 + Bytes.getInt(buffer, at);
    }
    return false;
  }

  static boolean isDeleteOfNewest(byte[] buffer, int cell) {
    int timestampAt = timestampAt(buffer, cell);
    return (buffer[timestampAt + 8] & 0xff) == CellType.DELETE
        && Bytes.getLong(buffer, timestampAt) == Cell.LATEST_TIMESTAMP;
  }

  static int timestampAt(byte[] array, int cell) {
    return cell + Cell.HEADER_BYTES + Bytes.getInt(array, cell) - 9;
  }

  /** Refuses a cell larger than the limit, by HBase's measure: the cell and its length field. */
  void checkSize(int cellLength) throws RefusedException {
    int size = cellLength + 4;
    if (maxCellBytes > 0 && size > maxCellBytes) {
      throw bad(
          "Cell with size "
              + size
              + " exceeds limit of "
              + maxCellBytes
              + " bytes in region "
              + info);
    }
  }

  RefusedException bad(String message) {
    return new RefusedException(RefusedException.Reason.BAD_REQUEST, message);
  }

  private void checkCell(
      RowMutation mutation, byte[] buffer, int cell, int length, StoreSet stores, long nowMillis)
      throws RefusedException {
    String wrong = CellCodec.check(buffer, cell, length);
    if (wrong != null) {
      throw bad("Malformed cell for row " + Bytes.printable(mutation.row()) + ": " + wrong);
    }
    checkSize(length);
    int rowAt = cell + Cell.HEADER_BYTES + 2;
    int familyLengthAt = familyLengthAt(buffer, cell);
    byte[] row = mutation.row();
    if (!Arrays.equals(buffer, rowAt, familyLengthAt, row, 0, row.length)) {
      throw bad(
          "A cell's row "
              + Bytes.printable(buffer, rowAt, familyLengthAt - rowAt)
              + " is not the mutation's row "
              + Bytes.printable(row));
    }
    int familyLength = buffer[familyLengthAt];
    if (stores.indexOf(buffer, familyLengthAt + 1, familyLength) < 0) {
      throw noFamily(buffer, familyLengthAt + 1, familyLength);
    }
    checkTypeAndTime(mutation, buffer, timestampAt(buffer, cell), nowMillis);
  }

  private void checkTypeAndTime(
      RowMutation mutation, byte[] buffer, int timestampAt, long nowMillis)
      throws RefusedException {
    int type = buffer[timestampAt + 8] & 0xff;
    // As in HBase a put may hold delete markers beside its values; they are stored as they are.
    boolean fits =
        CellType.isDelete(type)
            ? mutation.kind() == RowMutation.Kind.DELETE || mutation.kind() == RowMutation.Kind.PUT
            : mutation.kind() != RowMutation.Kind.DELETE;
    if (!fits) {
      throw bad("A " + mutation.kind() + " must not hold a cell of type " + CellType.name(type));
    }
    long timestamp = Bytes.getLong(buffer, timestampAt);
    if (timestampSlopMillis != Long.MAX_VALUE
        && timestamp != Cell.LATEST_TIMESTAMP
        && timestamp > nowMillis + timestampSlopMillis) {
      throw bad(
          "Timestamp for cell out of range: "
              + timestamp
              + " (too.new="
              + timestampSlopMillis
              + ", now="
              + nowMillis
              + ")");
    }
  }

  private static int familyLengthAt(byte[] array, int cell) {
    return cell + Cell.HEADER_BYTES + 2 + Bytes.getUnsignedShort(array, cell + Cell.HEADER_BYTES);
  }
}
