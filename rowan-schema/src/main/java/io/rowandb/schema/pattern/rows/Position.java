package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.key.KeyRange;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;

/**
 * The row after which a read continues.
 *
 * <p>Token format: one byte of version, the read's fingerprint (8 bytes), the number of the range
 * (4), the row; in Base64 for URLs. It does not depend on a process.
 *
 * @param range the number of the row's range in the plan; -1 before the first
 * @param row the last row that was read
 */
public record Position(int range, byte[] row) {
  /** Before the first row. */
  public static final Position START = new Position(-1, new byte[0]);

  private static final byte VERSION = 1;
  private static final int HEADER_BYTES = 1 + Long.BYTES + Integer.BYTES;

  boolean isStart() {
    return range < 0;
  }

  /** It as text, for a read of this fingerprint. */
  public String toToken(long fingerprint) {
    byte[] bytes =
        ByteBuffer.allocate(HEADER_BYTES + row.length)
            .put(VERSION)
            .putLong(fingerprint)
            .putInt(range)
            .put(row)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * What a token says.
   *
   * @param ranges those of the plan: a row that was read is in one of them
   * @throws IllegalArgumentException when it is of another read, or none
   */
  public static Position ofToken(String token, long fingerprint, List<KeyRange> ranges) {
    Position position = ofToken(token, fingerprint);
    if (!position.isIn(ranges)) {
      throw new IllegalArgumentException(
          "\"" + token + "\" is no token of a page: this read has no such row");
    }
    return position;
  }

  private boolean isIn(List<KeyRange> ranges) {
    return range >= 0
        && range < ranges.size()
        && row.length <= HConstants.MAX_ROW_LENGTH
        && ranges.get(range).contains(row);
  }

  private static Position ofToken(String token, long fingerprint) {
    byte[] bytes;
    Given.notNull(token, "the token of a page");
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("\"" + token + "\" is no token of a page", e);
    }
    if (bytes.length < HEADER_BYTES || bytes[0] != VERSION) {
      throw new IllegalArgumentException("\"" + token + "\" is no token of a page");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
    if (in.getLong() != fingerprint) {
      throw new IllegalArgumentException(
          "\"" + token + "\" is of a page of another read: of other conditions, or another order");
    }
    int range = in.getInt();
    byte[] row = new byte[in.remaining()];
    in.get(row);
    return new Position(range, row);
  }
}
