package io.rowandb.cli.systems.logs;

import io.rowandb.load.LoadReport;
import io.rowandb.load.RecordBulkLoad;
import io.rowandb.load.RecordSource;
import io.rowandb.systems.logs.LogRecord;
import io.rowandb.systems.logs.LogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Loads many new lines into an embedded store by sorted files, which the table gets in one step at
 * the end: all lines with the entries of all indexes, or nothing. Meanwhile no other load runs.
 *
 * @param connection of the store; stays open, and stays the caller's
 * @param work a directory for sorting, outside of the store, with room for the lines twice; it is
 *     made if needed
 */
record LogSortedLoad(Connection connection, Path work) {
  /**
   * Loads lines.
   *
   * @param name of the load, 1 to 1,000 characters: a load of one name is done once
   * @param some whose files are numbered in any way; closed
   * @param titles the title of each number; they are registered also when the load fails later
   * @return how many lines there were and what took how long, or that a load of this name was done
   *     before
   * @throws io.rowandb.load.LoadRefusedException when a line is there already; nothing is loaded
   */
  LoadReport load(String name, Stream<LogRecord> some, IntFunction<String> titles)
      throws IOException {
    try (LogStore logs = LogStore.open(connection)) {
      return RecordBulkLoad.into(connection, LogStore.design(connection), work)
          .load(RecordSource.once(name, logs.numbered(some, titles)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
