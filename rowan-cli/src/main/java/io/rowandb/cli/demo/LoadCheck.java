package io.rowandb.cli.demo;

import io.rowandb.cli.source.GzipLines;
import io.rowandb.cli.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What must hold before anything is made or loaded.
 *
 * <ol>
 *   <li>The tables that are there already are the demonstration's: the loading of their data set is
 *       noted in the log, which happens before they are made.
 *   <li>Each file has a record: a data set of none would count as loaded for ever.
 * </ol>
 *
 * Data sets that are complete, or left out, are not asked about. Used by one thread.
 */
final class LoadCheck {
  private final Connection connection;
  private final Admin admin;
  private final String namespace;

  LoadCheck(Connection connection, Admin admin, String namespace) {
    this.connection = connection;
    this.admin = admin;
    this.namespace = namespace;
  }

  /**
   * Checks data sets.
   *
   * @param data the directory of the files, or nothing for the sample
   * @throws IOException naming the first file or table, and the rule that it breaks
   */
  void run(List<DataSet> sets, Optional<Path> data) throws IOException {
    for (DataSet set : sets) {
      Optional<LoadState> state = state(set);
      boolean complete = state.isPresent() && state.get().complete();
      if (!complete && missingFile(set, data).isEmpty()) {
        if (state.isEmpty()) {
          requireNoTable(set);
        }
        if (data.isPresent()) {
          requireRecords(set, data.get());
        }
      }
    }
  }

  /** The first file of a data set that is not there. */
  static Optional<Path> missingFile(DataSet set, Optional<Path> data) {
    return data.flatMap(
        directory ->
            set.files().stream()
                .filter(file -> !file.builtIn())
                .map(file -> directory.resolve(file.path()))
                .filter(file -> !Files.exists(file))
                .findFirst());
  }

  /** A failure because of a table that somebody else made. */
  static IOException foreign(TableName table) {
    return new IOException(
        "table "
            + table
            + " was not made by this command, which fills only its own tables: drop it, or give"
            + " another PATH");
  }

  private Optional<LoadState> state(DataSet set) throws IOException {
    if (!LoadLog.isIn(admin, namespace)) {
      return Optional.empty();
    }
    try (LoadLog log = new LoadLog(connection, namespace)) {
      return log.read(set.name());
    }
  }

  private void requireNoTable(DataSet set) throws IOException {
    for (TableLayout table : set.tables()) {
      if (admin.tableExists(table.name())) {
        throw foreign(table.name());
      }
    }
  }

  private static void requireRecords(DataSet set, Path data) throws SourceException {
    for (SourceFile file : set.files()) {
      Path path = data.resolve(file.path());
      if (!file.builtIn() && !GzipLines.hasLineAfter(path, file.headingLines())) {
        throw new SourceException(path + ": has no record; a data file has at least one");
      }
    }
  }
}
