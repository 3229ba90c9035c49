package io.rowandb.cli.load;

import io.rowandb.cli.source.FileFault;
import io.rowandb.cli.source.SourceException;
import io.rowandb.engine.io.WholeGzip;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the lines of a file as bytes, without a copy; line ends are LF or CRLF. A file whose name
 * ends in {@code .gz} is unpacked completely ({@link WholeGzip}). A byte order mark before the
 * first line is no part of it.
 *
 * <p>Memory: a buffer of {@link #BUFFER_BYTES}, or of the longest line, at most {@link
 * #MAX_LINE_BYTES}. One thread.
 */
final class LineReader implements Closeable {
  /** Reads of this size cost nothing beside what is done with them. */
  static final int BUFFER_BYTES = 1 << 20;

  /** More than a cell may have: what is longer is no line but another kind of file. */
  static final int MAX_LINE_BYTES = 32 << 20;

  /** U+FEFF in UTF-8: some programs begin a file with it. */
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  // Fixed at construction.
  private final Path file;
  private final InputStream in;

  private byte[] buffer = new byte[BUFFER_BYTES];

  // The line at hand, and what is read behind it.
  private int start;
  private int end;
  private int next;
  private int limit;
  private boolean ended;

  /** Where the next line begins, in the unpacked file. */
  private long position;

  private LineReader(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /**
   * Opens a file.
   *
   * @param position where to begin, as {@link #position} once said
   */
  static LineReader open(Path file, long position) throws IOException {
    LineReader reader = null;
    InputStream plain = null;
    try {
      plain = Files.newInputStream(file);
      boolean packed = file.getFileName().toString().endsWith(".gz");
      InputStream in = packed ? WholeGzip.of(plain, BUFFER_BYTES) : plain;
      reader = new LineReader(file, in);
      if (position == 0) {
        reader.skipByteOrderMark();
      } else {
        in.skipNBytes(position);
        reader.position = position;
      }
      return reader;
    } catch (IOException e) {
      throw new SourceException(FileFault.ofReading(file, e), e);
    } finally {
      if (reader == null && plain != null) {
        plain.close();
      }
    }
  }

  private void skipByteOrderMark() throws IOException {
    int read = in.readNBytes(buffer, 0, BYTE_ORDER_MARK.length);
    limit = read;
    if (Arrays.equals(buffer, 0, read, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length)) {
      next = read;
      position = read;
    }
  }

  /** Moves to the next line; false behind the last. */
  boolean next() throws IOException {
    int at = next;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit) {
        stand(at, at + 1);
        return true;
      }
      if (ended) {
        if (next == limit) {
          return false;
        }
        stand(limit, limit); // the last line, without an end
        return true;
      }
      at -= next;
      fill();
    }
  }

  private void stand(int lineEnd, int following) {
    start = next;
    end =
        lineEnd > start && lineEnd < following && buffer[lineEnd - 1] == '\r'
            ? lineEnd - 1
            : lineEnd;
    position += following - next;
    next = following;
  }

  /** Reads on behind what is kept of the line that has begun, which moves to the front. */
  private void fill() throws IOException {
    int kept = limit - next;
    if (kept == buffer.length) {
      if (kept >= MAX_LINE_BYTES) {
        throw new SourceException(
            file + ": a line at byte " + position + " is longer than " + MAX_LINE_BYTES + " bytes");
      }
      buffer = Arrays.copyOf(buffer, Math.min(MAX_LINE_BYTES, 2 * kept));
    }
    System.arraycopy(buffer, next, buffer, 0, kept);
    next = 0;
    limit = kept;
    int read;
    try {
      read = in.read(buffer, limit, buffer.length - limit);
    } catch (IOException e) {
      throw new SourceException(
          "cannot read " + file + " behind byte " + position + ": " + e.getMessage(), e);
    }
    ended = read < 0;
    limit += Math.max(0, read);
  }

  /** Holds the line from {@link #start} to {@link #end} until the next call. */
  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Where the next line begins. */
  long position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
