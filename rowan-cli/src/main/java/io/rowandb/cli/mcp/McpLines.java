package io.rowandb.cli.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lines of UTF-8 that are not too long. One thread. */
final class McpLines {
  /** Bytes of a message; a design with a sample of some thousand rows has less. */
  static final int LONGEST = 1 << 20;

  private final InputStream in;

  McpLines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /**
   * The next line.
   *
   * @return empty at the end
   * @throws McpException when it is too long, and passed over, or no UTF-8
   */
  Optional<String> next() throws IOException, McpException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long length = 0;
    int b = in.read();
    if (b < 0) {
      return Optional.empty();
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      if (length++ < LONGEST) {
        line.write(b);
      }
    }
    if (length > LONGEST) {
      throw new McpException(
          McpException.INVALID_REQUEST, "a message has " + LONGEST + " bytes at most");
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line.toByteArray()))
              .toString());
    } catch (CharacterCodingException e) {
      throw new McpException(McpException.BROKEN_JSON, "a message is not UTF-8");
    }
  }
}
