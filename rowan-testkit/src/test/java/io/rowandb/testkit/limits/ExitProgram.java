package io.rowandb.testkit.limits;

import io.rowandb.engine.io.RepeatingThread;

/**
 * Ends from a thread of what a shutdown hook closes, as a program does whose log handler exits when
 * a store tells of a failure.
 */
final class ExitProgram {
  private ExitProgram() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws InterruptedException {
    RepeatingThread thread = new RepeatingThread("repeating");
    Thread hook =
        new Thread(
            () -> {
              thread.close();
              System.out.println("closed");
            });
    Runtime.getRuntime().addShutdownHook(hook);
    thread.repeat(1, () -> System.exit(0));
    Thread.currentThread().join(); // until the end
  }
}
