package io.rowandb.schema.key;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Another part, after a byte that says whether there is a value: 0x00 for null, 0x01 for a value.
 */
final class OptionalPart<T> implements KeyPart<T> {
  private static final int ABSENT = 0;
  private static final int PRESENT = 1;

  // Fixed at construction.
  private final KeyPart<T> present;

  OptionalPart(KeyPart<T> present) {
    if (present.isOptional()) {
      throw new IllegalArgumentException(present.describe() + " has a form of null already");
    }
    this.present = present;
  }

  @Override
  public void write(T value, KeyWriter out) {
    if (value == null) {
      out.writeByte(ABSENT);
    } else {
      present.write(value, out.writeByte(PRESENT));
    }
  }

  @Override
  public T read(KeyReader in) {
    return switch (in.peek(0)) {
      case ABSENT -> {
        in.skip(1);
        yield null;
      }
      case PRESENT -> {
        in.skip(1);
        yield present.read(in);
      }
      default -> throw in.malformed("neither 0x00, for no value, nor 0x01");
    };
  }

  @Override
  public Optional<List<T>> forms(T from, T to, int most) {
    return present.forms(from, to, most);
  }

  @Override
  public Optional<T> ceiling(T end) {
    return present.ceiling(end);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return present.beginning(condition).map(bytes -> Bytes.add(new byte[] {PRESENT}, bytes));
  }

  @Override
  public Comparator<? super T> order() {
    return Comparator.nullsFirst(present.order());
  }

  @Override
  public Direction direction() {
    return present.direction();
  }

  @Override
  public int width() {
    return VARIABLE;
  }

  @Override
  public boolean isSelfDelimiting() {
    return present.isSelfDelimiting();
  }

  @Override
  public boolean isLossless() {
    return present.isLossless();
  }

  @Override
  public boolean isFirstOfItsForm(T value) {
    return present.isFirstOfItsForm(value);
  }

  @Override
  public boolean isOptional() {
    return true;
  }

  @Override
  public List<String> constants() {
    return present.constants();
  }

  @Override
  public String describe() {
    return present.describe() + ", optional";
  }
}
