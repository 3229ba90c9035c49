package io.rowandb.cli.systems;

import io.rowandb.cli.source.FileFault;
import io.rowandb.engine.io.WholeGzip;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads a file of text in UTF-8, plain or gzip. */
public final class DataFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP = 0x1F8B;

  private DataFile() {}

  /**
   * Refuses one that cannot be read.
   *
   * @param command which was given it
   * @throws ParameterException naming the file and the reason
   */
  public static void requireReadable(Path file, CommandLine command) {
    FileFault.ofReading(file)
        .ifPresent(
            fault -> {
              throw new ParameterException(command, fault);
            });
  }

  /**
   * Opens it.
   *
   * @return to be closed; bytes that are no text are an error at the read that meets them
   * @throws IOException naming the file, when there is none or it is damaged
   */
  public static BufferedReader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    try {
      in.mark(2);
      boolean packed = (in.read() << Byte.SIZE | in.read()) == GZIP;
      in.reset();
      InputStream plain = packed ? WholeGzip.of(in, BUFFER_BYTES) : in;
      // Bytes that are no text are an error, not question marks.
      return new BufferedReader(
          new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()), BUFFER_BYTES);
    } catch (IOException e) {
      in.close();
      throw new IOException(FileFault.ofReading(file, e), e);
    }
  }
}
