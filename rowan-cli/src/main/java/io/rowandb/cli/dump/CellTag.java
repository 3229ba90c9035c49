package io.rowandb.cli.dump;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tag of a cell. In the cell's bytes: int16 length of the rest, int8 type, value.
 *
 * @param type which kind; -1 of bytes that are no whole tag
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CellTag(int type, byte[] value) {
  /** The tags of a cell; what does not have the form of one is the value of the last. */
  static List<CellTag> of(Cell cell) {
    List<CellTag> tags = new ArrayList<>();
    int limit = cell.tagsOffset() + cell.tagsLength();
    for (int at = cell.tagsOffset(); at < limit; ) {
      int length = limit - at < Short.BYTES ? 0 : Bytes.getUnsignedShort(cell.array(), at);
      int end = at + Short.BYTES + length;
      if (length == 0 || end > limit) {
        tags.add(new CellTag(-1, Arrays.copyOfRange(cell.array(), at, limit)));
        return tags;
      }
      int type = cell.array()[at + Short.BYTES] & 0xff;
      tags.add(new CellTag(type, Arrays.copyOfRange(cell.array(), at + Short.BYTES + 1, end)));
      at = end;
    }
    return tags;
  }
}
