package io.rowandb.cli.demo;

import io.rowandb.cli.source.SourceException;
import io.rowandb.cli.terminal.ProgressDisplay;
import io.rowandb.cli.terminal.Terminal;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;

/**
 * Loads data sets, and continues where an earlier run stopped.
 *
 * <p>A run reads the files from their start, since the number of rows depends on all records, and
 * stores the records after those noted in the log. Every 20,000 records, when asked to stop, and at
 * the end, it writes all rows to the store and then notes the count.
 */
final class Loader {
  /** Between two notes: little to repeat after a crash, and notes cost next to nothing. */
  private static final int RECORDS_BETWEEN_NOTES = 20_000;

  /** Bytes a table's mutator gathers before it sends them. */
  private static final long WRITE_BUFFER_BYTES = 4L << 20;

  private final Connection connection;
  private final LoadLog log;
  private final Terminal terminal;
  private final BooleanSupplier stopRequested;
  private final LongSupplier nanoTime;
  private final Clock clock;

  /** Loads into tables that exist. */
  Loader(
      Connection connection,
      LoadLog log,
      Terminal terminal,
      BooleanSupplier stopRequested,
      LongSupplier nanoTime,
      Clock clock) {
    this.connection = connection;
    this.log = log;
    this.terminal = terminal;
    this.stopRequested = stopRequested;
    this.nanoTime = nanoTime;
    this.clock = clock;
  }

  /** Notes that the loading of {@code set} begins, before its tables are made. */
  void begin(DataSet set, Optional<Path> data) throws IOException {
    if (log.read(set.name()).isEmpty()) {
      try (RecordReader reader = new RecordReader(set, data)) {
        log.write(set.name(), LoadState.none(reader.describe()));
      }
    }
  }

  /**
   * Loads what is missing of {@code set}.
   *
   * @param data the directory of the files, or nothing for the sample
   * @return how far it is now; not complete when a stop was requested
   */
  LoadState load(DataSet set, Optional<Path> data) throws IOException {
    try (RecordReader reader = new RecordReader(set, data)) {
      // As long as nothing is stored, other files may be taken.
      LoadState state =
          log.read(set.name())
              .filter(noted -> noted.records() > 0 || noted.complete())
              .orElse(LoadState.none(reader.describe()));
      if (state.complete()) {
        return state;
      }
      if (!state.source().equals(reader.describe())) {
        throw new SourceException(
            "loading of "
                + set.name()
                + " was begun from other files: "
                + state.source()
                + ". Give the same directory again, or another --path");
      }
      ProgressDisplay progress = new ProgressDisplay(terminal, set.name(), nanoTime);
      try (Sink sink = new Sink(set)) {
        return new Run(set, reader, sink, progress, state).finish();
      } catch (IOException | RuntimeException e) {
        progress.abandon();
        throw e;
      }
    }
  }

  /** One pass over the records of one set. */
  private final class Run {
    // Fixed at construction.
    private final DataSet set;
    private final RecordReader reader;
    private final Sink sink;
    private final ProgressDisplay progress;
    private final long startNanos = nanoTime.getAsLong();
    private final LoadState before;

    // Written by the one thread that loads.
    private LoadState state;

    Run(DataSet set, RecordReader reader, Sink sink, ProgressDisplay progress, LoadState before) {
      this.set = set;
      this.reader = reader;
      this.sink = sink;
      this.progress = progress;
      this.before = before;
      this.state = before;
    }

    LoadState finish() throws IOException {
      long records = 0;
      for (SourceLine line = reader.next(); line != null; line = reader.next()) {
        sink.storing = records >= before.records();
        convert(line);
        records++;
        if (records == before.records()) {
          progress.continuesFrom(records, reader.fraction());
        }
        progress.update(records, reader.fraction());
        if (sink.storing
            && (records % RECORDS_BETWEEN_NOTES == 0 || stopRequested.getAsBoolean())) {
          note(records);
        }
        if (stopRequested.getAsBoolean()) {
          progress.abandon();
          return state;
        }
      }
      note(records);
      state = state.completed(state.nanos(), clock.millis(), sink.tally.rows());
      log.write(set.name(), state);
      progress.finish(records);
      return state;
    }

    private void convert(SourceLine line) throws IOException {
      try {
        set.convert(line, sink);
      } catch (IllegalArgumentException e) {
        throw new SourceException(reader.place(line) + ": " + e.getMessage(), e);
      }
      sink.throwFailure();
    }

    /** First the rows, then the note. */
    private void note(long records) throws IOException {
      sink.flush();
      long nanos = before.nanos() + nanoTime.getAsLong() - startNanos;
      state = state.advanced(Math.max(records, state.records()), nanos);
      log.write(set.name(), state);
    }
  }

  /** Gathers rows for the store; counts all, also those that are stored already. */
  private final class Sink implements RowSink, Closeable {
    private final RowTally tally;
    private final Map<TableName, BufferedMutator> mutators = new HashMap<>();
    private boolean storing;
    private IOException failure;

    Sink(DataSet set) throws IOException {
      tally = new RowTally(set);
      for (TableLayout table : set.tables()) {
        mutators.put(
            table.name(),
            connection.getBufferedMutator(
                new BufferedMutatorParams(table.name()).writeBufferSize(WRITE_BUFFER_BYTES)));
      }
    }

    @Override
    public void put(TableName table, Put put) {
      tally.add(table, put.getRow());
      if (storing && failure == null) {
        try {
          mutators.get(table).mutate(put);
        } catch (IOException e) {
          failure = e;
        }
      }
    }

    /**
     * A data set's conversion does not know of input and output; its failure is kept until here.
     */
    void throwFailure() throws IOException {
      if (failure != null) {
        throw failure;
      }
    }

    void flush() throws IOException {
      for (BufferedMutator mutator : mutators.values()) {
        mutator.flush();
      }
    }

    @Override
    public void close() throws IOException {
      IOException first = null;
      for (BufferedMutator mutator : mutators.values()) {
        try {
          mutator.close();
        } catch (IOException e) {
          first = first == null ? e : first;
        }
      }
      if (first != null) {
        throw first;
      }
    }
  }
}
