package io.rowandb.schema.pattern;

import java.io.IOException;
import org.apache.hadoop.hbase.util.Bytes;

/** A record was not written because another has its values of a unique index. */
public final class UniqueViolationException extends IOException {
  private static final long serialVersionUID = 1;

  UniqueViolationException(String index, byte[] row, byte[] other) {
    super(
        "record "
            + Bytes.toStringBinary(row)
            + " has the values of unique index "
            + index
            + " that record "
            + Bytes.toStringBinary(other)
            + " has, or is being given; what a client was giving that died is free after a grace,"
            + " usually an hour");
  }
}
