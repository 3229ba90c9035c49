package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;

/**
 * One region under test, spoken to in HBase's requests, which it must leave as they are. Used by
 * one thread.
 */
interface RegionDriver extends AutoCloseable {
  /** An open scan: its rows (or, with a batch size, parts of rows) in order. */
  interface OpenScan extends AutoCloseable {
    /** Reads on to the end; each part is the text of its cells. */
    List<List<String>> drain() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Applies a put or a delete. */
  void write(Mutation mutation) throws IOException;

  /** Writes the memstores of all families to files. */
  void flush() throws IOException;

  /** In each family with at least so many files that hold cells, makes the newest ones into one. */
  void compactNewest(int files) throws IOException;

  /** Makes all files of each family into one. */
  void compactAll() throws IOException;

  /** Flushes, closes, and opens again. */
  void reopen() throws IOException;

  /** Goes on as if the process had been killed now and started again. */
  void recover() throws IOException;

  /** Opens a scan; it sees what is there now. */
  OpenScan open(Scan scan) throws IOException;

  /** The text of the cells of one row. */
  List<String> get(Get get) throws IOException;

  @Override
  void close() throws IOException;
}
