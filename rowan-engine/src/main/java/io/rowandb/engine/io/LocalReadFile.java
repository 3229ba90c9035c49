package io.rowandb.engine.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A local file open for reading.
 *
 * <p>A channel closes itself when a thread that reads from it is interrupted. So a reader hides its
 * interrupt during the read. If an interrupt arrives during the read, the channel is reopened, and
 * every reader that failed reads again.
 */
final class LocalReadFile implements RandomReadFile {
  /**
   * Most bytes of one system call. The JDK keeps a buffer of the largest read of each thread
   * outside the heap, as long as the thread lives: with the 256 threads that HBase's client scans
   * in, 16 MB of the 64 MB that the block cache leaves it. A larger call is hardly faster.
   */
  private static final int CALL_BYTES = 64 << 10;

  private final Path file;
  private final Opening opening;
  private volatile FileChannel channel;

  @GuardedBy("this")
  private boolean closed;

  LocalReadFile(Path file) throws IOException {
    this(file, path -> FileChannel.open(path, StandardOpenOption.READ));
  }

  /** A file whose channels are opened by {@code opening}. */
  LocalReadFile(Path file, Opening opening) throws IOException {
    this.file = file;
    this.opening = opening;
    this.channel = opening.open(file);
  }

  /** How a file is opened. */
  interface Opening {
    FileChannel open(Path file) throws IOException;
  }

  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      for (int done = 0; done < length; ) {
        FileChannel source = channel;
        try {
          done += read(source, position + done, target, offset + done, length - done);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(source);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public long size() throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      for (; ; ) {
        FileChannel source = channel;
        try {
          return source.size();
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(source);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }

  private int read(FileChannel source, long position, byte[] target, int offset, int length)
      throws IOException {
    int part = Math.min(CALL_BYTES, length);
    int count;
    try {
      count = source.read(ByteBuffer.wrap(target, offset, part), position);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) { // the system's words alone: "Input/output error"
      throw new IOException("Cannot read " + file + " at " + position + ": " + e.getMessage(), e);
    }
    if (count < 0) {
      throw new EOFException(
          file
              + " ends at "
              + source.size()
              + ", before the "
              + length
              + " bytes from "
              + position);
    }
    return count;
  }

  private synchronized void reopen(FileChannel failed) throws IOException {
    if (closed) {
      throw new IOException("File " + file + " is closed");
    }
    if (channel == failed) {
      channel = opening.open(file);
    }
  }
}
