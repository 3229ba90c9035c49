package io.rowandb.cli;

/** Ends a server that cannot continue; acknowledged writes are in the log. */
public final class FatalEnd {
  /** The exit code of the process. */
  public static final int CODE = 3;

  private FatalEnd() {}

  /**
   * Ends the process at once, without anything that may wait or needs memory.
   *
   * @param why for people
   * @param cause null when {@code why} says all
   * @return never
   */
  public static Error now(String why, Throwable cause) {
    try {
      System.err.println("rowan: ended at once: " + why + (cause == null ? "" : ": " + cause));
    } finally {
      Runtime.getRuntime().halt(CODE);
    }
    throw new AssertionError("The process has ended");
  }

  /** Ends the process with the first thread that finds no memory. */
  public static void atLackOfMemory() {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          if (e instanceof OutOfMemoryError) {
            throw now("thread " + thread.getName() + " found no memory", e);
          }
          System.err.println("rowan: thread " + thread.getName() + " failed");
          e.printStackTrace();
        });
  }
}
