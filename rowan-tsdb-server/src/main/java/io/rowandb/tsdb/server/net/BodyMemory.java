package io.rowandb.tsdb.server.net;

import java.util.concurrent.atomic.AtomicLong;

/** Memory for the bodies of all requests that are coming or wait. Used by all threads. */
public final class BodyMemory {
  private static final long LEAST = 64L << 20;

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
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void give(long bytes) {
    taken.addAndGet(-bytes);
  }

  /** Bytes that are taken. */
  public long taken() {
    return taken.get();
  }
}
