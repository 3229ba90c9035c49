package io.rowandb.cli.dump;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tag of a cell, as {@link CellTags} finds it in the cell's bytes.
 *
 * @param type which kind; -1 for bytes that are not a complete tag
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CellTag(int type, byte[] value) {
  /** The tags of a cell; what does not have the form of one is the value of the last. */
  static List<CellTag> of(Cell cell) {
    List<CellTag> tags = new ArrayList<>();
    int limit = cell.tagsOffset() + cell.tagsLength();
    for (int at = cell.tagsOffset(); at < limit; ) {
      if (!CellTags.isWhole(cell.array(), at, limit)) {
        tags.add(new CellTag(-1, Arrays.copyOfRange(cell.array(), at, limit)));
        return tags;
      }
      int end = CellTags.next(cell.array(), at);
      byte[] value = Arrays.copyOfRange(cell.array(), CellTags.value(at), end);
      tags.add(new CellTag(CellTags.type(cell.array(), at) & 0xff, value));
      at = end;
    }
    return tags;
  }
}
