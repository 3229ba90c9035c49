package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.util.Arrays;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A part and values that it takes, odd ones often.
 *
 * @param name for messages
 */
record PartCase<T>(String name, KeyPart<T> part, Arbitrary<T> values) {
  /** The bytes of a value. */
  byte[] write(T value) {
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    return out.toByteArray();
  }

  /** Two values of this part. */
  Arbitrary<Pair<?>> pairs() {
    return values.tuple2().map(two -> new Pair<>(this, two.get1(), two.get2()));
  }

  @Override
  public String toString() {
    return name;
  }

  /** Two values of a part, which may be equal, and their bytes. */
  record Pair<T>(PartCase<T> of, T first, T second, byte[] firstBytes, byte[] secondBytes) {
    Pair(PartCase<T> of, T first, T second) {
      this(of, first, second, of.write(first), of.write(second));
    }

    KeyPart<T> part() {
      return of.part();
    }

    /** The sign of the declared order of the two. */
    int declaredOrder() {
      return Integer.signum(part().order().compare(first, second));
    }

    /** Whether a value is what reading the first one's bytes should give. */
    boolean isFirstAgain(Object read) {
      if (part().isLossless()) {
        return Objects.deepEquals(first, read);
      }
      // The case's values and what its part reads are of one type.
      @SuppressWarnings("unchecked")
      T value = (T) read;
      return part().order().compare(first, value) == 0
          && Arrays.equals(of.write(value), firstBytes());
    }

    @Override
    public String toString() {
      return of + " of " + text(first) + " and " + text(second);
    }

    private static String text(Object value) {
      if (value instanceof byte[] bytes) {
        return Bytes.toStringBinary(bytes);
      }
      return value instanceof String text ? Utf8.quoted(text) : String.valueOf(value);
    }
  }
}
