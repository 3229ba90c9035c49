package io.rowandb.bench.systems;

import java.util.Iterator;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Made-up data without an end: those of one seed, then those of the next. Used by one thread. */
final class EndlessData<T> {
  private final LongFunction<Stream<T>> ofSeed;
  private long seed;
  private Iterator<T> current;

  /**
   * Begins with a seed.
   *
   * @param ofSeed the data of a seed, at least one
   */
  EndlessData(long seed, LongFunction<Stream<T>> ofSeed) {
    this.ofSeed = ofSeed;
    this.seed = seed;
    this.current = ofSeed.apply(seed).iterator();
  }

  T next() {
    if (!current.hasNext()) {
      seed++;
      current = ofSeed.apply(seed).iterator();
    }
    return current.next();
  }
}
