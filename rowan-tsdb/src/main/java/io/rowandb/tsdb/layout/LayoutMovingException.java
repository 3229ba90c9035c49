package io.rowandb.tsdb.layout;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/**
 * Points are not written as their tables are being moved; the same call may be made again later.
 */
public final class LayoutMovingException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Of a write.
   *
   * @param cause what the store said, or null when it was not asked
   */
  public LayoutMovingException(TableName table, IOException cause) {
    super(
        "the points of "
            + table
            + " are being moved to keys of another layout, and are not written for now; write them"
            + " again in a moment",
        cause);
  }
}
