package io.rowandb.cli.load;

import io.rowandb.engine.Database;
import io.rowandb.engine.TableName;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.region.Region;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a table has sorted files already, because a load was killed when the table had them and
 * before it had deleted any. On the disk of the store a loaded file and its source are one file
 * with two names, so the key that the disk gives it tells. Of files that were copied from another
 * disk, or that were all compacted since, it is not known.
 */
final class LoadedFiles {
  private LoadedFiles() {}

  /** Whether one of the table's store files is one of these: a load puts in all or none. */
  static boolean hasAny(Database database, TableName table, List<SortedFile> files)
      throws IOException {
    Set<Object> keys = new HashSet<>();
    for (SortedFile file : files) {
      addKey(file.path(), keys);
    }
    for (Region region : database.table(table).regions()) {
      for (List<Path> ofFamily :
          database.upkeep().storeFiles(region.info().encodedName()).values()) {
        Set<Object> loaded = new HashSet<>();
        for (Path file : ofFamily) {
          addKey(file, loaded);
        }
        loaded.retainAll(keys);
        if (!loaded.isEmpty()) {
          return true;
        }
      }
    }
    return false;
  }

  /** A disk may have no keys; and a store file may be compacted away at any time. */
  private static void addKey(Path file, Set<Object> keys) throws IOException {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      if (key != null) {
        keys.add(key);
      }
    } catch (NoSuchFileException gone) {
      return; // it is not one that both have
    }
  }
}
