package io.rowandb.engine.memstore;

/** A heap of a test's that has no room for some of the arrays that memstores ask it for. */
public final class FailingHeap implements Heap {
  private long asked;
  private long failFrom = Long.MAX_VALUE;
  private long failUntil = Long.MAX_VALUE;
  private long failures;

  /** A pool over it. */
  public ChunkPool pool(long maxBytes) {
    return new ChunkPool(maxBytes, this);
  }

  /** From now on it has no room for the {@code n}th array, and the {@code times - 1} after it. */
  public synchronized void failAt(long n, long times) {
    failFrom = asked + n;
    failUntil = failFrom + times;
    failures = 0;
  }

  /** How many arrays it had no room for since {@link #failAt}. */
  public synchronized long failures() {
    return failures;
  }

  /** It has room for everything again. */
  public synchronized void recover() {
    failFrom = Long.MAX_VALUE;
  }

  @Override
  public synchronized void willTake(long bytes) {
    asked++;
    if (asked >= failFrom && asked < failUntil) {
      failures++;
      throw new OutOfMemoryError("no room for " + bytes + " bytes (a test's)");
    }
  }
}
