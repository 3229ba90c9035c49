package io.rowandb.cli.systems;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.load.LoadReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Loads records into the tables of a system until all are there or the process is told to end, and
 * says how many.
 *
 * @param one what a record is called, such as "post"
 * @param source where they come from, for people
 * @param records to be closed
 * @param <S> a record
 */
public record SystemLoad<S>(String one, String source, Supplier<Stream<S>> records) {
  /** What takes the records. */
  public interface Into<S> {
    /** Makes the tables if needed, writes the records, and says how many there were. */
    long load(Connection connection, Stream<S> records) throws IOException;
  }

  /** What takes all records or none. */
  public interface IntoWhole<S> {
    /** As {@link Into#load}; says how long each part of it took, or that it was done before. */
    LoadReport load(Connection connection, Stream<S> records) throws IOException;
  }

  /** Loads. When the process was told to end, it ends with the signal's code behind this. */
  public void run(SystemStore store, CreateOption create, Into<S> into, PrintWriter out)
      throws IOException {
    try (StopSignal signal = StopSignal.listen()) {
      boolean[] stopped = {false};
      long start = System.nanoTime();
      long loaded;
      try (Connection connection = store.connect(create);
          Stream<S> each = records.get()) {
        loaded =
            into.load(
                connection,
                each.takeWhile(
                    record -> {
                      stopped[0] = signal.getAsBoolean();
                      return !stopped[0];
                    }));
      }
      if (!stopped[0]) {
        signal.succeed();
      }
      long nanos = System.nanoTime() - start;
      report(stopped[0] ? "Stopped after" : "Loaded", loaded, nanos, out);
      out.flush();
    }
  }

  /** The process was told to end, while records were read. */
  private static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Loads all records or none: when the process was told to end while they were read, their reading
   * fails.
   *
   * @param into what takes them
   */
  public void runWhole(SystemStore store, CreateOption create, IntoWhole<S> into, PrintWriter out)
      throws IOException {
    try (StopSignal signal = StopSignal.listen()) {
      long start = System.nanoTime();
      try (Connection connection = store.connect(create);
          Stream<S> each = records.get()) {
        LoadReport loaded = into.load(connection, each.peek(record -> failIfStopped(signal)));
        signal.succeed();
        long nanos = System.nanoTime() - start;
        if (loaded.wasLoaded()) {
          out.printf("There is nothing to do: %s was loaded before.%n", source);
        } else {
          report("Loaded", loaded.records(), nanos, out);
          reportParts(loaded, out);
        }
      } catch (IOException | RuntimeException e) {
        if (!isStopped(e)) {
          throw e;
        }
        out.println("Stopped: nothing of it is in the tables. Begin it again.");
      }
      out.flush();
    }
  }

  /** It may come with the name of the record at which it was thrown. */
  private static boolean isStopped(Throwable failure) {
    return failure != null
        && (failure instanceof StoppedException || isStopped(failure.getCause()));
  }

  private static void failIfStopped(StopSignal signal) {
    if (signal.getAsBoolean()) {
      throw new StoppedException();
    }
  }

  private static void reportParts(LoadReport loaded, PrintWriter out) {
    out.printf(
        "Reading and sorting %s, merging into %s of %s %s, handing over %s.%n",
        text(loaded.sorting()),
        Figures.counted(loaded.files(), "file"),
        Figures.bytes(loaded.bytes()),
        text(loaded.merging()),
        text(loaded.handingOver()));
  }

  private static String text(Duration duration) {
    return Figures.duration(duration.toNanos());
  }

  private void report(String what, long loaded, long nanos, PrintWriter out) {
    out.printf(
        "%s %s of %s in %s (%s a second).%n",
        what,
        Figures.counted(loaded, one),
        source,
        Figures.duration(nanos),
        Figures.count(Figures.rate(loaded, nanos)));
  }
}
