package io.rowandb.engine.io;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Detects that a thread would wait for a thread that, in turn, waits for it. This happens when a
 * log handler closes a store: the logged failure may come from one of the store's threads, or the
 * handler may need a lock of another thread that closes the store too.
 */
public final class EndlessWait {
  /** A longer chain of threads that wait for each other is a ring without the caller. */
  private static final int MOST_THREADS = 100;

  private EndlessWait() {}

  /**
   * Whether the calling thread would wait forever for the end of another: that one is the same
   * thread, waits in {@code System.exit} for the hooks, of which the caller may be one, or waits
   * for a lock of the caller or of such a thread. The caller keeps its locks until the other ends.
   * A thread that waits for another thread, or for anything else that is not a lock, is not
   * detected.
   */
  public static boolean is(Thread other) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long id = other.getId();
    for (int i = 0; i < MOST_THREADS; i++) {
      if (id == Thread.currentThread().getId()) {
        return true;
      }
      ThreadInfo info = threads.getThreadInfo(id, Integer.MAX_VALUE);
      if (info == null) {
        return false; // it has ended
      }
      if (exits(info)) {
        return true;
      }
      id = info.getLockOwnerId();
      if (id < 0) {
        return false;
      }
    }
    return false;
  }

  private static boolean exits(ThreadInfo thread) {
    for (StackTraceElement call : thread.getStackTrace()) {
      if (call.getClassName().equals("java.lang.Runtime") && call.getMethodName().equals("exit")) {
        return true;
      }
    }
    return false;
  }
}
