package io.rowandb.schema.pattern;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/** Details that a {@link DetailBuffer} could not write, or of which it is unknown. */
public final class UnwrittenDetailsException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Row keys that the message shows. */
  private static final int SHOWN = 10;

  private final transient List<byte[]> records;

  UnwrittenDetailsException(String table, List<byte[]> records, Exception cause) {
    super(message(table, records, cause), cause);
    this.records = List.copyOf(records);
  }

  private static String message(String table, List<byte[]> records, Exception cause) {
    return "details of "
        + records.size()
        + (records.size() == 1 ? " record" : " records")
        + " were not written to "
        + table
        + ", or may not have been: "
        + records.stream().limit(SHOWN).map(Bytes::toStringBinary).collect(Collectors.joining(", "))
        + (records.size() > SHOWN ? ", and more" : "")
        + ": "
        + cause.getMessage();
  }

  /** The row keys of their records, in ascending order. */
  public List<byte[]> records() {
    return records;
  }
}
