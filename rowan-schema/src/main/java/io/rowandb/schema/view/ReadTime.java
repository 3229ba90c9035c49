package io.rowandb.schema.view;

import io.rowandb.schema.pattern.calls.Carrier;
import io.rowandb.schema.pattern.chain.Chain;
import java.util.concurrent.TimeUnit;

/**
 * When rows were read, whose age is the larger of those by two clocks: one may be set back, the
 * other stands still while a computer sleeps.
 *
 * @param nanos by {@link Carrier#nanoTime}
 * @param millis by the clock that gives writes their times
 */
record ReadTime(Carrier carrier, Chain<?> chain, long nanos, long millis) {
  /** The present. */
  static ReadTime now(Carrier carrier, Chain<?> chain) {
    return new ReadTime(carrier, chain, carrier.nanoTime(), chain.nowMillis());
  }

  /** Whether it is so many nanoseconds ago at most. */
  boolean isWithin(long mostNanos) {
    return carrier.nanoTime() - nanos <= mostNanos
        && chain.nowMillis() - millis <= TimeUnit.NANOSECONDS.toMillis(mostNanos);
  }
}
