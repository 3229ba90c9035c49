package io.rowandb.engine.care;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Catalog.RegionEntry;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.io.DirectoryName;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionRange;
import io.rowandb.engine.storefile.StoreFileCheck;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the catalogue against the files: every listed file exists, is undamaged and has only rows
 * of its region; every existing file is listed. Reads every file. Used by one thread, once; keeps
 * what a repair needs to know.
 */
final class StoreFilesCheck {
  private static final String BY_OWNER =
      " whoever has the store open, as "
          + Manifest.OWNER_NAME
          + " says, may be writing or still reading it; if he has died, the next opening deletes"
          + " it";

  /** A file of a region of a table with which the database cannot be opened. */
  record Unusable(RegionInfo region, String family, String name, Path path, boolean missing) {}

  /** A file that is listed, by a region of a table or of a snapshot. */
  private record Listed(
      RegionEntry region, String family, String name, Path path, boolean ofSnapshot) {}

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final StoreLayout layout;
  private final CheckListener listener;
  private final boolean mayBeOpen;

  // What was met so far.
  private final List<Unusable> unusable = new ArrayList<>();
  private final List<Path> missing = new ArrayList<>();
  private final List<Path> unlisted = new ArrayList<>();
  private int files;
  private long bytes;
  private long allBytes;
  private long cells;
  private long rows;

  /**
   * Of a store.
   *
   * @param mayBeOpen whether another process may be writing files that it has not listed yet, or
   *     reading files that it has removed from the list
   */
  StoreFilesCheck(
      FileSystem fileSystem, StoreLayout layout, CheckListener listener, boolean mayBeOpen) {
    this.fileSystem = fileSystem;
    this.layout = layout;
    this.listener = listener;
    this.mayBeOpen = mayBeOpen;
  }

  /** Checks all files against what a catalogue lists. */
  void check(Catalog catalog) throws IOException {
    List<Listed> listed = listed(catalog);
    for (Listed file : listed) {
      boolean there = layout.isInside(file.path) && fileSystem.exists(file.path);
      allBytes += there ? fileSystem.size(file.path) : 0;
    }
    for (Listed file : listed) {
      check(file);
    }
    findUnlisted(catalog);
  }

  /** Checks all files when there is no catalogue. */
  void checkAlone() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path file : layout.files()) {
      if (StoreLayout.isStoreFile(file) && fileSystem.kind(file) == FileKind.FILE) {
        found.add(file);
      }
    }
    for (Path file : found) {
      allBytes += fileSystem.size(file);
    }
    for (Path file : found) {
      read(file, familyOf(file));
    }
  }

  private static byte[] familyOf(Path file) {
    try {
      String directory = file.getParent().getFileName().toString();
      return DirectoryName.nameOf(directory).getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null; // a directory that no family has; its file is checked all the same
    }
  }

  private List<Listed> listed(Catalog catalog) {
    List<Listed> listed = new ArrayList<>();
    for (RegionEntry region : catalog.regions().values()) {
      region
          .families()
          .forEach(
              (family, content) ->
                  add(
                      listed,
                      region,
                      family,
                      layout.familyDirectory(region.info(), family),
                      content.files(),
                      false));
    }
    catalog
        .snapshots()
        .forEach(
            (name, snapshot) -> {
              for (RegionEntry region : snapshot.regions()) {
                region
                    .families()
                    .forEach(
                        (family, content) ->
                            add(
                                listed,
                                region,
                                family,
                                layout.snapshotDirectory(name, region.info(), family),
                                content.files(),
                                true));
              }
            });
    return listed;
  }

  private static void add(
      List<Listed> listed,
      RegionEntry region,
      String family,
      Path directory,
      List<String> names,
      boolean ofSnapshot) {
    for (String name : names) {
      listed.add(new Listed(region, family, name, directory.resolve(name), ofSnapshot));
    }
  }

  private void check(Listed file) throws IOException {
    if (!layout.isInside(file.path)) {
      return; // what leads out of the store is a finding by itself
    }
    if (!fileSystem.exists(file.path)) {
      error(file.path, "is missing; the manifest lists it for " + file.region.info());
      missing.add(file.path);
      note(file, true);
      return;
    }
    StoreFileInfo info = read(file.path, file.family.getBytes(StandardCharsets.UTF_8));
    if (info == null) {
      note(file, false);
      return;
    }
    RegionRange range = file.region.info().range();
    if (info.firstRow() != null && !overlaps(range, info.firstRow(), info.lastRow())) {
      error(file.path, "has no row of the range of its region, " + range);
    }
    long flushed = file.region.families().get(file.family).flushedSequence();
    if (info.maxSequence() > flushed) {
      error(
          file.path,
          "has writes up to sequence id "
              + info.maxSequence()
              + ", the manifest knows of them up to "
              + flushed);
    }
  }

  private static boolean overlaps(RegionRange range, byte[] firstRow, byte[] lastRow) {
    return Arrays.compareUnsigned(lastRow, range.startKey()) >= 0
        && (range.endKey().length == 0 || Arrays.compareUnsigned(firstRow, range.endKey()) < 0);
  }

  private void note(Listed file, boolean missing) {
    if (!file.ofSnapshot) {
      unusable.add(new Unusable(file.region.info(), file.family, file.name, file.path, missing));
    }
  }

  /** Reads a file to its end; returns what it says of itself, null when it cannot be opened. */
  private StoreFileInfo read(Path path, byte[] family) {
    StoreFileCheck.Outcome outcome =
        StoreFileCheck.checkNamed(fileSystem, path, family, listener::found);
    files++;
    bytes += outcome.bytes();
    cells += outcome.cells();
    rows += outcome.rows();
    listener.progressed(rows, bytes, allBytes);
    return outcome.info();
  }

  private void findUnlisted(Catalog catalog) throws IOException {
    for (Path file : layout.unlisted(catalog)) {
      unlisted.add(file);
      listener.found(ofUnlisted(file));
    }
    for (Path file : layout.files()) {
      if (!StoreLayout.isStoreFile(file)) {
        listener.found(Finding.note(file, "is no file of the database, and is left alone"));
      }
    }
  }

  /** A crash leaves such a file, and an opening deletes it as a rule: then it is no fault. */
  private Finding ofUnlisted(Path file) throws IOException {
    String what = "the manifest does not list it;";
    if (!missing.isEmpty()) {
      return Finding.warning(file, what + " it stays while one that it lists is missing");
    }
    if (mayBeOpen) {
      return Finding.note(file, what + BY_OWNER);
    }
    if (layout.hasQuarantine()) {
      return Finding.warning(
          file,
          what
              + " it stays if it is whole, since a repair may have given it up when it was missing:"
              + " "
              + StoreLayout.QUARANTINE_NAME
              + " says so, and has the manifest of then");
    }
    return Finding.note(file, what + " the next opening deletes it");
  }

  private void error(Path file, String what) {
    listener.found(Finding.error(file, Finding.WHOLE, what));
  }

  /** Files of tables with which the database cannot be opened. */
  List<Unusable> unusable() {
    return unusable;
  }

  /** Files that are listed, by a table or a snapshot, and are not there. */
  List<Path> missing() {
    return missing;
  }

  /** Store files that nothing lists. */
  List<Path> unlisted() {
    return unlisted;
  }

  int files() {
    return files;
  }

  long bytes() {
    return bytes;
  }

  long cells() {
    return cells;
  }
}
