package io.rowandb.cli.dump;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Which parts of a file are shown.
 *
 * @param parts blocks, index entries, log entries, edits
 * @param cells cells
 * @param sums the file's own metadata
 * @param row only cells of this row, as HBase's tools write it ({@code \xNN} for other bytes); null
 *     for all
 * @param limit the maximum number of cells or, without cells, of parts
 */
public record DumpSelection(boolean parts, boolean cells, boolean sums, String row, long limit) {
  /** Whether the range is the row that is asked for. */
  boolean isRow(byte[] array, int offset, int length) {
    if (row == null) {
      return true;
    }
    byte[] wanted = Bytes.toBytesBinary(row);
    return Arrays.equals(wanted, 0, wanted.length, array, offset, offset + length);
  }
}
