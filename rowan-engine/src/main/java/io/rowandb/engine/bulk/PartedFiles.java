package io.rowandb.engine.bulk;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.storefile.StoreFileInfo;
import io.rowandb.engine.storefile.StoreFileOptions;
import io.rowandb.engine.storefile.StoreFileWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes a stream of sorted cells of one family to files: a file ends where the next part begins,
 * or with the row at which it is long enough. Memory is that of one {@link StoreFileWriter}.
 *
 * <p>Used by one thread. Finished files are on disk; unfinished ones are deleted on closing.
 */
final class PartedFiles implements Closeable {
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}");

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final StoreFileOptions options;
  private final List<byte[]> starts;
  private final long maxFileBytes;
  private final long createdMillis;
  private final long firstPart;

  private final List<StoreFileInfo> finished = new ArrayList<>();
  private int part;
  private int filesOfPart;

  /** Null between two files. */
  private StoreFileWriter writer;

  /** The row at hand once the file has become long enough; null before. */
  private byte[] endRow;

  /**
   * Into an existing directory, which is named as the family if HBase's tool is to load from it.
   *
   * @param starts the first rows of the second and later parts, growing; those of a table's
   *     regions, or others
   * @param firstPart the number of the first part
   * @throws IllegalArgumentException when they do not grow, or one is empty
   */
  PartedFiles(
      FileSystem fileSystem,
      Path directory,
      StoreFileOptions options,
      List<byte[]> starts,
      long maxFileBytes,
      long createdMillis,
      long firstPart) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.options = options;
    this.starts = growing(starts);
    this.maxFileBytes = maxFileBytes;
    this.createdMillis = createdMillis;
    this.firstPart = firstPart;
  }

  /**
   * A copy of the first rows of parts.
   *
   * @throws IllegalArgumentException when they do not grow, or one is empty
   */
  static List<byte[]> growing(List<byte[]> starts) {
    byte[] before = new byte[0]; // the first part begins with all rows
    for (byte[] start : starts) {
      if (Arrays.compareUnsigned(start, before) <= 0) {
        throw new IllegalArgumentException(
            "The first rows of the second and later parts must grow, and none is empty: \""
                + Bytes.printable(start)
                + "\" after \""
                + Bytes.printable(before)
                + "\"");
      }
      before = start;
    }
    return starts.stream().map(byte[]::clone).toList();
  }

  /**
   * Appends a cell; its bytes are copied.
   *
   * @throws IllegalArgumentException when it sorts before the last one
   */
  void append(Cell cell) throws IOException {
    if (writer != null && isAtAnEnd(cell)) {
      finishFile();
    }
    if (writer == null) {
      begin(cell);
    }
    writer.append(cell);
    if (endRow == null && writer.bytesWritten() >= maxFileBytes) {
      endRow = cell.row();
    }
  }

  /** A row is never in two files. */
  private boolean isAtAnEnd(Cell cell) {
    boolean nextPart = part < starts.size() && CellOrder.compareRow(cell, starts.get(part)) >= 0;
    return nextPart || (endRow != null && CellOrder.compareRow(cell, endRow) != 0);
  }

  private void begin(Cell cell) throws IOException {
    refuseEarlier(cell);
    int before = part;
    while (part < starts.size() && CellOrder.compareRow(cell, starts.get(part)) >= 0) {
      part++;
    }
    filesOfPart = part == before ? filesOfPart : 0;
    Path path = directory.resolve(name(firstPart + part, filesOfPart++));
    writer = StoreFileWriter.create(fileSystem, path, options, createdMillis);
    endRow = null;
  }

  private void refuseEarlier(Cell cell) {
    StoreFileInfo before = finished.isEmpty() ? null : finished.get(finished.size() - 1);
    if (before != null && CellOrder.compareRow(cell, before.lastRow()) <= 0) {
      throw new IllegalArgumentException(
          "Cells must be appended in order: "
              + cell
              + " after row "
              + Bytes.printable(before.lastRow()));
    }
  }

  /** 32 hexadecimal digits, the form of HBase's file names: the part, and the file of the part. */
  static String name(long part, int file) {
    return String.format(Locale.ROOT, "%016x%016x", part, file);
  }

  /** Whether a file may be one of these. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  private void finishFile() throws IOException {
    StoreFileInfo info = writer.finish(0, /* majorCompaction= */ false);
    writer = null;
    finished.add(info);
  }

  /**
   * Finishes the last file.
   *
   * @return all files, in the order of their rows
   */
  List<StoreFileInfo> finish() throws IOException {
    if (writer != null) {
      finishFile();
    }
    fileSystem.forceDirectory(directory);
    return List.copyOf(finished);
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}
