package io.rowandb.engine.catalog;

import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.OwnerFile;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.WrongKindException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Tells by names and first bytes whether a directory is a store. Changes nothing. */
public final class StoreProbe {
  private StoreProbe() {}

  /**
   * Refuses a path that holds something else than a database, so that nothing is put into it.
   *
   * @throws WrongKindException when it is a file, or a directory of other things
   */
  static void requireStoreOrNothing(FileSystem fileSystem, Path directory) throws IOException {
    if (fileSystem.exists(directory) && !fileSystem.isDirectory(directory)) {
      throw new WrongKindException(directory, "Rowan store", "it is a file");
    }
    if (fileSystem.exists(directory.resolve(Manifest.NAME))) {
      return;
    }
    for (Path entry : fileSystem.list(directory)) {
      String name = entry.getFileName().toString();
      // Of the lock, which may be held, its content is looked at by whoever takes it.
      boolean ours =
          switch (name) {
            case Manifest.LOCK_NAME -> true;
            case Manifest.OWNER_NAME ->
                isOther(fileSystem, entry) || OwnerFile.isRecord(fileSystem, entry);
            case Manifest.NEW_NAME -> isOther(fileSystem, entry) || isBegun(fileSystem, entry);
            default -> false;
          };
      if (!ours) {
        throw new WrongKindException(
            directory, "Rowan store", "it has no " + Manifest.NAME + ", but has \"" + name + "\"");
      }
    }
  }

  /** The first eight bytes of a file; of what is none nothing, as that is refused by its kind. */
  private static String start(FileSystem fileSystem, Path file) throws IOException {
    if (fileSystem.kind(file) != FileKind.FILE) {
      return "";
    }
    try (RandomReadFile open = fileSystem.open(file)) {
      byte[] start = new byte[(int) Math.min(open.size(), Long.BYTES)];
      open.readFully(0, start, 0, start.length);
      return new String(start, StandardCharsets.ISO_8859_1);
    }
  }

  /** Whether it is no file; then it is refused as what it is. */
  private static boolean isOther(FileSystem fileSystem, Path entry) throws IOException {
    return fileSystem.kind(entry) != FileKind.FILE;
  }

  private static boolean isBegun(FileSystem fileSystem, Path file) throws IOException {
    return FrameReader.isBegun(
        fileSystem, file, ManifestFormat.MAGIC.getBytes(StandardCharsets.US_ASCII));
  }

  /** Whether there is a manifest or its copy, even a damaged one if its first bytes are right. */
  public static boolean isIn(FileSystem fileSystem, Path directory) throws IOException {
    return start(fileSystem, directory.resolve(Manifest.NAME)).equals(ManifestFormat.MAGIC)
        || start(fileSystem, directory.resolve(TablesCopy.NAME)).equals(TablesCopy.MAGIC);
  }
}
