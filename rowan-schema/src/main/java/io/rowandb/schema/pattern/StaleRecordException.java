package io.rowandb.schema.pattern;

import java.io.IOException;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A record was not saved, because the one in its row is not the one that it was made from: another
 * client has written or deleted it. Read it, make the change again, and save that.
 */
public final class StaleRecordException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient OptionalLong found;

  StaleRecordException(TableName table, byte[] row, long version, OptionalLong found) {
    super(
        "record "
            + Bytes.toStringBinary(row)
            + " of "
            + table
            + (version == 0 ? " is new" : " was made from version " + version)
            + ", and its row has "
            + (found.isPresent() ? "version " + found.getAsLong() : "no record"));
    this.found = found;
  }

  /** The version of the record that is there; empty when there is none. */
  public OptionalLong found() {
    return found;
  }
}
