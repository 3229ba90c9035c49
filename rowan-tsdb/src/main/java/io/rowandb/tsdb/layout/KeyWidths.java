package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointKeyLayout;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/** UIDs of other widths, with the same numbers. */
final class KeyWidths {
  private final PointKeyLayout from;
  private final PointKeyLayout to;

  KeyWidths(PointKeyLayout from, PointKeyLayout to) {
    this.from = from;
    this.to = to;
  }

  byte[] metric(byte[] uid) throws DamagedDataException {
    return changed("metric", uid, from.metricWidth(), to.metricWidth());
  }

  byte[] tagKey(byte[] uid) throws DamagedDataException {
    return changed("tag key", uid, from.tagKeyWidth(), to.tagKeyWidth());
  }

  byte[] tagValue(byte[] uid) throws DamagedDataException {
    return changed("tag value", uid, from.tagValueWidth(), to.tagValueWidth());
  }

  byte[] pair(byte[] pair) throws DamagedDataException {
    return Bytes.add(
        tagKey(Arrays.copyOf(pair, from.tagKeyWidth())),
        tagValue(Arrays.copyOfRange(pair, from.tagKeyWidth(), pair.length)));
  }

  private static byte[] changed(String kind, byte[] uid, int oldWidth, int width)
      throws DamagedDataException {
    if (uid.length != oldWidth) {
      throw new DamagedDataException(
          "the UID of a " + kind + " has " + oldWidth + " bytes: " + Bytes.toStringBinary(uid));
    }
    int more = width - oldWidth;
    for (int i = 0; i < -more; i++) {
      if (uid[i] != 0) {
        throw new DamagedDataException(
            "the UID "
                + Bytes.toStringBinary(uid)
                + " of a "
                + kind
                + " does not fit into "
                + width
                + " bytes");
      }
    }
    byte[] changed = new byte[width];
    int length = Math.min(width, oldWidth);
    System.arraycopy(uid, oldWidth - length, changed, width - length, length);
    return changed;
  }
}
