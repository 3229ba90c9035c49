package io.rowandb.engine.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The current bytes of a small file at each read: mapped, so that a read is a memory access, or
 * read again each time if the file system cannot map files. Safe for use by many threads.
 */
final class OwnerRecord implements Closeable {
  // One of them is null.
  private final ByteBuffer mapped;
  private final RandomAccessFile open;

  private final int length;

  private OwnerRecord(ByteBuffer mapped, RandomAccessFile open, int length) {
    this.mapped = mapped;
    this.open = open;
    this.length = length;
  }

  /** Of the first bytes of a file, which has as many, and never fewer. */
  static OwnerRecord open(Path file, int length) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try (RandomAccessFile source = new RandomAccessFile(file.toFile(), "r")) {
          return new OwnerRecord(
              source.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, length), null, length);
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted(); // it is mapped all the same
        } catch (IOException e) {
          return unmapped(file, length);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** As where nothing can be mapped. */
  static OwnerRecord unmapped(Path file, int length) throws IOException {
    return new OwnerRecord(null, new RandomAccessFile(file.toFile(), "r"), length);
  }

  /** The eight bytes at an offset. */
  long longAt(int offset) throws IOException {
    return mapped == null ? ByteBuffer.wrap(bytes()).getLong(offset) : mapped.getLong(offset);
  }

  /** All bytes. */
  byte[] bytes() throws IOException {
    byte[] bytes = new byte[length];
    if (mapped != null) {
      mapped.get(0, bytes);
      return bytes;
    }
    synchronized (open) {
      open.seek(0);
      open.readFully(bytes);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
    }
  }
}
