package io.rowandb.tsdb.server.net;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Makes lines of what comes in pieces. Used by one thread. */
final class LineSplitter {
  private final byte[] begun;
  private int size;
  private boolean tooLong;

  /** For lines of at most so many bytes, without their ends. */
  LineSplitter(int mostBytes) {
    begun = new byte[mostBytes];
  }

  /**
   * Gives the lines that end in a piece, without a line feed and a return before it; null for one
   * that is too long.
   */
  void split(ByteBuf piece, Consumer<String> lines) {
    while (piece.isReadable()) {
      int length = piece.bytesBefore((byte) '\n');
      boolean ends = length >= 0;
      int bytes = ends ? length : piece.readableBytes();
      if (bytes > begun.length - size) {
        tooLong = true;
        piece.skipBytes(bytes);
      } else {
        piece.readBytes(begun, size, bytes);
        size += bytes;
      }
      if (ends) {
        piece.skipBytes(1);
        lines.accept(line());
      }
    }
  }

  private String line() {
    int length = size > 0 && begun[size - 1] == '\r' ? size - 1 : size;
    String line = tooLong ? null : new String(begun, 0, length, StandardCharsets.ISO_8859_1);
    size = 0;
    tooLong = false;
    return line;
  }
}
