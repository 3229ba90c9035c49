package io.rowandb.engine;

import java.io.IOException;
import java.util.List;

/**
 * One open database. Safe for use by many threads. Requests on what does not exist, or is in the
 * wrong state, throw {@link io.rowandb.engine.region.RefusedException}.
 */
public interface Database extends AutoCloseable {
  /** Opens the database in {@code options.directory()}, creating it where there is none. */
  static Database open(DatabaseOptions options) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** A name for this database that never changes: HBase's cluster id. */
  String id();

  /** The settings it was opened with. */
  DatabaseOptions options();

  /** All namespaces, sorted; {@code default} and {@code hbase} always exist. */
  List<NamespaceDescriptor> namespaces();

  /** Creates a namespace. */
  void createNamespace(NamespaceDescriptor namespace) throws IOException;

  /** Replaces a namespace's attributes. */
  void modifyNamespace(NamespaceDescriptor namespace) throws IOException;

  /** Drops an empty namespace. */
  void deleteNamespace(String name) throws IOException;

  /** The names of all tables, sorted; without the transient ones. */
  List<TableName> tableNames();

  /** The table as it is now, or null. A volatile read: cheap enough for every request. */
  TableView table(TableName name);

  /**
   * Creates a table, enabled.
   *
   * @param splitKeys first rows of the second and later regions, in any order, distinct, not empty
   */
  void createTable(TableDescriptor table, List<byte[]> splitKeys) throws IOException;

  /**
   * Creates a table that lives only in memory until the database is closed: not in the manifest,
   * not logged, never flushed. For derived tables such as {@code hbase:meta}.
   */
  void createTransientTable(TableDescriptor table) throws IOException;

  /** Replaces a table's descriptor; families may come and go (with their data). */
  void modifyTable(TableDescriptor table) throws IOException;

  /** Lets a disabled table serve again. */
  void enableTable(TableName name) throws IOException;

  /** Stops a table from serving; flushes it. */
  void disableTable(TableName name) throws IOException;

  /** Deletes a disabled table with its data. */
  void deleteTable(TableName name) throws IOException;

  /** Deletes the data of a disabled table and enables it, empty. */
  void truncateTable(TableName name, boolean preserveSplits) throws IOException;

  /** Writes the memstores of a table to files; returns when that is done. */
  void flush(TableName name) throws IOException;

  /** Writes the memstores of one region to files; returns when that is done. */
  void flushRegion(String encodedName) throws IOException;

  /**
   * Compacts a table now, in the calling thread.
   *
   * @param family only this family, or null for all
   * @param major all files into one; otherwise as the policy chooses
   */
  void compact(TableName name, String family, boolean major) throws IOException;

  /** As {@link #compact}, in the background; returns at once. */
  void requestCompaction(TableName name, String family, boolean major) throws IOException;

  /** Sizes and counts now. */
  DatabaseStats stats();

  /** Flushes, forces the log and closes; open scanners fail afterwards. Twice does nothing. */
  @Override
  void close() throws IOException;
}
