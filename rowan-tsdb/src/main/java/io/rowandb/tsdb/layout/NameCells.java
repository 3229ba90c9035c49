package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Cells of the names: the rows of UIDs, the UIDs of the rows of names, and the counters, which stay
 * as they are.
 */
final class NameCells implements CellChange {
  private static final byte[] COUNTER_ROW = {0};

  private final KeyWidths widths;

  NameCells(PointKeyLayout from, PointKeyLayout to) {
    widths = new KeyWidths(from, to);
  }

  @Override
  public Cell changed(Cell cell) throws DamagedDataException {
    String family = Bytes.toString(CellUtil.cloneFamily(cell));
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    byte[] row = CellUtil.cloneRow(cell);
    byte[] value = CellUtil.cloneValue(cell);
    if (family.equals("name")) {
      row = uid(row, qualifier);
    } else if (!family.equals("id")) {
      throw unknown(row, family, qualifier);
    } else if (!Arrays.equals(row, COUNTER_ROW)) {
      value = uid(value, qualifier);
    }
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(row)
        .setFamily(Bytes.toBytes(family))
        .setQualifier(qualifier)
        .setTimestamp(cell.getTimestamp())
        .setType(Cell.Type.Put)
        .setValue(value)
        .build();
  }

  private byte[] uid(byte[] uid, byte[] qualifier) throws DamagedDataException {
    return switch (Bytes.toString(qualifier)) {
      case "metrics" -> widths.metric(uid);
      case "tagk" -> widths.tagKey(uid);
      case "tagv" -> widths.tagValue(uid);
      default -> throw unknown(uid, "name", qualifier);
    };
  }

  private static DamagedDataException unknown(byte[] row, String family, byte[] qualifier) {
    return new DamagedDataException(
        "the column "
            + family
            + ":"
            + Bytes.toStringBinary(qualifier)
            + " of row "
            + Bytes.toStringBinary(row)
            + " of the names is none of metrics, tagk and tagv; such are not moved");
  }
}
