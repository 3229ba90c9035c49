package io.rowandb.engine.stats;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.store.FilesOfStore;
import io.rowandb.engine.store.StoreStats;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The sizes of a database according to its manifest and files. Nothing is opened, locked or
 * changed, so another process may have it open and write to it. Data that is only in the log is not
 * included. Only the process that has it open knows the counts of operations, so all counts are 0.
 *
 * @param tables its tables, sorted by name, disabled ones too
 * @param logSegments files of the log
 * @param logBytes their bytes
 */
public record DatabaseSizes(List<TableStats> tables, int logSegments, long logBytes) {
  /** How often it is begun again because a file was deleted meanwhile. */
  private static final int MAX_TRIES = 100;

  /** Copies the list. */
  public DatabaseSizes {
    tables = List.copyOf(tables);
  }

  /**
   * Reads them.
   *
   * @throws WrongKindException when there is no store
   * @throws io.rowandb.engine.io.CorruptFileException when the manifest or the end of a store file
   *     is damaged
   */
  public static DatabaseSizes read(FileSystem fileSystem, Path directory) throws IOException {
    if (!fileSystem.exists(directory.resolve(Manifest.NAME))) {
      throw new WrongKindException(directory, "Rowan store", "it has no " + Manifest.NAME);
    }
    StoreLayout layout = new StoreLayout(fileSystem, directory);
    layout.requirePlain();
    NoSuchFileException gone = null;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      try {
        return read(fileSystem, layout, Manifest.read(fileSystem, directory).catalog());
      } catch (NoSuchFileException e) {
        gone = e; // a compaction replaced it, or the log gave it up
      }
    }
    throw new IOException(
        "A file of " + directory + " was missing in each of " + MAX_TRIES + " tries", gone);
  }

  private static DatabaseSizes read(FileSystem fileSystem, StoreLayout layout, Catalog catalog)
      throws IOException {
    List<TableStats> tables = new ArrayList<>();
    for (Map.Entry<TableName, Catalog.Table> table : catalog.tables().entrySet()) {
      List<RegionStats> regions = new ArrayList<>();
      for (Catalog.RegionEntry region : catalog.regionsOf(table.getKey())) {
        regions.add(region(fileSystem, layout, table.getValue().descriptor(), region));
      }
      tables.add(new TableStats(table.getKey(), table.getValue().enabled(), regions));
    }
    int segments = 0;
    long logBytes = 0;
    if (fileSystem.isDirectory(layout.logDirectory())) {
      for (Path segment : fileSystem.list(layout.logDirectory())) {
        segments++;
        logBytes += fileSystem.size(segment);
      }
    }
    return new DatabaseSizes(tables, segments, logBytes);
  }

  private static RegionStats region(
      FileSystem fileSystem, StoreLayout layout, TableDescriptor table, Catalog.RegionEntry region)
      throws IOException {
    List<StoreStats> families = new ArrayList<>();
    RegionRange range = region.info().range();
    for (FamilyDescriptor family : table.families()) {
      Catalog.Family content = region.families().get(family.name());
      families.add(
          FilesOfStore.stats(
              fileSystem,
              layout.familyDirectory(region.info(), family.name()),
              family.name(),
              content == null ? List.of() : content.files(),
              range.startKey(),
              range.endKey()));
    }
    return new RegionStats(region.info(), families, 0, 0, 0, 0);
  }
}
