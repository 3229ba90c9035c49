package io.rowandb.schema.key;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** Bytes as they are: a fixed number of them, or all to the end of the key. */
final class BytesPart extends RequiredPart<byte[]> {
  // Fixed at construction.
  private final int width;

  private BytesPart(int width, String description) {
    super(description);
    this.width = width;
  }

  static BytesPart fixed(int byteCount) {
    declared("the number of a part's bytes", byteCount, 1, MAX_BYTES);
    return new BytesPart(byteCount, IntegerPart.count(byteCount));
  }

  static BytesPart toEnd() {
    return new BytesPart(VARIABLE, "bytes to the end");
  }

  @Override
  void writePresent(byte[] value, KeyWriter out) {
    if (width != VARIABLE && value.length != width) {
      throw refused(Bytes.toStringBinary(value), "it has " + value.length + " bytes");
    }
    out.write(value);
  }

  @Override
  public byte[] read(KeyReader in) {
    return in.read(width == VARIABLE ? in.remaining() : width);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return Condition.prefix(condition);
  }

  @Override
  public Direction direction() {
    return Direction.ASCENDING;
  }

  @Override
  public Comparator<? super byte[]> order() {
    return Arrays::compareUnsigned;
  }

  @Override
  public int width() {
    return width;
  }
}
