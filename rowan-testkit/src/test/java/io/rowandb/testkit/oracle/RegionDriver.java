package io.rowandb.testkit.oracle;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;

/**
 * One region under test, or those it was split into, spoken to in HBase's requests, which it must
 * leave as they are. Used by one thread.
 */
interface RegionDriver extends AutoCloseable {
  /** An open scan: its rows (or, with a batch size, parts of rows) in order. */
  interface OpenScan extends AutoCloseable {
    /** Reads on to the end; each part is the text of its cells. */
    List<List<String>> drain() throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * Does what a request about one row asks for.
   *
   * @return what the client gets to see of it, line by line
   */
  List<String> call(Row action) throws IOException;

  /**
   * Does what several requests ask for, sent together.
   *
   * @return the answer to each; the failure of one is a line with its class
   */
  List<List<String>> batch(List<Row> actions) throws IOException;

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

  /**
   * Flushes all regions, and divides the one that has the row before that row.
   *
   * @param row no region begins with it, and no file belongs to two regions
   */
  void split(byte[] row) throws IOException;

  /** Opens a scan; it sees what is there now. */
  OpenScan open(Scan scan) throws IOException;

  @Override
  void close() throws IOException;
}
