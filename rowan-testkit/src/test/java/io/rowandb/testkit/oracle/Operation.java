package io.rowandb.testkit.oracle;

import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;

/** One step of a history. */
sealed interface Operation {
  /** A put or delete. */
  record Write(Mutation mutation) implements Operation {
    @Override
    public String toString() {
      return mutation.getFamilyCellMap().values() + " ttl " + mutation.getTTL();
    }
  }

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

  /** The clock goes on. */
  record Tick(long millis) implements Operation {}

  /** A get of one row. */
  record Look(Get get) implements Operation {
    @Override
    public String toString() {
      return get + " familyRanges=" + get.getColumnFamilyTimeRange();
    }
  }

  /** A scan, opened and read at once. */
  record Read(Scan scan) implements Operation {
    @Override
    public String toString() {
      return ScanText.of(scan);
    }
  }

  /** A scan opened now and read by the next {@link ReadHeld}. */
  record Hold(Scan scan) implements Operation {
    @Override
    public String toString() {
      return "hold " + ScanText.of(scan);
    }
  }

  /** Reads the scan that is held, if one is. */
  record ReadHeld() implements Operation {}

  /** Whether it only asks, so that a history without it goes on in the same way. */
  default boolean isQuestion() {
    return this instanceof Look || this instanceof Read;
  }
}
