package io.rowandb.schema.table;

import io.rowandb.schema.value.MalformedValueException;
import java.util.function.Function;

/** A column type made from two functions. Immutable; used by any number of threads. */
final class PlainType<T> implements ColumnType<T> {
  /** Reads a value from an array's bytes. */
  @FunctionalInterface
  interface Decoder<T> {
    T decode(byte[] bytes, int offset, int length);
  }

  /** Reads a value from an array's bytes, as many as the type has. */
  @FunctionalInterface
  interface FixedDecoder<T> {
    T decode(byte[] bytes, int offset);
  }

  // Fixed at construction.
  private final String description;
  private final Function<T, byte[]> encoder;
  private final Decoder<T> decoder;

  private PlainType(String description, Function<T, byte[]> encoder, Decoder<T> decoder) {
    this.description = description;
    this.encoder = encoder;
    this.decoder = decoder;
  }

  /** Of values with lengths of their own. */
  static <T> ColumnType<T> variable(
      String description, Function<T, byte[]> encoder, Decoder<T> decoder) {
    return new PlainType<>(description, encoder, decoder);
  }

  /** Of values that all have the same length. */
  static <T> ColumnType<T> fixed(
      String description, int width, Function<T, byte[]> encoder, FixedDecoder<T> decoder) {
    String rule = description + " is of " + width + (width == 1 ? " byte" : " bytes");
    return new PlainType<>(
        description,
        encoder,
        (bytes, offset, length) -> {
          if (length != width) {
            throw new MalformedValueException(bytes, offset, length, rule);
          }
          return decoder.decode(bytes, offset);
        });
  }

  @Override
  public byte[] encode(T value) {
    return encoder.apply(value);
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) {
    return decoder.decode(bytes, offset, length);
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public String toString() {
    return description;
  }
}
