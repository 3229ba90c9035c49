package io.rowandb.schema.pattern;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;

/**
 * A write gave up before its rows were sent, because it had used half the grace of the table's
 * indexes: others may soon take its entries for those of a dead writer. The rows that it was about
 * to write are unchanged; in a write of many records, those of earlier calls are written. It is
 * safe to call again.
 */
public final class LateWriteException extends IOException {
  private static final long serialVersionUID = 1;

  /** The failure of what comes behind a row whose mark knows of it. */
  static IOException noted(TableName table, Throwable late) {
    return new IOException(
        "a write took too long for its rows of "
            + table
            + "; it is noted in its source row, and the next write of that row, or a repair, ends"
            + " it: "
            + late.getMessage(),
        late);
  }

  LateWriteException(TableName table, Duration taken, Duration grace) {
    super(
        "a write of "
            + table
            + " had taken "
            + taken.toMillis()
            + " ms before its rows could be sent, and may take half the grace of the table's"
            + " indexes, which is "
            + grace.toMillis()
            + " ms; the rows that it was about to write are as they were, call again");
  }
}
