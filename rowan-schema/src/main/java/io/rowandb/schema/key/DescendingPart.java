package io.rowandb.schema.key;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Another part with every bit inverted, which reverses its order. */
final class DescendingPart<T> implements KeyPart<T> {
  // Fixed at construction.
  private final KeyPart<T> ascending;

  /**
   * Of a part whose end is known.
   *
   * @throws IllegalArgumentException otherwise: a value that is the beginning of another stays
   *     before it when both are inverted
   */
  DescendingPart(KeyPart<T> ascending) {
    if (!ascending.isSelfDelimiting()) {
      throw new IllegalArgumentException(
          ascending.describe() + " cannot be descending, as nothing tells where it ends");
    }
    this.ascending = ascending;
  }

  @Override
  public void write(T value, KeyWriter out) {
    int from = out.length();
    ascending.write(value, out);
    out.invertFrom(from);
  }

  @Override
  public T read(KeyReader in) {
    KeyReader inverted = in.inverted();
    try {
      T value = ascending.read(inverted);
      in.skip(inverted.position());
      return value;
    } catch (MalformedKeyException e) {
      throw RequiredPart.malformed(in, "inverted, as it is descending: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<List<T>> forms(T from, T to, int most) {
    return ascending.forms(from, to, most);
  }

  @Override
  public Optional<T> ceiling(T end) {
    return ascending.ceiling(end);
  }

  @Override
  public Optional<byte[]> beginning(Condition condition) {
    return ascending
        .beginning(condition)
        .map(
            bytes -> {
              KeyWriter out = new KeyWriter().write(bytes);
              out.invertFrom(0);
              return out.toByteArray();
            });
  }

  @Override
  public Comparator<? super T> order() {
    return ascending.order().reversed();
  }

  @Override
  public Direction direction() {
    return ascending.direction().reversed();
  }

  @Override
  public int width() {
    return ascending.width();
  }

  @Override
  public boolean isSelfDelimiting() {
    return true;
  }

  @Override
  public boolean isLossless() {
    return ascending.isLossless();
  }

  @Override
  public boolean isFirstOfItsForm(T value) {
    return ascending.isFirstOfItsForm(value);
  }

  @Override
  public boolean isOptional() {
    return ascending.isOptional();
  }

  @Override
  public List<String> constants() {
    return ascending.constants();
  }

  @Override
  public String describe() {
    return ascending.describe() + ", descending";
  }
}
