package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.RandomReadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads whole store files in tests. */
final class StoreFiles {
  static final Path PATH = Path.of("/data/file");
  static final byte[] NO_ROW = new byte[0];
  static final long CREATED_MILLIS = 1_700_000_000_000L;

  /** Options that give many levels, blocks and chunks to a few cells. */
  static final StoreFileOptions TINY =
      new StoreFileOptions(
          Compression.NONE,
          BlockEncoding.NONE,
          100,
          new BloomOptions(BloomType.ROW, 1, 0.01, 128, 7),
          200,
          64,
          true,
          true);

  private StoreFiles() {}

  /** A file system with a file of these cells at {@link #PATH}. */
  static MemoryFileSystem written(StoreFileOptions options, List<Cell> cells) throws IOException {
    MemoryFileSystem fileSystem = new MemoryFileSystem();
    fileSystem.createDirectories(PATH.getParent());
    write(fileSystem, options, cells);
    return fileSystem;
  }

  static StoreFileInfo write(
      MemoryFileSystem fileSystem, StoreFileOptions options, List<Cell> cells) throws IOException {
    try (StoreFileWriter writer =
        StoreFileWriter.create(fileSystem, PATH, options, CREATED_MILLIS)) {
      for (Cell cell : cells) {
        writer.append(cell);
      }
      return writer.finish(77, false);
    }
  }

  static byte[] bytes(MemoryFileSystem fileSystem) throws IOException {
    try (RandomReadFile file = fileSystem.open(PATH)) {
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  /** A file system with these bytes at {@link #PATH}. */
  static MemoryFileSystem holding(byte[] bytes) throws IOException {
    MemoryFileSystem fileSystem = new MemoryFileSystem();
    fileSystem.createDirectories(PATH.getParent());
    try (AppendFile file = fileSystem.create(PATH)) {
      file.write(bytes, 0, bytes.length);
    }
    return fileSystem;
  }

  /** All cells of a file, as copies. */
  static List<Cell> read(StoreFile file, boolean sequential) throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (CellScanner scanner = file.scanner(true, sequential)) {
      while (scanner.next()) {
        cells.add(CellSamples.copyOf(scanner.cell()));
      }
    }
    return cells;
  }
}
