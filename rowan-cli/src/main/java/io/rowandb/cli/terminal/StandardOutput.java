package io.rowandb.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The process's standard output, which remembers write failures: a writer above it hides them, and
 * a command whose output was not written must fail.
 */
public final class StandardOutput extends OutputStream {
  /** What Linux says standard output is. */
  private static final Path LINK = Path.of("/proc/self/fd/1");

  private static final StandardOutput OF_PROCESS =
      new StandardOutput(new FileOutputStream(FileDescriptor.out), StandardOutput::isPipe);

  private final OutputStream out;
  private final BooleanSupplier pipe;

  /** The first failure; null without one. */
  private volatile IOException failure;

  /**
   * Writes to any stream.
   *
   * @param pipe whether it is a pipe: one fails only when its reader has gone, as {@code head} has
   *     when it has enough. Asked after a failure, whose words depend on the locale
   */
  StandardOutput(OutputStream out, BooleanSupplier pipe) {
    this.out = out;
    this.pipe = pipe;
  }

  private static boolean isPipe() {
    try {
      String target = Files.readSymbolicLink(LINK).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException e) {
      return true; // no Linux, so nobody knows: it may be one, and head must not make a failure
    }
  }

  /** The one of this process. */
  public static StandardOutput ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Why something could not be written, for example on a full disk; empty if everything was written
   * or the reader is gone.
   */
  public Optional<IOException> loss() {
    return Optional.ofNullable(failure).filter(e -> !pipe.getAsBoolean());
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
