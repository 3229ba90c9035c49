package io.rowandb.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets a command finish its current work when the process is told to end (Ctrl-C or SIGTERM): the
 * signal raises a flag, and the process waits for the command before it ends.
 *
 * <p>The command's thread reads the flag; a thread of the virtual machine raises it and then waits
 * until the command has closed its resources. Then the process ends with the code of the signal,
 * unless the command reports that it had finished.
 */
public final class StopSignal implements BooleanSupplier, AutoCloseable {
  /** Enough for a store to flush and close; a command that hangs does not hold the user longer. */
  private static final int WAIT_SECONDS = 30;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final CountDownLatch raised = new CountDownLatch(1);

  /** Read once the command has finished. */
  private volatile boolean done;

  private StopSignal() {}

  /** Begins to listen. */
  public static StopSignal listen() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::stopAndWait, "rowan-stop"));
    return signal;
  }

  private void stopAndWait() {
    boolean ended = finished.getCount() == 0; // by itself, with a code of its own
    raised.countDown();
    try {
      if (!finished.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("rowan: did not finish in " + WAIT_SECONDS + " s; ending anyway");
      } else if (done && !ended) {
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(0); // the only way to another code than the signal's
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the process was told to end. */
  @Override
  public boolean getAsBoolean() {
    return raised.getCount() == 0;
  }

  /**
   * Waits until the process is told to end, or the time is over.
   *
   * @return whether it was told
   */
  public boolean await(Duration time) throws InterruptedException {
    return raised.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * All is done and closed: a signal that came too late to stop anything is no reason for another
   * exit code than 0.
   */
  public void succeed() {
    done = true;
  }

  /** The command has finished. */
  @Override
  public void close() {
    finished.countDown();
  }
}
