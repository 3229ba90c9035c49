package io.rowandb.cli.source;

import io.rowandb.engine.io.WholeGzip;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * The lines of a gzip file of UTF-8 text; line ends LF or CRLF. Bytes that are not UTF-8 become
 * U+FFFD.
 *
 * <p>A file is read to its end and its checksum verified before the first line is returned: a
 * changed byte is usually detected only there, and until then gives lines that look valid.
 *
 * <p>One thread; open until closed.
 */
public final class GzipLines implements LineSource {
  private static final int BUFFER_BYTES = 1 << 16;

  // Fixed at construction.
  private final Path file;
  private final WholeGzip plain;
  private final long compressedBytes;
  private final BufferedReader reader;

  private GzipLines(Path file, WholeGzip plain, long bytes, BufferedReader reader) {
    this.file = file;
    this.plain = plain;
    this.compressedBytes = bytes;
    this.reader = reader;
  }

  /** Opens {@code file}, which must be a whole and sound gzip file. */
  public static GzipLines open(Path file) throws SourceException {
    verify(file);
    InputStream compressed = null;
    try {
      compressed = Files.newInputStream(file);
      WholeGzip plain = WholeGzip.of(compressed, BUFFER_BYTES);
      return new GzipLines(
          file,
          plain,
          Files.size(file),
          new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), BUFFER_BYTES));
    } catch (IOException e) {
      SourceException failure = new SourceException(FileFault.ofReading(file, e), e);
      closeAfter(failure, compressed);
      throw failure;
    }
  }

  /**
   * Whether a file has a line behind its first ones. Reads no further, so that damage which comes
   * later stays unseen.
   */
  public static boolean hasLineAfter(Path file, int lines) throws SourceException {
    int read = 0;
    try (InputStream compressed = Files.newInputStream(file);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(begin(file, compressed), StandardCharsets.UTF_8))) {
      while (read <= lines && reader.readLine() != null) {
        read++;
      }
      return read > lines;
    } catch (SourceException e) {
      throw e;
    } catch (ZipException | EOFException e) {
      throw damaged(file, read, e);
    } catch (IOException e) {
      throw new SourceException(FileFault.ofReading(file, e), e);
    }
  }

  private static SourceException damaged(Path file, long lines, IOException e) {
    return new SourceException(file + ": damaged after line " + lines + ": " + reason(e), e);
  }

  private static void verify(Path file) throws SourceException {
    long lines = 0;
    try (InputStream compressed = Files.newInputStream(file)) {
      InputStream plain = begin(file, compressed);
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = plain.read(buffer); n >= 0; n = plain.read(buffer)) {
        for (int i = 0; i < n; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
      }
    } catch (SourceException e) {
      throw e;
    } catch (ZipException | EOFException e) {
      throw damaged(file, lines, e);
    } catch (IOException e) {
      throw new SourceException(FileFault.ofReading(file, e), e);
    }
  }

  private static InputStream begin(Path file, InputStream compressed) throws IOException {
    try {
      return WholeGzip.of(compressed, BUFFER_BYTES);
    } catch (ZipException | EOFException e) {
      throw new SourceException(file + ": is no gzip file: " + reason(e), e);
    }
  }

  @Override
  public String nextLine() throws SourceException {
    try {
      return reader.readLine();
    } catch (IOException e) {
      throw new SourceException(file + ": changed while it was read: " + reason(e), e);
    }
  }

  @Override
  public double fraction() {
    return compressedBytes == 0 ? 1 : Math.min(1, (double) plain.packedBytes() / compressedBytes);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
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
}
