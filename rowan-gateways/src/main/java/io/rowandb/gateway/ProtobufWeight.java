package io.rowandb.gateway;

/**
 * Estimates the memory of a protobuf body: rows (field 1 of the body) have cells (field 2 of a
 * row), whose fields are values. Other content may be anything, and every two bytes of it count as
 * an element. Nothing is refused here: the parser refuses invalid protobuf. Used by one thread at a
 * time.
 */
final class ProtobufWeight implements BodyWeight {
  /** For each byte of what may be anything. */
  private static final int UNKNOWN_COPIES = ELEMENT_BYTES / 2;

  private static final int ROW_FIELD = 1;
  private static final int CELL_FIELD = 2;

  /** Of a body, a row and a cell. */
  private static final int DEPTHS = 3;

  private enum Expected {
    TAG,
    VARINT,
    LENGTH
  }

  /** Where the messages that are open end, by depth; the body's end is not known. */
  private final long[] ends = {Long.MAX_VALUE, 0, 0};

  private int depth;
  private long position;
  private Expected expected = Expected.TAG;
  private long tag;
  private long varint;
  private int shift;

  /** Where the value ends that is passed over. */
  private long valueEnd;

  @Override
  public long of(byte[] bytes, int offset, int length) {
    long weight = 0;
    int i = 0;
    while (i < length) {
      if (position < valueEnd) {
        long passed = Math.min(valueEnd - position, length - i);
        position += passed;
        i += (int) passed;
      } else {
        weight += next(bytes[offset + i]);
        i++;
      }
    }
    return weight;
  }

  private long next(byte value) {
    while (expected == Expected.TAG && shift == 0 && position >= ends[depth]) {
      depth--;
    }
    position++;
    varint |= shift < Long.SIZE ? (value & 0x7fL) << shift : 0;
    shift += 7;
    if (value < 0) {
      return 0;
    }
    long whole = varint;
    varint = 0;
    shift = 0;
    return switch (expected) {
      case TAG -> tag(whole);
      case VARINT -> {
        expected = Expected.TAG;
        yield 0;
      }
      case LENGTH -> length(whole);
    };
  }

  private long tag(long whole) {
    tag = whole;
    switch ((int) (whole & 7)) {
      case 0 -> expected = Expected.VARINT;
      case 1 -> valueEnd = position + Long.BYTES;
      case 2 -> expected = Expected.LENGTH;
      case 5 -> valueEnd = position + Integer.BYTES;
      default -> {
        // A group, which is its fields, or nothing.
      }
    }
    return depth == DEPTHS - 1 && isValue() ? VALUE_BYTES : ELEMENT_BYTES;
  }

  /** Whether a field of a cell is one of those that it has. */
  private boolean isValue() {
    long field = tag >>> 3;
    return field >= 1 && field <= 4;
  }

  private long length(long bytes) {
    expected = Expected.TAG;
    long field = tag >>> 3;
    long end = Math.min(ends[depth], position + Math.min(bytes & Long.MAX_VALUE, 1L << 40));
    boolean opens = depth == 0 ? field == ROW_FIELD : depth == 1 && field == CELL_FIELD;
    if (opens) {
      depth++;
      ends[depth] = end;
      return 0;
    }
    valueEnd = end;
    boolean known = depth == 1 ? field == ROW_FIELD : depth == DEPTHS - 1 && isValue();
    // No body is so long that this overflows, whatever it claims.
    return known ? 0 : UNKNOWN_COPIES * Math.min(end - position, 1L << 40);
  }
}
