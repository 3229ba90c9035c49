package io.rowandb.tsdb.server.net;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Lines of all telnet sessions that have come and are not done, and sessions that are closed and
 * have such. Used by all threads.
 */
public final class LineMemory {
  private static final long LEAST = 16L << 20;

  private final long most;
  private long bytes;
  private int leftOver;

  /** A sixteenth of what Java may have, and at least 16 MB. */
  public LineMemory() {
    this(Math.max(LEAST, Runtime.getRuntime().maxMemory() / 16));
  }

  /** So many bytes. */
  LineMemory(long most) {
    this.most = most;
  }

  /** More have come, or fewer are left. */
  synchronized void change(long more) {
    bytes += more;
    notifyAll();
  }

  /** Whether sessions are to be read no more until some of their lines are done. */
  synchronized boolean isFull() {
    return bytes > most;
  }

  /** A session has closed, or its lines are done. */
  synchronized void leaveOver(int change) {
    leftOver += change;
  }

  /** Sessions that are closed and whose lines are not done. */
  synchronized int leftOver() {
    return leftOver;
  }

  /**
   * Waits until all lines are done.
   *
   * @return whether they are, in that time
   */
  public synchronized boolean awaitNone(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (bytes > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
