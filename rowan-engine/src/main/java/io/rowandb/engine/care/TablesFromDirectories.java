package io.rowandb.engine.care;

import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Restores the tables of a database of which only store files and the log are left: every table
 * that has a directory, with every family that has one.
 *
 * <ol>
 *   <li>A table has one region of all rows, since a region's range is not in its files; all its
 *       files are moved there.
 *   <li>Families have default attributes, but keep all versions, so that no compaction drops what
 *       the lost attributes would have kept.
 *   <li>Regions get numbers that the log does not know, so no log entry gets into the wrong table.
 *       Data that is only in the log is therefore not in the tables; it is kept in quarantine.
 * </ol>
 *
 * Used by one thread, once.
 */
final class TablesFromDirectories {
  private static final byte[] OPEN_END = new byte[0];

  /** Attributes with which nothing is dropped. */
  private static final Map<String, String> KEEPS_ALL =
      Map.of("VERSIONS", Integer.toString(Integer.MAX_VALUE));

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final StoreLayout layout;
  private final Quarantine quarantine;

  TablesFromDirectories(FileSystem fileSystem, StoreLayout layout, Quarantine quarantine) {
    this.fileSystem = fileSystem;
    this.layout = layout;
    this.quarantine = quarantine;
  }

  /**
   * A catalogue of them, in which no region has a file yet.
   *
   * @param leastRegionNumber for the first region
   * @param storeId of the store
   * @param nowMillis the time of the regions
   */
  CatalogBuilder build(long leastRegionNumber, UUID storeId, long nowMillis) throws IOException {
    CatalogBuilder builder = CatalogBuilder.empty().applyAll(Manifest.firstEdits(storeId));
    long number = leastRegionNumber;
    for (Path namespace : directories(layout.dataDirectory())) {
      for (Path directory : directories(namespace)) {
        TableName table = name(namespace, directory);
        Map<String, List<Path>> files = table == null ? Map.of() : files(directory);
        if (!files.isEmpty()) {
          add(builder, table, files, new RegionInfo(table.fullName(), all(), nowMillis, number++));
        }
      }
    }
    for (Path segment : fileSystem.list(layout.logDirectory())) {
      quarantine.keep(segment, "its entries are of regions that nothing knows any more");
    }
    return builder;
  }

  private static RegionRange all() {
    return new RegionRange(OPEN_END, OPEN_END);
  }

  private List<Path> directories(Path parent) throws IOException {
    List<Path> directories = new ArrayList<>();
    for (Path path : fileSystem.list(parent)) {
      if (fileSystem.isDirectory(path)) {
        directories.add(path);
      }
    }
    return directories;
  }

  private TableName name(Path namespace, Path table) {
    try {
      return new TableName(
          DirectoryName.nameOf(namespace.getFileName().toString()),
          DirectoryName.nameOf(table.getFileName().toString()));
    } catch (IllegalArgumentException e) {
      quarantine.tell("no table has the directory " + table + ": " + e.getMessage());
      return null;
    }
  }

  /** Store files by family, of all regions' directories. */
  private Map<String, List<Path>> files(Path table) throws IOException {
    Map<String, List<Path>> files = new TreeMap<>();
    for (Path region : directories(table)) {
      for (Path family : directories(region)) {
        try {
          String name = DirectoryName.nameOf(family.getFileName().toString());
          name = FamilyDescriptor.of(name).name(); // refuses one that no family can have
          List<Path> found = files.computeIfAbsent(name, key -> new ArrayList<>());
          fileSystem.list(family).stream().filter(StoreLayout::isStoreFile).forEach(found::add);
        } catch (IllegalArgumentException e) {
          quarantine.tell("no family has the directory " + family + ": " + e.getMessage());
        }
      }
    }
    return files;
  }

  private void add(
      CatalogBuilder builder, TableName table, Map<String, List<Path>> files, RegionInfo region)
      throws IOException {
    builder.apply(
        new ManifestEdit.NamespacePut(new NamespaceDescriptor(table.namespace(), Map.of())));
    List<FamilyDescriptor> families = new ArrayList<>();
    files.keySet().forEach(name -> families.add(new FamilyDescriptor(name, KEEPS_ALL)));
    builder.apply(new ManifestEdit.TablePut(new TableDescriptor(table, families, Map.of()), true));
    builder.apply(new ManifestEdit.RegionAdded(region));
    for (Map.Entry<String, List<Path>> family : files.entrySet()) {
      Path target = layout.familyDirectory(region, family.getKey());
      fileSystem.createDirectories(target);
      for (Path file : family.getValue()) {
        fileSystem.rename(file, target.resolve(file.getFileName()));
      }
      fileSystem.forceDirectory(target);
    }
    quarantine.tell(
        "gave table "
            + table
            + " one region of all rows, and its families "
            + files.keySet()
            + " default attributes");
  }
}
