package io.rowandb.testkit.oracle;

import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/** One step of a history. */
sealed interface Operation {
  /** One request about one row: a put, delete, increment, append, get, several at once, a check. */
  record Call(Row action) implements Operation {}

  /** Several requests sent together. */
  record Batch(List<Row> actions) implements Operation {}

  /** All memstores to files. */
  record Flush() implements Operation {}

  /** The newest files of each family into one. */
  record CompactNewest(int files) implements Operation {}

  /** All files of each family into one. */
  record CompactAll() implements Operation {}

  /** Everything is closed in good order and opened again. */
  record Reopen() implements Operation {}

  /** The process dies and comes back. */
  record Recover() implements Operation {}

  /** The region that has the row becomes two, of which the second begins with it. */
  record Split(String row) implements Operation {}

  /** The clock goes on. */
  record Tick(long millis) implements Operation {}

  /** A scan, opened and read at once. */
  record Read(Scan scan) implements Operation {}

  /** A scan opened now and read by the next {@link ReadHeld}. */
  record Hold(Scan scan) implements Operation {}

  /** Reads the scan that is held, if one is. */
  record ReadHeld() implements Operation {}

  /** Whether it only asks, so that a history without it goes on in the same way. */
  default boolean isQuestion() {
    return this instanceof Read || (this instanceof Call call && call.action() instanceof Get);
  }
}
