package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A store file made by a test, as a job makes one that is to be loaded. */
public final class HandMadeFile {
  private static final StoreFileOptions OPTIONS =
      new StoreFileOptions(
          Compression.NONE,
          BlockEncoding.NONE,
          200,
          new BloomOptions(BloomType.ROW, 1, 0.01, 128, 7),
          400,
          64,
          true,
          /* sequences= */ false);

  private HandMadeFile() {}

  /** Writes the cells that some mutations, sorted by row, have of a family. */
  public static Path write(
      FileSystem fileSystem, Path path, String family, List<RowMutation> mutations)
      throws IOException {
    return write(fileSystem, path, family, mutations, BlockEncoding.NONE);
  }

  /** The same, with blocks of an encoding. */
  public static Path write(
      FileSystem fileSystem,
      Path path,
      String family,
      List<RowMutation> mutations,
      BlockEncoding encoding)
      throws IOException {
    fileSystem.createDirectories(path.getParent());
    byte[] wanted = family.getBytes(StandardCharsets.UTF_8);
    try (StoreFileWriter writer =
        StoreFileWriter.create(fileSystem, path, OPTIONS.withEncoding(encoding), 1_000)) {
      for (RowMutation mutation : mutations) {
        Cell cell = new Cell();
        byte[] buffer = mutation.buffer();
        for (int at = 0; at < mutation.limit(); at += 4 + Bytes.getInt(buffer, at)) {
          cell.set(buffer, at + 4, Bytes.getInt(buffer, at), 0);
          if (Arrays.equals(cell.family(), wanted)) {
            writer.append(cell);
          }
        }
      }
      StoreFileInfo finished = writer.finish(0, false);
      return finished.path();
    }
  }
}
