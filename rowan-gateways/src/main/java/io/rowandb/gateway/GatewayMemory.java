package io.rowandb.gateway;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/**
 * The estimated memory of the requests, answers and open scanners of all clients. The code that
 * takes memory must give it back. Safe for many threads.
 */
final class GatewayMemory {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();

  /** Frees dispensable memory, or returns false; its argument is how much is missing. */
  private volatile LongPredicate spare = missing -> false;

  /**
   * Nothing taken.
   *
   * @param limit in bytes
   */
  GatewayMemory(long limit) {
    this.limit = limit;
  }

  /** Has something given back when there is too little, as long as there is something. */
  void atLack(LongPredicate givesBack) {
    spare = givesBack;
  }

  /**
   * Takes so much.
   *
   * @throws RefusedRequestException when there is not so much left; nothing is taken then
   */
  void take(long bytes) throws RefusedRequestException {
    take(bytes, 0);
  }

  /**
   * The same for a request that has taken some already. Others give nothing back for a request that
   * would not fit even if it were alone.
   */
  void take(long bytes, long own) throws RefusedRequestException {
    long now = taken.addAndGet(bytes);
    while (now > limit && own + bytes <= limit && spare.test(now - limit)) {
      now = taken.get();
    }
    if (now > limit) {
      taken.addAndGet(-bytes);
      throw new RefusedRequestException(
          "This needs %d bytes, and %d are in use; all clients together have %d: %s"
              .formatted(bytes, now - bytes, limit, GatewayLimits.TOTAL_BYTES_KEY));
    }
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  /** Whether so much is taken that who can do with less should. */
  boolean isScarce() {
    return taken.get() > limit / 2;
  }

  /** In bytes. */
  long taken() {
    return taken.get();
  }
}
