package io.rowandb.engine.catalog;

import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.WholeFile;
import io.rowandb.engine.wal.WalExtent;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A copy of the manifest's content except the names of live files and the extent of the log, in the
 * file {@code TABLES}. If the manifest is lost, {@code ManifestRebuild} gets from it everything
 * that the store files themselves do not tell.
 *
 * <ol>
 *   <li>It is not a second source of truth: only a check and a repair read it.
 *   <li>It is replaced atomically, and is on disk before the change of tables that caused it is
 *       acknowledged.
 *   <li>A failure to write it stops nothing; it is logged, and writing is retried at the next edit.
 * </ol>
 *
 * The format is that of a manifest of one record ({@link ManifestFormat}) with another magic and an
 * empty header.
 */
public final class TablesCopy {
  public static final String NAME = "TABLES";

  /** What a new copy is called until it is whole. */
  public static final String NEW_NAME = "TABLES.new";

  static final String MAGIC = "ROWANTAB";

  private TablesCopy() {}

  /** Whether a copy made before this edit is out of date after it. */
  static boolean isChangedBy(ManifestEdit edit) {
    return !(edit instanceof ManifestEdit.FilesChanged)
        && !(edit instanceof ManifestEdit.UnloggedListed)
        && !(edit instanceof ManifestEdit.LogNoted)
        && !(edit instanceof ManifestEdit.NumbersReserved);
  }

  /**
   * Whether the copy of a directory says of tables what a catalogue says. One that is missing does
   * as long as there are no tables.
   */
  static boolean isCurrent(FileSystem fileSystem, Path directory, Catalog catalog) {
    try {
      return Arrays.equals(told(read(fileSystem, directory)), told(catalog));
    } catch (NoSuchFileException e) {
      return catalog.tables().isEmpty();
    } catch (IOException e) {
      return false; // it is written anew, and says so if that fails too
    }
  }

  /**
   * Refuses a manifest that was put into another store.
   *
   * @throws CorruptFileException when the copy, which can be read, is of another store
   */
  static void requireSameStore(FileSystem fileSystem, Path directory, UUID storeId)
      throws CorruptFileException {
    UUID copied;
    try {
      copied = read(fileSystem, directory).storeId();
    } catch (IOException e) {
      return; // no copy, or one that is written anew
    }
    if (!copied.equals(storeId)) {
      throw new CorruptFileException(
          directory.resolve(Manifest.NAME),
          0,
          "it is the manifest of store "
              + storeId
              + ", and "
              + NAME
              + " beside it is of store "
              + copied
              + ": put the right one back, or remove "
              + NAME
              + " if it is the wrong one");
    }
  }

  /**
   * What a copy tells of a catalogue, as bytes. To compare the records themselves, Java would first
   * make a method for each of their classes, which takes a tenth of a short program's time.
   */
  private static byte[] told(Catalog catalog) {
    List<ManifestEdit> edits = ManifestFormat.snapshot(catalog);
    edits.removeIf(edit -> !isChangedBy(edit));
    return ManifestFormat.encode(edits);
  }

  /** Writes a new copy in the place of the old one; false when that failed, which is logged. */
  public static boolean replace(FileSystem fileSystem, Path directory, Catalog catalog) {
    try {
      write(fileSystem, directory, catalog);
      return true;
    } catch (IOException | RuntimeException | Error e) {
      // The edit is on disk in the manifest: nothing may make it look as if it had failed.
      FailureLog.warning(
          TablesCopy.class,
          "Cannot write " + directory.resolve(NAME) + ", which only a repair would need",
          e);
      return false;
    }
  }

  private static void write(FileSystem fileSystem, Path directory, Catalog catalog)
      throws IOException {
    byte[] payload = ManifestFormat.encode(ManifestFormat.snapshot(withoutFiles(catalog)));
    WholeFile.replace(
        fileSystem, directory.resolve(NAME), NEW_NAME, MAGIC, ManifestFormat.VERSION, payload);
  }

  /** Snapshots keep their lists: their files are never replaced by others. */
  private static Catalog withoutFiles(Catalog catalog) {
    CatalogBuilder builder = CatalogBuilder.from(catalog);
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      region
          .families()
          .forEach(
              (name, family) ->
                  builder.apply(
                      new ManifestEdit.FilesChanged(
                          region.info().number(), name, List.of(), family.files(), 0)));
    }
    builder.apply(new ManifestEdit.LogNoted(WalExtent.UNKNOWN));
    return builder.build();
  }

  /**
   * Reads the copy of a database directory.
   *
   * @return the catalogue, in which no region has a file
   * @throws java.nio.file.NoSuchFileException when there is none
   * @throws CorruptFileException when it is damaged
   */
  public static Catalog read(FileSystem fileSystem, Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    try (FrameReader reader = FrameReader.open(fileSystem, path, MAGIC, ManifestFormat.VERSION)) {
      reader.expectWhole(fileSystem.size(path));
      List<ManifestEdit> edits = new ArrayList<>();
      while (reader.next()) {
        edits.addAll(ManifestFormat.decode(reader.payloadReader()));
      }
      try {
        return CatalogBuilder.empty().applyAll(edits).build();
      } catch (IllegalArgumentException e) {
        throw new CorruptFileException(path, 0, e.getMessage());
      }
    }
  }
}
