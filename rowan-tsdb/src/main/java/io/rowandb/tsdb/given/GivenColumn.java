package io.rowandb.tsdb.given;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointValue;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The column of a rollup.
 *
 * @param aggregator its number, 0 to 127
 * @param interval its number in the row, below {@link #MAX_INTERVALS}
 * @param value the number
 */
public record GivenColumn(int aggregator, int interval, PointValue value) {
  /** How many intervals a row has at most: 12 bits say which. */
  public static final int MAX_INTERVALS = 1 << 12;

  /** The greatest number of an aggregator. */
  public static final int MAX_AGGREGATOR = 127;

  /** Checks it. */
  public GivenColumn {
    if (aggregator < 0 || aggregator > MAX_AGGREGATOR) {
      throw new IllegalArgumentException(
          "the number of an aggregator is 0 to " + MAX_AGGREGATOR + ": " + aggregator);
    }
    if (interval < 0 || interval >= MAX_INTERVALS) {
      throw new IllegalArgumentException(
          "a row has intervals 0 to " + (MAX_INTERVALS - 1) + ": " + interval);
    }
  }

  /** Three bytes. */
  public byte[] qualifier() {
    int bits = interval << 4 | value.columnFlags();
    return new byte[] {(byte) aggregator, (byte) (bits >> 8), (byte) bits};
  }

  /**
   * Reads one, with the number of its aggregator or its name.
   *
   * @param ids the number of each aggregator
   * @return nothing for a column that is none
   * @throws DamagedDataException when the value has not the length that the flags say
   */
  public static Optional<GivenColumn> parse(
      byte[] qualifier, byte[] value, Map<String, Integer> ids) throws DamagedDataException {
    int at = qualifier.length - 2;
    if (at < 1) {
      return Optional.empty();
    }
    int id = at == 1 ? qualifier[0] : idOfName(qualifier, at, ids);
    if (id < 0) {
      return Optional.empty();
    }
    int bits = Bytes.toShort(qualifier, at) & 0xFFFF;
    return Optional.of(new GivenColumn(id, bits >> 4, PointValue.parse(bits & 0x0F, value)));
  }

  private static int idOfName(byte[] qualifier, int at, Map<String, Integer> ids) {
    String name = new String(qualifier, 0, at - 1, StandardCharsets.ISO_8859_1);
    return qualifier[at - 1] == ':' ? ids.getOrDefault(name, -1) : -1;
  }
}
