package io.rowandb.engine.care;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Rebuilds the catalogue of a database whose manifest is lost from its store files and {@link
 * TablesCopy}, or, if that is lost too, with {@link TablesFromDirectories}.
 *
 * <p>Every store file in the directory of a region and family counts, in the order of its highest
 * sequence id, except those that were certainly never listed. A file that a compaction had replaced
 * but a crash kept from being deleted counts too: its cells are also in the new file, but a
 * deletion that the compaction had carried out may be undone. Files that belong to no table go to
 * the {@link Quarantine}. If the log or the directories have regions that {@link TablesCopy} does
 * not know, a copy of the log goes there too. Used by one thread, once, under the directory's lock.
 */
final class ManifestRebuild {
  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final StoreLayout layout;
  private final Quarantine quarantine;

  /** What happens to snapshots with files that are missing. */
  private final DatabaseRepair.Missing missing;

  /** Whether the tables are those of {@link TablesCopy}. */
  private boolean copyRead;

  ManifestRebuild(
      FileSystem fileSystem,
      Path directory,
      Quarantine quarantine,
      DatabaseRepair.Missing missing) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.layout = new StoreLayout(fileSystem, directory);
    this.quarantine = quarantine;
    this.missing = missing;
  }

  /**
   * Refuses, before anything is moved, when a store file of a table cannot be read now, or its key
   * is missing. A damaged one stops nothing: it goes to the quarantine.
   */
  void requireReadable() throws IOException {
    for (Path file : layout.files()) {
      if (StoreLayout.isStoreFile(file) && file.startsWith(layout.dataDirectory())) {
        requireReadable(file);
      }
    }
  }

  private void requireReadable(Path file) throws IOException {
    try {
      StoreFile.open(fileSystem, file, new BlockCache(0)).close();
    } catch (CorruptFileException e) {
      return; // told when it is taken away
    }
  }

  /**
   * Makes it, and takes away what it does not list.
   *
   * @param leastRegionNumber no region of the log has this number or a higher one
   * @param newStoreId the id of the store if its own is lost
   * @param nowMillis the time of regions that are made
   */
  Catalog build(long leastRegionNumber, UUID newStoreId, long nowMillis) throws IOException {
    CatalogBuilder builder = tables(leastRegionNumber, newStoreId, nowMillis);
    Catalog tables = builder.build();
    for (Catalog.RegionEntry region : tables.regions().values()) {
      TableName table = TableName.of(region.info().table());
      for (FamilyDescriptor family : tables.tables().get(table).descriptor().families()) {
        addFiles(builder, region.info(), family.name());
      }
    }
    for (Catalog.Snapshot snapshot : tables.snapshots().values()) {
      if (missing == DatabaseRepair.Missing.GIVE_UP) {
        dropUnlessWhole(builder, snapshot);
      }
    }
    builder.apply(new ManifestEdit.NumbersReserved(leastRegionNumber, nextFileNumber()));
    Catalog catalog = builder.build();
    List<Path> unlisted = layout.unlisted(catalog);
    String doubt = copyRead ? doubtOfCopy(tables, leastRegionNumber, unlisted) : null;
    if (doubt != null) {
      keepLog(doubt); // first: without the files a second repair would not doubt
    }
    for (Path file : unlisted) {
      quarantine.take(file, "no table that is known has it");
    }
    return catalog;
  }

  /** Why the copy may be older than the store, or of another one; null when nothing shows it. */
  private String doubtOfCopy(Catalog copy, long leastRegionNumber, List<Path> unlisted) {
    long next = copy.nextRegionNumber();
    if (leastRegionNumber > next) {
      return "the log has writes to region "
          + (leastRegionNumber - 1)
          + ", and "
          + TablesCopy.NAME
          + " knows of the numbers below "
          + next
          + " only";
    }
    Set<String> known = new HashSet<>();
    copy.regions().values().forEach(region -> known.add(region.info().encodedName()));
    for (Path file : unlisted) {
      Path region = file.getParent().getParent();
      boolean ofTable = file.startsWith(layout.dataDirectory());
      if (ofTable && !known.contains(region.getFileName().toString())) {
        return directory.relativize(region)
            + " has files, and "
            + TablesCopy.NAME
            + " does not know this region";
      }
    }
    return null;
  }

  /** Recovery passes over the entries of regions that it does not know, and deletes them. */
  private void keepLog(String doubt) throws IOException {
    quarantine.tell(
        TablesCopy.NAME
            + " may be older than the store, or of another one: "
            + doubt
            + ". Rows of regions that it does not know are in quarantine alone");
    for (Path segment : fileSystem.list(layout.logDirectory())) {
      quarantine.keep(segment, "it may have entries of regions that nothing knows any more");
    }
  }

  private CatalogBuilder tables(long leastRegionNumber, UUID newStoreId, long nowMillis)
      throws IOException {
    Path copy = directory.resolve(TablesCopy.NAME);
    try {
      CatalogBuilder builder = CatalogBuilder.from(TablesCopy.read(fileSystem, directory));
      copyRead = true;
      return builder;
    } catch (NoSuchFileException e) {
      quarantine.tell("there is no " + TablesCopy.NAME + " to learn tables and regions from");
    } catch (CorruptFileException | WrongKindException e) {
      quarantine.take(copy, "it cannot be read");
    }
    return new TablesFromDirectories(fileSystem, layout, quarantine)
        .build(leastRegionNumber, newStoreId, nowMillis);
  }

  private void addFiles(CatalogBuilder builder, RegionInfo region, String family)
      throws IOException {
    List<StoreFileInfo> infos = new ArrayList<>();
    for (Path file : fileSystem.list(layout.familyDirectory(region, family))) {
      if (StoreLayout.isStoreFile(file)) {
        try (StoreFile opened = StoreFile.open(fileSystem, file, new BlockCache(0))) {
          opened.checkName();
          String never = whyNeverListed(opened.info(), region);
          if (never == null) {
            infos.add(opened.info());
          } else {
            quarantine.take(file, never);
          }
        } catch (CorruptFileException e) {
          quarantine.take(file, "it cannot be opened: " + e.what());
        }
      }
    }
    infos.sort(
        Comparator.comparingLong(StoreFileInfo::maxSequence)
            .thenComparing(info -> info.path().getFileName().toString()));
    long flushed = infos.stream().mapToLong(StoreFileInfo::maxSequence).max().orElse(0);
    List<String> names = infos.stream().map(it -> it.path().getFileName().toString()).toList();
    builder.apply(
        new ManifestEdit.FilesChanged(region.number(), family, names, List.of(), flushed));
  }

  /**
   * Why a file was certainly in no list; null when it may have been. A bulk load brings its files
   * to the first region of the table, and gives them a sequence id when their regions take them.
   */
  private static String whyNeverListed(StoreFileInfo info, RegionInfo region) {
    if (info.maxSequence() == 0) {
      return "it has no sequence id: it was brought for a bulk load that did not end";
    }
    boolean overlaps =
        info.firstRow() == null
            || ((region.range().endKey().length == 0
                    || Arrays.compareUnsigned(info.firstRow(), region.range().endKey()) < 0)
                && Arrays.compareUnsigned(info.lastRow(), region.range().startKey()) >= 0);
    return overlaps ? null : "it has no row of its region, as a bulk load that did not end leaves";
  }

  private void dropUnlessWhole(CatalogBuilder builder, Catalog.Snapshot snapshot)
      throws IOException {
    String name = snapshot.descriptor().name();
    for (Catalog.RegionEntry region : snapshot.regions()) {
      for (String family : region.families().keySet()) {
        Path files = layout.snapshotDirectory(name, region.info(), family);
        for (String file : region.families().get(family).files()) {
          if (!fileSystem.exists(files.resolve(file))) {
            quarantine.tell("dropped snapshot " + name + ": its file " + file + " is missing");
            builder.apply(new ManifestEdit.SnapshotRemoved(name));
            return;
          }
        }
      }
    }
  }

  private long nextFileNumber() throws IOException {
    long next = 1;
    for (Path file : layout.files()) {
      next = Math.max(next, ManifestFiles.number(file.getFileName().toString()) + 1);
    }
    return next;
  }
}
