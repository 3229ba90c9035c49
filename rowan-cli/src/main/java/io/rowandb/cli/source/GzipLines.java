package io.rowandb.cli.source;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * The lines of a gzip file of UTF-8 text; line ends LF or CRLF. Bytes that are not UTF-8 become
 * U+FFFD. One thread; open until closed.
 */
public final class GzipLines implements LineSource {
  private static final int BUFFER_BYTES = 1 << 16;

  // Fixed at construction.
  private final Path file;
  private final CountingStream compressed;
  private final long compressedBytes;
  private final BufferedReader reader;

  // Written by the one thread that reads.
  private long lines;

  private GzipLines(Path file, CountingStream compressed, long bytes, BufferedReader reader) {
    this.file = file;
    this.compressed = compressed;
    this.compressedBytes = bytes;
    this.reader = reader;
  }

  /** Opens {@code file} and checks that it begins as a gzip file does. */
  public static GzipLines open(Path file) throws SourceException {
    CountingStream compressed = null;
    try {
      compressed = new CountingStream(Files.newInputStream(file));
      GZIPInputStream plain = new GZIPInputStream(compressed, BUFFER_BYTES);
      return new GzipLines(
          file,
          compressed,
          Files.size(file),
          new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), BUFFER_BYTES));
    } catch (IOException e) {
      SourceException failure =
          new SourceException(file + ": cannot be read as gzip: " + reason(e), e);
      closeAfter(failure, compressed);
      throw failure;
    }
  }

  @Override
  public String nextLine() throws SourceException {
    try {
      String line = reader.readLine();
      lines += line == null ? 0 : 1;
      return line;
    } catch (IOException e) {
      throw new SourceException(file + ": damaged after line " + lines + ": " + reason(e), e);
    }
  }

  @Override
  public double fraction() {
    return compressedBytes == 0 ? 1 : Math.min(1, (double) compressed.count / compressedBytes);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return e.getClass().getSimpleName() + (message == null ? "" : " (" + message + ")");
  }

  private static void closeAfter(SourceException failure, InputStream stream) {
    try {
      if (stream != null) {
        stream.close();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Counts what was read of the compressed file, to tell how far it is. */
  private static final class CountingStream extends FilterInputStream {
    private long count;

    CountingStream(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int n = super.read(buffer, offset, length);
      count += Math.max(0, n);
      return n;
    }
  }
}
