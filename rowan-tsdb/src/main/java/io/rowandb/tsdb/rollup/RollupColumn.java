package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointValue;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The column of a rollup.
 *
 * @param kind what it is
 * @param interval its number in the row, 0 to {@link #MAX_INTERVALS} - 1
 * @param value the number
 */
public record RollupColumn(RollupKind kind, int interval, PointValue value) {
  /** How many intervals a row has at most: 12 bits say which. */
  public static final int MAX_INTERVALS = 1 << 12;

  /** Checks it. */
  public RollupColumn {
    if (interval < 0 || interval >= MAX_INTERVALS) {
      throw new IllegalArgumentException(
          "a row has intervals 0 to " + (MAX_INTERVALS - 1) + ": " + interval);
    }
  }

  /** Three bytes. */
  public byte[] qualifier() {
    int bits = interval << 4 | value.columnFlags();
    return new byte[] {(byte) kind.id(), (byte) (bits >> 8), (byte) bits};
  }

  /**
   * Reads one.
   *
   * @return nothing for a column of another kind, such as one of OpenTSDB's other aggregators
   * @throws DamagedDataException when the value has not the length that the flags say
   */
  public static Optional<RollupColumn> parse(byte[] qualifier, byte[] value)
      throws DamagedDataException {
    Optional<RollupKind> kind =
        qualifier.length == 3 ? RollupKind.of(qualifier[0]) : Optional.empty();
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    int bits = Bytes.toShort(qualifier, 1) & 0xFFFF;
    return Optional.of(
        new RollupColumn(kind.get(), bits >> 4, PointValue.parse(bits & 0x0F, value)));
  }
}
