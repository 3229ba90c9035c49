package io.rowandb.schema.pattern.rows;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.key.KeyRange;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;

/**
 * The format of the tokens that the next page is requested with. They do not depend on a process.
 *
 * <pre>
 * version 1, of pages without an end:
 *   version = 1 | fingerprint of the read | range | row
 *   1 byte      | 8                       | 4     | the rest
 * version 2, of pages with an end:
 *   version = 2 | fingerprint of the read | range | bytes of the row | row
 *   1 byte      | 8                       | 4     | 2                |
 *   range of the end | row of the end
 *   4                | the rest
 * </pre>
 *
 * <p>Numbers are big endian; the whole is in Base64 for URLs without padding. The range is the
 * number of the row's range in the plan. An end is that of the ranges which are read in one order
 * with that of the row ({@link RowOrder#together}); those behind them get theirs by a later page.
 * So behind row {@code "ab"} of range 1, up to row {@code "b"} of range 0, of a read with the
 * fingerprint 7, a token is
 *
 * <pre>
 * 02 0000000000000007 00000001 0002 6162 00000000 62
 * </pre>
 */
public final class PageToken {
  private static final byte WITHOUT_END = 1;
  private static final byte WITH_END = 2;

  private static final int HEADER_BYTES = 1 + Long.BYTES + Integer.BYTES;
  private static final int BYTES_BESIDE_ROWS = HEADER_BYTES + Short.BYTES + Integer.BYTES;

  private PageToken() {}

  /** The token of what is left of a read with this fingerprint. */
  public static String of(Stretch left, long fingerprint) {
    byte[] bytes =
        left.end()
            .map(end -> withEnd(left.after(), end, fingerprint))
            .orElseGet(() -> withoutEnd(left.after(), fingerprint));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] withoutEnd(Position after, long fingerprint) {
    return ByteBuffer.allocate(HEADER_BYTES + after.row().length)
        .put(WITHOUT_END)
        .putLong(fingerprint)
        .putInt(after.range())
        .put(after.row())
        .array();
  }

  private static byte[] withEnd(Position after, Position end, long fingerprint) {
    return ByteBuffer.allocate(BYTES_BESIDE_ROWS + after.row().length + end.row().length)
        .put(WITH_END)
        .putLong(fingerprint)
        .putInt(after.range())
        .putShort((short) after.row().length) // HBase's longest row has Short.MAX_VALUE bytes
        .put(after.row())
        .putInt(end.range())
        .put(end.row())
        .array();
  }

  /**
   * What a token says.
   *
   * @param ranges those of the plan: both rows are in one of them
   * @throws IllegalArgumentException when it is of another read, or none
   */
  public static Stretch read(String token, long fingerprint, List<KeyRange> ranges) {
    ByteBuffer in = decoded(token);
    boolean hasEnd = in.get() == WITH_END;
    if (in.getLong() != fingerprint) {
      throw new IllegalArgumentException(
          "\"" + token + "\" is of a page of another read: of other conditions, or another order");
    }
    int range = in.getInt();
    int rowBytes = hasEnd ? in.getShort() : in.remaining();
    if (rowBytes < 0 || rowBytes > in.remaining() - (hasEnd ? Integer.BYTES : 0)) {
      throw refused(token);
    }
    Position after = new Position(range, rest(in, rowBytes));
    Optional<Position> end =
        hasEnd
            ? Optional.of(new Position(in.getInt(), rest(in, in.remaining())))
            : Optional.empty();
    if (!isIn(ranges, after) || !end.map(last -> isIn(ranges, last)).orElse(true)) {
      throw refused(token);
    }
    return new Stretch(after, end);
  }

  private static ByteBuffer decoded(String token) {
    byte[] bytes;
    Given.notNull(token, "the token of a page");
    try {
      bytes = Base64.getUrlDecoder().decode(token);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("\"" + token + "\" is no token of a page", e);
    }
    boolean isToken =
        bytes.length >= HEADER_BYTES
            && (bytes[0] == WITHOUT_END
                || (bytes[0] == WITH_END && bytes.length >= BYTES_BESIDE_ROWS));
    if (!isToken) {
      throw new IllegalArgumentException("\"" + token + "\" is no token of a page");
    }
    return ByteBuffer.wrap(bytes);
  }

  private static byte[] rest(ByteBuffer in, int count) {
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static boolean isIn(List<KeyRange> ranges, Position position) {
    return position.range() >= 0
        && position.range() < ranges.size()
        && position.row().length <= HConstants.MAX_ROW_LENGTH
        && ranges.get(position.range()).contains(position.row());
  }

  /** The refusal of a token that names rows which the read has not. */
  public static IllegalArgumentException refused(String token) {
    return new IllegalArgumentException(
        "\"" + token + "\" is no token of a page: this read has no such row");
  }
}
