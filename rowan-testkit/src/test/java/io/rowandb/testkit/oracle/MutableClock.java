package io.rowandb.testkit.oracle;

import java.util.function.LongSupplier;

/** A clock that goes on when it is told to. */
final class MutableClock implements LongSupplier {
  private long nowMillis;

  MutableClock(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  @Override
  public long getAsLong() {
    return nowMillis;
  }

  void advance(long millis) {
    nowMillis += millis;
  }
}
