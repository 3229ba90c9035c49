package io.rowandb.tsdb.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for all requests that are coming or wait, heads and bodies. Used by all threads. A byte
 * counts several times, for copies and for what is made of it.
 */
public final class BodyMemory {
  private static final long LEAST = 64L << 20;

  private static final int TIMES = 4;

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /** A quarter of what Java may have, and at least 64 MB. */
  public BodyMemory() {
    this(Math.max(LEAST, Runtime.getRuntime().maxMemory() / 4));
  }

  /** So many bytes. */
  BodyMemory(long most) {
    this.most = most;
  }

  /** Whether there is room; then it is taken. */
  boolean take(long bytes) {
    if (taken.addAndGet(bytes * TIMES) <= most) {
      return true;
    }
    taken.addAndGet(-bytes * TIMES);
    return false;
  }

  void give(long bytes) {
    taken.addAndGet(-bytes * TIMES);
  }

  /** Bytes that are taken, with all their copies. */
  public long taken() {
    return taken.get();
  }
}
