package io.rowandb.cli.systems;

import io.rowandb.cli.CreateOption;
import io.rowandb.cli.StopSignal;
import io.rowandb.cli.terminal.Figures;
import java.io.IOException;
import java.io.PrintWriter;
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
      out.printf(
          "%s %s of %s in %s (%s a second).%n",
          stopped[0] ? "Stopped after" : "Loaded",
          Figures.counted(loaded, one),
          source,
          Figures.duration(nanos),
          Figures.count(Figures.rate(loaded, nanos)));
      out.flush();
    }
  }
}
