package io.rowandb.schema.key;

import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/** Another part, preceded by a byte that gives its kind. */
final class TaggedPart<T> extends RequiredPart<T> {
  // Fixed at construction.
  private final int tag;
  private final KeyPart<T> tagged;

  TaggedPart(String description, int tag, KeyPart<T> tagged) {
    super(description);
    this.tag = tag;
    this.tagged = tagged;
  }

  @Override
  void writePresent(T value, KeyWriter out) {
    tagged.write(value, out.writeByte(tag));
  }

  @Override
  public T read(KeyReader in) {
    if (in.peek(0) != tag) {
      throw in.malformed(String.format("%s begins with 0x%02X", describe(), tag));
    }
    in.skip(1);
    return tagged.read(in);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return tagged.beginning(condition).map(bytes -> Bytes.add(new byte[] {(byte) tag}, bytes));
  }

  @Override
  public Direction direction() {
    return tagged.direction();
  }

  @Override
  public Comparator<? super T> order() {
    return tagged.order();
  }

  @Override
  public int width() {
    return tagged.width() == VARIABLE ? VARIABLE : 1 + tagged.width();
  }

  @Override
  public boolean isSelfDelimiting() {
    return tagged.isSelfDelimiting();
  }

  @Override
  public boolean isLossless() {
    return tagged.isLossless();
  }

  @Override
  public boolean isFirstOfItsForm(T value) {
    return tagged.isFirstOfItsForm(value);
  }
}
