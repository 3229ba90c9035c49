package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.codec.PointKeyLayout;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.util.Bytes;

/** Where a table of rollups says until when those of a metric are whole: see the package. */
public final class RollupMark {
  static final byte[] FAMILY = {'t'};
  private static final byte MARK = 0x52;

  private RollupMark() {}

  static byte[] row(PointKeyLayout layout) {
    return new byte[layout.tagsAt()];
  }

  /** The column of a metric. */
  public static byte[] column(byte[] metric) {
    return Bytes.add(new byte[] {MARK}, metric);
  }

  /** Whose column it is, by its UID; empty when it is none of them. */
  public static Optional<byte[]> metric(byte[] column, int metricWidth) {
    return column.length == 1 + metricWidth && column[0] == MARK
        ? Optional.of(Arrays.copyOfRange(column, 1, column.length))
        : Optional.empty();
  }

  /** What takes a metric's mark away, so that nothing of it counts as whole. */
  public static Delete delete(PointKeyLayout layout, byte[] metric) {
    return new Delete(row(layout)).addColumns(FAMILY, column(metric));
  }
}
