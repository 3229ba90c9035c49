package io.rowandb.cli;

import io.rowandb.cli.source.FileFault;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lines of UTF-8, each ending with a line feed or with the input. A byte order mark at the start of
 * the input is skipped. A line that is not valid UTF-8 is refused, since replacement characters
 * would change its bytes. Used by one thread.
 */
final class InputLines {
  /** So much of a line is shown. */
  private static final int SHOWN_BYTES = 40;

  /** U+FEFF in UTF-8: some editors begin a file with it. */
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /** The longest cell, each byte of it written as {@code \\xNN}, and more. */
  static final int MAX_LINE_BYTES = 64 << 20;

  private final InputStream in;
  private long lines;

  InputLines(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /**
   * The next line, without its end; null when there is none.
   *
   * @throws IOException naming the line when it is no UTF-8, and the lines after it can be read; or
   *     when it is too long, or the input cannot be read
   */
  String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int value = read();
    if (value < 0) {
      return null;
    }
    while (value >= 0 && value != '\n') {
      if (line.size() == MAX_LINE_BYTES) {
        throw new IOException(
            "line %d of the input is longer than %d bytes".formatted(lines + 1, MAX_LINE_BYTES));
      }
      line.write(value);
      value = read();
    }
    lines++;
    byte[] bytes = line.toByteArray();
    int start = lines == 1 && Bytes.startsWith(bytes, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    int length = bytes.length - start;
    if (length > 0 && bytes[start + length - 1] == '\r') {
      length--;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IOException(
          "line %d of the input is no UTF-8: %s; a byte is written as \"\\xNN\", between double quotes"
              .formatted(lines, Bytes.toStringBinary(bytes, start, Math.min(length, SHOWN_BYTES))),
          e);
    }
  }

  private int read() throws IOException {
    try {
      return in.read();
    } catch (IOException e) {
      throw new IOException(FileFault.ofStandardInput(e), e);
    }
  }
}
