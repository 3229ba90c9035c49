package io.rowandb.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * The process's standard output, which remembers that something could not be written: a writer
 * above it keeps such a failure to itself, and a command whose text is not there is not done.
 */
public final class StandardOutput extends OutputStream {
  /**
   * What Linux says when the reader at the other end has gone, as {@code head} has when it has
   * enough.
   */
  private static final String NOBODY_READS = "Broken pipe";

  private static final StandardOutput OF_PROCESS =
      new StandardOutput(new FileOutputStream(FileDescriptor.out));

  private final OutputStream out;

  /** The first failure; null without one. */
  private volatile IOException failure;

  /** Writes to any stream. */
  StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** The one of this process. */
  public static StandardOutput ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Why something could not be written, as on a full disk; empty when all was, and when nobody
   * wanted to read any more.
   */
  public Optional<IOException> loss() {
    return Optional.ofNullable(failure)
        .filter(e -> e.getMessage() == null || !e.getMessage().contains(NOBODY_READS));
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw noted(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw noted(e);
    }
  }

  private synchronized IOException noted(IOException e) {
    if (failure == null) {
      failure = e;
    }
    return e;
  }
}
