package io.rowandb.schema.value;

import org.apache.hadoop.hbase.util.Bytes;

/** The bytes of a cell are not a value of the declared type. */
public final class MalformedValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Bytes that a message shows: enough to recognise a value by, few enough to read. */
  private static final int SHOWN_BYTES = 64;

  /** Of the bytes from an offset on, and the rule that they break. */
  public MalformedValueException(byte[] bytes, int offset, int length, String rule) {
    super(message(bytes, offset, length, rule));
  }

  /** The same, found by a failure of the reader. */
  public MalformedValueException(
      byte[] bytes, int offset, int length, String rule, Throwable cause) {
    super(message(bytes, offset, length, rule), cause);
  }

  private static String message(byte[] bytes, int offset, int length, String rule) {
    int shown = Math.min(length, SHOWN_BYTES);
    String more = length > shown ? "..." : "";
    return "value "
        + Bytes.toStringBinary(bytes, offset, shown)
        + more
        + " of "
        + length
        + " bytes: "
        + rule;
  }
}
