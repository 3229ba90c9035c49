package io.rowandb.systems.web;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * A load in a thread of its own, one at a time, whose progress is asked for. Used by any number of
 * threads.
 */
public final class BackgroundLoad implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BackgroundLoad.class.getName());

  /** Enough for the write that is under way. */
  private static final long WAIT_MILLIS = TimeUnit.SECONDS.toMillis(20);

  /** How far it is. */
  public enum State {
    /** None was begun. */
    NONE,
    /** It is under way. */
    RUNNING,
    /** All is there. */
    DONE,
    /** It ended early; the log says why. */
    FAILED;

    /** As the HTTP API has it. */
    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What is known of it.
   *
   * @param records that were taken so far
   * @param expected of all
   */
  public record Progress(State state, long records, long expected) {}

  /** What loads. */
  public interface Work {
    /**
     * Loads.
     *
     * @param next to be asked before each record, by one thread; false when it has to end
     */
    void load(BooleanSupplier next) throws IOException;
  }

  /** Whether there is something that a load would be mixed with. */
  public interface Present {
    /** Asked when no load is under way, and none can begin. */
    boolean isThere() throws IOException;
  }

  private final AtomicReference<Progress> progress =
      new AtomicReference<>(new Progress(State.NONE, 0, 0));

  private volatile boolean stopped;

  @GuardedBy("this")
  private Thread thread;

  /** None is under way yet. */
  public BackgroundLoad() {}

  /** How far it is. */
  public Progress progress() {
    return progress.get();
  }

  /**
   * Begins one.
   *
   * @param expected records
   * @param others records of others, beside which none begins
   * @param refusal why not, for the client
   * @throws WebException when one is under way, the server ends, or there are others
   */
  public synchronized void start(long expected, Present others, String refusal, Work work)
      throws IOException {
    if (progress.get().state() == State.RUNNING) {
      throw new WebException(WebException.IN_CONFLICT, "a load is under way already");
    }
    if (stopped) {
      throw new WebException(WebException.UNAVAILABLE, "the server is about to end");
    }
    if (others.isThere()) {
      throw new WebException(WebException.IN_CONFLICT, refusal);
    }
    progress.set(new Progress(State.RUNNING, 0, expected));
    thread = new Thread(() -> run(expected, work), "rowan-sample");
    thread.start();
  }

  private void run(long expected, Work work) {
    long[] records = {0};
    boolean[] ended = {false};
    State end = State.FAILED;
    try {
      work.load(
          () -> {
            ended[0] = stopped;
            records[0] += ended[0] ? 0 : 1;
            progress.set(new Progress(State.RUNNING, records[0], expected));
            return !ended[0];
          });
      end = ended[0] ? State.FAILED : State.DONE;
    } catch (IOException | RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "sample data could not be loaded", e);
    } finally {
      progress.set(new Progress(end, records[0], expected));
    }
  }

  /** Ends what is under way, and waits for that. */
  @Override
  public void close() {
    Thread loading;
    synchronized (this) {
      stopped = true;
      loading = thread;
    }
    if (loading != null) {
      try {
        loading.join(WAIT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
