package io.rowandb.testkit.conformance;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Something that answers HBase's client API, and what must be forced from outside it. Used by one
 * thread, the tests'; lives as long as the run.
 *
 * <p>Its clock is the system's, moved and stopped at will; all back ends stamp writes by it.
 */
interface Backend extends AutoCloseable {
  /** The name by which it is chosen. */
  String name();

  /** What it can do beside the data. */
  Set<Capability> capabilities();

  /** The connection that tests share; a test that closes one opens its own. */
  Connection connection();

  /** A connection of the test's own. */
  Connection open() throws IOException;

  /** An asynchronous connection of the test's own. */
  AsyncConnection openAsync() throws IOException;

  /** Moves what is in memory of this table to files; done when it returns. */
  void flush(TableName table) throws IOException;

  /** Merges the files of every store that has at least three of them, keeping delete markers. */
  void compact(TableName table) throws IOException;

  /** Merges all files of every store and drops what is deleted; done when it returns. */
  void majorCompact(TableName table) throws IOException;

  /** Closes and opens again what holds the data; connections before are closed. */
  void reopen() throws IOException;

  /** The time by which writes are stamped. */
  BackendClock clock();

  @Override
  void close() throws IOException;

  /** Makes the time of the next write greater than that of all before. */
  default void tick() {
    clock().advance(Duration.ofMillis(1));
  }
}
