package io.rowandb.schema.pattern;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.stream.Stream;

/** Takes what is wanted of a stream and closes it. */
final class Taken {
  private Taken() {}

  /** Opens a stream. */
  @FunctionalInterface
  interface Opening<T> {
    Stream<T> open() throws IOException;
  }

  /**
   * What is taken of a stream.
   *
   * @throws IOException when HBase fails, whether the stream is being opened or read
   */
  static <T, A> A from(Opening<T> opening, Function<Stream<T>, A> taking) throws IOException {
    try (Stream<T> all = opening.open()) {
      return taking.apply(all);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
