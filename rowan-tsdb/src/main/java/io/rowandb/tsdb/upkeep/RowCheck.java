package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.AppendedPoint;
import io.rowandb.tsdb.codec.CompactedColumn;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.ObjectColumn;
import io.rowandb.tsdb.codec.PackedHour;
import io.rowandb.tsdb.codec.PointColumn;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.RowDecoder;
import io.rowandb.tsdb.histogram.HistogramCodec;
import io.rowandb.tsdb.histogram.Histograms;
import io.rowandb.tsdb.upkeep.RowFindings.DecodedColumn;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Looks for what is wrong with the columns of a row. Used by one thread, for one row. */
final class RowCheck {
  private static final int FLOAT_BYTES = 4;

  private final long baseSeconds;
  private final DuplicateRule rule;
  private final String row;
  private final boolean maybePacked;
  private final RowFindings findings;

  /**
   * Of a row whose key is right.
   *
   * @param rule which of several points in a column counts
   * @param row what to call it
   * @param maybePacked whether the table says that it may have packed columns
   */
  RowCheck(
      long baseSeconds, DuplicateRule rule, String row, boolean maybePacked, RowFindings findings) {
    this.baseSeconds = baseSeconds;
    this.rule = rule;
    this.row = row;
    this.maybePacked = maybePacked;
    this.findings = findings;
  }

  void check(List<Cell> cells) {
    for (Cell cell : cells) {
      check(cell);
    }
    checkDuplicates();
  }

  private void check(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    if (AppendedPoint.isQualifier(qualifier)) {
      checkAppends(cell, qualifier);
    } else if (PackedHour.isQualifier(qualifier)) {
      checkPacked(cell, qualifier);
    } else if (qualifier.length < 2
        || (qualifier.length % 2 != 0 && qualifier.length != 3 && qualifier.length != 5)) {
      findings.addUnreadable(Fault.UNKNOWN_COLUMN, cell, where(qualifier, "no such column"));
    } else if (qualifier.length % 2 != 0) {
      if (qualifier[0] == Histograms.KIND && isHistogram(cell)) {
        checkHistogram(cell, qualifier);
      } else if (qualifier[0] != ObjectColumn.ANNOTATION) {
        findings.add(Fault.UNKNOWN_OBJECT, where(qualifier, "kind " + qualifier[0]));
      }
    } else if (PointColumn.isSingle(qualifier)) {
      checkSingle(cell, qualifier);
    } else {
      checkCompacted(cell, qualifier);
    }
  }

  /** Those of other codecs may be right. */
  private static boolean isHistogram(Cell cell) {
    return cell.getValueLength() == 0 || HistogramCodec.DEFAULT.isOf(CellUtil.cloneValue(cell));
  }

  private void checkHistogram(Cell cell, byte[] qualifier) {
    try {
      ObjectColumn.parse(qualifier);
      HistogramCodec.DEFAULT.decode(CellUtil.cloneValue(cell));
    } catch (DamagedDataException e) {
      findings.addUnreadable(Fault.BAD_HISTOGRAM, cell, where(qualifier, e.getMessage()));
    }
  }

  private String where(byte[] qualifier, String what) {
    return row + ", column " + Bytes.toStringBinary(qualifier) + ": " + what;
  }

  private Points decode(Cell cell, byte[] qualifier, byte[] value) throws DamagedDataException {
    RowDecoder decoder = new RowDecoder(baseSeconds);
    decoder.add(qualifier, value, cell.getTimestamp());
    return decoder.points(rule);
  }

  private void checkSingle(Cell cell, byte[] qualifier) {
    byte[] value = CellUtil.cloneValue(cell);
    Points points;
    try {
      points = decode(cell, qualifier, withoutOldSign(qualifier, value));
    } catch (DamagedDataException e) {
      findings.addUnreadable(Fault.BAD_VALUE, cell, where(qualifier, e.getMessage()));
      return;
    }
    findings.addReadable(new DecodedColumn(cell, points, true));
    PointValue number = points.value(0);
    byte[] right = PointColumn.qualifier(points.time(0), number);
    if (PointColumn.valueLength(qualifier) != value.length) {
      findings.add(
          Fault.VALUE_LENGTH,
          where(
              qualifier,
              "its flags say "
                  + PointColumn.valueLength(qualifier)
                  + " bytes, its value has "
                  + value.length));
    } else if (!Arrays.equals(right, qualifier)) {
      findings.add(Fault.LONG_VALUE, where(qualifier, number + " in " + value.length + " bytes"));
    }
  }

  /** OpenTSDB wrote floats of 4 bytes as 8 once, some with their sign in front. */
  private static byte[] withoutOldSign(byte[] qualifier, byte[] value) {
    boolean signed =
        qualifier.length == 2
            && PointColumn.isFloat(qualifier)
            && PointColumn.valueLength(qualifier) == FLOAT_BYTES
            && value.length == 2 * FLOAT_BYTES
            && Bytes.toInt(value) == -1;
    return signed ? Arrays.copyOfRange(value, FLOAT_BYTES, value.length) : value;
  }

  private void checkCompacted(Cell cell, byte[] qualifier) {
    byte[] value = CellUtil.cloneValue(cell);
    try {
      Points points = decode(cell, qualifier, value);
      findings.addReadable(new DecodedColumn(cell, points, false));
      CompactedColumn sorted = CompactedColumn.of(baseSeconds, points);
      if (!Arrays.equals(sorted.qualifier(), qualifier) || !Arrays.equals(sorted.value(), value)) {
        findings.add(Fault.UNSORTED_COMPACTED, where(qualifier, "is not in order"));
      }
      if (!Arrays.equals(
          CompactedColumn.of(baseSeconds, points.smallest()).qualifier(), sorted.qualifier())) {
        findings.add(Fault.LONG_VALUE, where(qualifier, "integers in more bytes than needed"));
      }
    } catch (DamagedDataException e) {
      findings.addUnreadable(Fault.BAD_COMPACTED, cell, where(qualifier, e.getMessage()));
    }
  }

  private void checkPacked(Cell cell, byte[] qualifier) {
    try {
      Points points = decode(cell, qualifier, CellUtil.cloneValue(cell));
      findings.addReadable(new DecodedColumn(cell, points, false));
      if (!maybePacked) {
        findings.add(Fault.UNNOTED_PACKED, where(qualifier, points.size() + " points"));
      }
    } catch (DamagedDataException e) {
      findings.addUnreadable(Fault.BAD_PACKED, cell, where(qualifier, e.getMessage()));
    }
  }

  private void checkAppends(Cell cell, byte[] qualifier) {
    byte[] value = CellUtil.cloneValue(cell);
    try {
      Points points = decode(cell, qualifier, value);
      findings.addReadable(new DecodedColumn(cell, points, false));
      byte[] sorted = AppendedPoint.toBytes(points);
      if (!Arrays.equals(sorted, value)) {
        findings.add(Fault.UNSORTED_APPENDS, where(qualifier, "is not in order"));
      }
      if (AppendedPoint.toBytes(points.smallest()).length < sorted.length) {
        findings.add(Fault.LONG_VALUE, where(qualifier, "integers in more bytes than needed"));
      }
    } catch (DamagedDataException e) {
      findings.addUnreadable(Fault.BAD_APPENDS, cell, where(qualifier, e.getMessage()));
    }
  }

  private record Place(DecodedColumn column, PointValue value) {}

  private void checkDuplicates() {
    Map<Long, Place> seen = new HashMap<>();
    // Of several columns first.
    for (boolean single : new boolean[] {false, true}) {
      for (DecodedColumn column : findings.readable()) {
        for (int i = 0; column.single() == single && i < column.points().size(); i++) {
          Place place = new Place(column, column.points().value(i));
          Place before = seen.putIfAbsent(column.points().timeMillis(i), place);
          if (before != null) {
            addDuplicate(column, i, before);
          }
        }
      }
    }
  }

  private void addDuplicate(DecodedColumn column, int index, Place before) {
    boolean orphan =
        column.single()
            && !before.column().single()
            && before.value().equals(column.points().value(index));
    findings.add(
        orphan ? Fault.ORPHANED_COMPACTION : Fault.DUPLICATE,
        where(
            CellUtil.cloneQualifier(column.cell()),
            column.points().value(index)
                + " at "
                + column.points().timeMillis(index)
                + " ms, where column "
                + Bytes.toStringBinary(CellUtil.cloneQualifier(before.column().cell()))
                + " has "
                + before.value()));
  }
}
