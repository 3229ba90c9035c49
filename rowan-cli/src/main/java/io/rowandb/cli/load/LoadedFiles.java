package io.rowandb.cli.load;

import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.bulk.FileDigest;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.LocalFileSystem;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks whether a table already has sorted files, because a load was killed after the table got
 * them. It compares the digests of the table's store files with those noted for the sorted files,
 * no matter on which disk these were and whether they still exist. Files that were compacted since
 * cannot be recognized.
 */
final class LoadedFiles {
  private static final LocalFileSystem DISK = new LocalFileSystem();

  private LoadedFiles() {}

  /** How many of these the table has: a load puts in all or none. None when there is no table. */
  static int count(Database database, TableName name, List<SortedFile> files) throws IOException {
    Set<FileDigest> sorted = new HashSet<>();
    Set<Long> lengths = new HashSet<>();
    for (SortedFile file : files) {
      sorted.add(file.digest());
      lengths.add(file.digest().bytes());
    }
    Set<FileDigest> loaded = new HashSet<>();
    TableView table = database.table(name);
    for (Region region : table == null ? List.<Region>of() : table.regions()) {
      for (List<Path> ofFamily :
          database.upkeep().storeFiles(region.info().encodedName()).values()) {
        for (Path file : ofFamily) {
          add(file, lengths, loaded);
        }
      }
    }
    loaded.retainAll(sorted);
    return loaded.size();
  }

  /** Most files are known by their length to be others. One may be compacted away at any time. */
  private static void add(Path file, Set<Long> lengths, Set<FileDigest> loaded) throws IOException {
    try {
      if (lengths.contains(DISK.size(file))) {
        loaded.add(FileDigest.of(DISK, file));
      }
    } catch (NoSuchFileException gone) {
      return; // it is not one that both have
    }
  }
}
