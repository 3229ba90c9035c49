package io.rowandb.tsdb.rows;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How a thread waits until other programs know better. */
@FunctionalInterface
public interface Waiting {
  /**
   * Comes back after this time.
   *
   * @throws IOException when it cannot wait for so long
   */
  void await(Duration time) throws IOException;

  /** Sleeps; when the thread is interrupted, an {@link InterruptedIOException} ends it. */
  static Waiting asleep() {
    return time -> {
      try {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException)
            new InterruptedIOException("interrupted while waiting for " + time).initCause(e);
      }
    };
  }
}
