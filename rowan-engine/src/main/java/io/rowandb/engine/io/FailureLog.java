package io.rowandb.engine.io;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Reports failures to the program's log when there is no caller to report them to.
 *
 * <p>The logger is the program's and may fail itself, with an {@link Error} too: a process that can
 * open no more files cannot load the time zones with which it would print the time. Code that logs
 * a failure must go on after it, so logging must not throw. What the logger does not take goes to
 * the standard error stream. Safe for many threads.
 */
public final class FailureLog {
  private static final AtomicLong UNTOLD = new AtomicLong();

  private FailureLog() {}

  /** Makes sure that the class is there when there is no memory to load it. */
  static void load() {
    // Its fields are made before this is called.
  }

  /** The number of failures since the process began that could not be reported. */
  static long untold() {
    return UNTOLD.get();
  }

  /** Something did not work that is not needed now. */
  public static void warning(Class<?> source, String message, Throwable failure) {
    log(System.Logger.Level.WARNING, source, message, failure);
  }

  /** Something did not work that has to be tried again. */
  public static void error(Class<?> source, String message, Throwable failure) {
    log(System.Logger.Level.ERROR, source, message, failure);
  }

  private static void log(
      System.Logger.Level level, Class<?> source, String message, Throwable failure) {
    try {
      System.getLogger(source.getName()).log(level, message, failure);
    } catch (RuntimeException | Error e) {
      print(level, message, failure, e);
    }
  }

  /**
   * The last resort: a failure that it cannot print either, for example without any memory, is
   * lost.
   */
  private static void print(
      System.Logger.Level level, String message, Throwable failure, Throwable notLogged) {
    try {
      System.err.println(
          level + " " + message + ": " + failure + " (not logged: " + notLogged + ")");
    } catch (RuntimeException | Error e) {
      UNTOLD.incrementAndGet();
    }
  }
}
