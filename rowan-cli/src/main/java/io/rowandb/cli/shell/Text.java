package io.rowandb.cli.shell;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A quoted text: bytes, mostly UTF-8. Its array is never changed.
 *
 * @param bytes any
 */
record Text(byte[] bytes) {
  /**
   * The same bytes, but where the text says {@code \\xNN} it means that byte, as in HBase's names.
   */
  byte[] binary() {
    return Bytes.indexOf(bytes, (byte) '\\') < 0 ? bytes : Bytes.toBytesBinary(toString());
  }

  /** As UTF-8. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
