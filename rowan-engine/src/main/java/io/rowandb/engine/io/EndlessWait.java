package io.rowandb.engine.io;

/**
 * Waiting for a thread that waits for the one that waits. Who closes something from a log handler
 * does that: the failure may come from a thread of what is closed.
 */
public final class EndlessWait {
  private EndlessWait() {}

  /**
   * Whether the calling thread would wait for ever for the end of another: it is the same, or waits
   * in {@code System.exit} for the hooks, of which the caller may be one.
   */
  public static boolean is(Thread other) {
    return other == Thread.currentThread() || exits(other);
  }

  private static boolean exits(Thread thread) {
    for (StackTraceElement call : thread.getStackTrace()) {
      if (call.getClassName().equals("java.lang.Runtime") && call.getMethodName().equals("exit")) {
        return true;
      }
    }
    return false;
  }
}
