package io.rowandb.testkit.oracle;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** The one text form in which both sides' cells are compared. */
final class CellText {
  private CellText() {}

  /** One line a cell; {@code null}, HBase's list of a result without cells, is none. */
  static List<String> of(List<Cell> cells) {
    if (cells == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      lines.add(of(cell));
    }
    return lines;
  }

  static String of(Cell cell) {
    return Bytes.toStringBinary(CellUtil.cloneRow(cell))
        + "/"
        + Bytes.toStringBinary(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
        + "/"
        + cell.getTimestamp()
        + "/"
        + cell.getType()
        + "="
        + Bytes.toStringBinary(CellUtil.cloneValue(cell));
  }

  /** With its tags, if it has some. */
  static String withTags(Cell cell) {
    byte[] tags = PrivateCellUtil.cloneTags(cell);
    return tags.length == 0 ? of(cell) : of(cell) + " tags=" + Bytes.toStringBinary(tags);
  }
}
