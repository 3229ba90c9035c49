package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file of one frame ({@link FrameFormat}) and an empty header that is only ever replaced
 * atomically: after a crash it is the old one or the new one.
 */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Replaces the old file by a new one, which is on disk when this returns.
   *
   * @param newName its name in the same directory until it is complete
   * @param magic 8 ASCII characters
   * @throws IOException when that failed: then either of them may be there
   */
  public static void replace(
      FileSystem fileSystem, Path path, String newName, String magic, int version, byte[] payload)
      throws IOException {
    byte[] start = FrameFormat.start(magic, version, new byte[0]);
    byte[] file = new byte[start.length + FrameFormat.FRAME_BYTES + payload.length];
    System.arraycopy(start, 0, file, 0, start.length);
    System.arraycopy(payload, 0, file, start.length + FrameFormat.FRAME_BYTES, payload.length);
    FrameFormat.seal(start).seal(file, start.length, payload.length, start.length);
    Path newPath = path.resolveSibling(newName);
    fileSystem.delete(newPath);
    try (AppendFile out = fileSystem.create(newPath)) {
      out.write(file, 0, file.length);
      out.force();
    }
    fileSystem.rename(newPath, path);
    fileSystem.forceDirectory(path.getParent());
  }
}
