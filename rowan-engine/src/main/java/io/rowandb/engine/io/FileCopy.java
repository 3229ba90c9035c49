package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/** Copies files through a {@link FileSystem}, piece by piece. */
public final class FileCopy {
  /** One read and one write: long enough that the calls do not count, short enough for any heap. */
  private static final int PIECE_BYTES = 1 << 20;

  private FileCopy() {}

  /**
   * Makes a new file of the first bytes of another, and forces it; its name is not forced.
   *
   * @param bytes how many; the source must have them
   * @throws java.nio.file.FileAlreadyExistsException when the target exists
   */
  public static void copy(RandomReadFile source, long bytes, FileSystem fileSystem, Path target)
      throws IOException {
    byte[] piece = new byte[(int) Math.min(PIECE_BYTES, bytes)];
    try (AppendFile file = fileSystem.create(target)) {
      for (long done = 0; done < bytes; ) {
        int length = (int) Math.min(piece.length, bytes - done);
        source.readFully(done, piece, 0, length);
        file.write(piece, 0, length);
        done += length;
      }
      file.force();
    }
  }
}
