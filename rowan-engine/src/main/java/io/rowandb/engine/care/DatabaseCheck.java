package io.rowandb.engine.care;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogCheck;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.catalog.StoreHold;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.StoreProbe;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.Finding;
import io.rowandb.engine.io.UnknownVersionException;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.FamilyAttributes;
import io.rowandb.engine.settings.FamilyKeys;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.wal.WalCheck;
import io.rowandb.engine.wal.WalExtent;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a whole database directory (the manifest, the store files it lists and those it does not,
 * the log) and reports what is wrong.
 *
 * <ol>
 *   <li>It changes nothing but takes the lock, so an open database is refused. On a disk that is
 *       mounted read-only it takes no lock.
 *   <li>One finding does not stop the rest. If the manifest cannot be read, store files and log are
 *       checked separately.
 *   <li>Memory is bounded by one block of a store file and two segments' frames, and grows only
 *       with the number of files and regions.
 * </ol>
 *
 * Each format is checked in its own package; this class checks how they fit together. Used by one
 * thread, once.
 */
public final class DatabaseCheck {
  /** What else is in the directory of a database. */
  private static final Set<String> KNOWN =
      Set.of(
          Manifest.NAME,
          Manifest.LOCK_NAME,
          Manifest.OWNER_NAME,
          TablesCopy.NAME,
          "log",
          "data",
          "snapshot",
          StoreLayout.QUARANTINE_NAME);

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final StoreLayout layout;
  private final CheckListener listener;
  private final StoreFilesCheck files;

  // What was found so far.
  private final Map<Finding.Severity, Long> counts = new EnumMap<>(Finding.Severity.class);
  private Catalog catalog;
  private IOException manifestFailure;
  private boolean manifestOfAnotherTime;
  private boolean copyDamaged;
  private WalCheck.Outcome log;

  /** By who keeps everybody else away. */
  DatabaseCheck(FileSystem fileSystem, Path directory, CheckListener listener) {
    this(fileSystem, directory, listener, /* mayBeOpen= */ false);
  }

  DatabaseCheck(FileSystem fileSystem, Path directory, CheckListener listener, boolean mayBeOpen) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.layout = new StoreLayout(fileSystem, directory);
    this.listener = counting(listener);
    this.files = new StoreFilesCheck(fileSystem, layout, this.listener, mayBeOpen);
  }

  /**
   * Checks the database in a directory.
   *
   * @throws io.rowandb.engine.io.StoreInUseException when it is open, or when it is changed during
   *     the check on a disk that cannot be written, where no lock can be taken
   * @throws WrongKindException when the directory is something else
   * @throws IOException when directories cannot be listed; files that cannot be read are findings
   */
  public static CheckReport run(FileSystem fileSystem, Path directory, CheckListener listener)
      throws IOException {
    requireDatabase(fileSystem, directory);
    if (fileSystem.isReadOnly(directory)) {
      return new UnlockedCheck(fileSystem, directory, listener).run();
    }
    StoreHold hold = StoreHold.take(fileSystem, new StoreLayout(fileSystem, directory));
    Closing closing = new Closing();
    CheckReport[] report = new CheckReport[1];
    closing.run(() -> report[0] = new DatabaseCheck(fileSystem, directory, listener).check());
    closing.close(hold);
    closing.rethrow();
    return report[0];
  }

  /** Refuses a path that shows no sign of ever having been a database. */
  static void requireDatabase(FileSystem fileSystem, Path directory) throws IOException {
    if (!fileSystem.exists(directory)) {
      throw new NoSuchFileException(directory.toString());
    }
    if (!fileSystem.isDirectory(directory)) {
      throw new WrongKindException(directory, "Rowan store", "it is a file");
    }
    if (!StoreProbe.isIn(fileSystem, directory)
        && !new StoreLayout(fileSystem, directory).hasRegionsOrLog()) {
      throw new WrongKindException(
          directory,
          "Rowan store",
          "it has no MANIFEST and no TABLES of a store, no region in data and no segment in log");
    }
  }

  /** Checks; the caller has the lock. */
  CheckReport check() throws IOException {
    List<Finding> strangers = layout.strangers();
    strangers.forEach(listener::found);
    readManifest();
    checkCopy();
    if (catalog == null) {
      files.checkAlone();
    } else {
      CatalogCheck.check(catalog, directory.resolve(Manifest.NAME), listener::found);
      catalog.tables().values().forEach(table -> checkAttributes(table.descriptor()));
      files.check(catalog);
      compareWithMissing();
    }
    boolean readsLog =
        strangers.stream().noneMatch(it -> it.file().startsWith(layout.logDirectory()));
    log = readsLog ? checkLog() : WalCheck.Outcome.NONE;
    lookAround();
    return report();
  }

  /**
   * A store with unreadable attributes cannot be opened; what only {@code
   * hbase.table.sanity.checks} refuses depends on the options of the opening.
   */
  private void checkAttributes(TableDescriptor table) {
    Path path = directory.resolve(Manifest.NAME);
    String found = faultOf(table, /* checks= */ false);
    if (found != null) {
      listener.found(Finding.error(path, Finding.WHOLE, "table " + table.name() + ": " + found));
      return;
    }
    found = faultOf(table, !TableAttributes.waivesChecks(table));
    if (found != null) {
      listener.found(Finding.note(path, "table " + table.name() + ": " + found));
    }
  }

  private String faultOf(TableDescriptor table, boolean checks) {
    DatabaseOptions options = DatabaseOptions.builder(directory).fileSystem(fileSystem).build();
    try {
      TableAttributes.check(table, checks, options);
      for (FamilyDescriptor family : table.families()) {
        FamilyAttributes.read(family, checks, options, new FamilyKeys(options, table, family));
      }
      return null;
    } catch (RefusedException e) {
      return e.getMessage();
    }
  }

  private WalCheck.Outcome checkLog() throws IOException {
    if (catalog == null) {
      return WalCheck.check(
          fileSystem,
          layout.logDirectory(),
          WalExtent.UNKNOWN,
          layout.hasQuarantine(),
          number -> true,
          listener::found);
    }
    long next = catalog.nextRegionNumber();
    WalCheck.Outcome found =
        WalCheck.check(
            fileSystem,
            layout.logDirectory(),
            catalog.log(),
            layout.hasQuarantine(),
            number -> number >= next || catalog.regions().containsKey(number),
            listener::found);
    try {
      CatalogCheck.requireGiven(next, found.lastRegion(), layout.manifestFile());
    } catch (CorruptFileException e) {
      manifestOfAnotherTime = true;
      listener.found(Finding.of(e.file(), e));
    }
    manifestOfAnotherTime |= found.hasUnnoted();
    if (WalReplay.isAnyMissing(fileSystem, layout.logDirectory(), catalog.log())) {
      compareWithUnlisted();
    }
    return found;
  }

  /**
   * Where both a segment and the listing of a newer file are missing, it is the manifest that is
   * older: the segment went when the file was listed.
   */
  private void compareWithUnlisted() {
    for (Path file : files.unlisted()) {
      if (isNewer(file)) {
        manifestOfAnotherTime = true;
        listener.found(
            Finding.error(
                layout.manifestFile(),
                Finding.WHOLE,
                "it is older than the store files: it does not list "
                    + directory.relativize(file)
                    + ", which is newer than those that it lists, and the log does not have the"
                    + " segments any more that it needs"));
        return;
      }
    }
  }

  /**
   * Where some files are missing and others are not listed, these may have what those had: they
   * were merged before or after the manifest's time. A crash leaves files that are not listed, but
   * none missing, so both are there by chance only if a file was lost beside such a one.
   */
  private void compareWithMissing() {
    if (files.missing().isEmpty() || files.unlisted().isEmpty()) {
      return;
    }
    manifestOfAnotherTime = true;
    listener.found(
        Finding.error(
            layout.manifestFile(),
            Finding.WHOLE,
            "it and the store files are not of one time, or not of one store: it lists "
                + directory.relativize(files.missing().get(0))
                + ", which is missing ("
                + files.missing().size()
                + " in all), and does not list "
                + directory.relativize(files.unlisted().get(0))
                + ", which is there ("
                + files.unlisted().size()
                + " in all). A repair changes nothing here. Put back the one that is wrong, or the"
                + " whole store from a backup. Without them: move "
                + Manifest.NAME
                + " away, and "
                + TablesCopy.NAME
                + " if that is another store's, and a repair makes it anew of the files that are"
                + " there; or move the files away that it does not list, and a repair that is"
                + " told to gives up those that are missing"));
  }

  /** Whether a file, as far as it can be read, has writes that the manifest knows in no file. */
  private boolean isNewer(Path file) {
    String name = file.getFileName().toString();
    if (ManifestFiles.number(name) < catalog.nextFileNumber()) {
      return false;
    }
    try (StoreFile opened = StoreFile.open(fileSystem, file, new BlockCache(0))) {
      opened.checkName();
      return opened.info().maxSequence() > flushedSequence(file.getParent());
    } catch (CorruptFileException e) {
      return false; // as a flush leaves it that did not end
    } catch (IOException e) {
      return true; // it may be: its key is missing, or it cannot be read now
    }
  }

  /** Of the region and family with this directory; 0 when there is none. */
  private long flushedSequence(Path familyDirectory) {
    for (Catalog.RegionEntry region : catalog.regions().values()) {
      for (Map.Entry<String, Catalog.Family> family : region.families().entrySet()) {
        if (layout.familyDirectory(region.info(), family.getKey()).equals(familyDirectory)) {
          return family.getValue().flushedSequence();
        }
      }
    }
    return 0;
  }

  private void readManifest() throws IOException {
    Path path = directory.resolve(Manifest.NAME);
    if (!layout.isInside(path)) {
      manifestFailure = new IOException(path + " is not read: it leads out of the store");
      return;
    }
    try (Manifest manifest = Manifest.read(fileSystem, directory)) {
      catalog = manifest.catalog();
      if (manifest.tornBytes() > 0) {
        listener.found(
            new Finding(
                Finding.Severity.NOTE,
                path,
                fileSystem.size(path) - manifest.tornBytes(),
                manifest.tornBytes()
                    + " bytes that were never forced and are no whole record: a crash cut them off"));
      }
    } catch (NoSuchFileException e) {
      manifestFailure = e;
      listener.found(Finding.error(path, Finding.WHOLE, "is missing"));
    } catch (IOException e) {
      manifestFailure = e;
      listener.found(
          e instanceof UnknownVersionException || e instanceof WrongKindException
              ? Finding.error(path, 0, e.getMessage())
              : Finding.of(path, e));
    }
  }

  /** The copy may be missing or old, as in a database of an older release; not damaged. */
  private void checkCopy() throws IOException {
    Path path = directory.resolve(TablesCopy.NAME);
    if (!layout.isInside(path) || !fileSystem.exists(path)) {
      return;
    }
    try {
      Catalog copy = TablesCopy.read(fileSystem, directory);
      if (catalog != null && !copy.storeId().equals(catalog.storeId())) {
        listener.found(Finding.warning(path, "is of another store, " + copy.storeId()));
        copyDamaged = true;
      }
    } catch (IOException e) {
      Finding finding = Finding.of(path, e);
      copyDamaged = true;
      listener.found(
          new Finding(
              Finding.Severity.WARNING,
              path,
              finding.offset(),
              finding.what() + "; only the repair of a lost manifest would need it"));
    }
  }

  private void lookAround() throws IOException {
    for (Path entry : fileSystem.list(directory)) {
      String name = entry.getFileName().toString();
      if (name.equals(Manifest.NEW_NAME) || name.equals(TablesCopy.NEW_NAME)) {
        listener.found(Finding.note(entry, "was not finished, and is written anew when it is due"));
      } else if (!KNOWN.contains(name)) {
        listener.found(Finding.note(entry, "is nothing of the database, and is left alone"));
      }
    }
  }

  private CheckListener counting(CheckListener target) {
    return new CheckListener() {
      @Override
      public void found(Finding finding) {
        counts.merge(finding.severity(), 1L, Long::sum);
        target.found(finding);
      }

      @Override
      public void progressed(long rows, long bytes, long allBytes) {
        target.progressed(rows, bytes, allBytes);
      }
    };
  }

  private CheckReport report() {
    return new CheckReport(
        catalog == null ? 0 : catalog.tables().size(),
        catalog == null ? 0 : catalog.regions().size(),
        catalog == null ? 0 : catalog.snapshots().size(),
        files.files(),
        files.bytes(),
        files.cells(),
        log.segments(),
        log.bytes(),
        log.entries(),
        counts.getOrDefault(Finding.Severity.NOTE, 0L),
        counts.getOrDefault(Finding.Severity.WARNING, 0L),
        counts.getOrDefault(Finding.Severity.ERROR, 0L));
  }

  /** What the manifest says; null when it cannot be read. */
  Catalog catalog() {
    return catalog;
  }

  /** Why the manifest cannot be read; null when it can. */
  IOException manifestFailure() {
    return manifestFailure;
  }

  /**
   * Whether log or store files have what the manifest would know if it were not older, or another
   * store's, or lack what it lists and have something else.
   */
  boolean isManifestOfAnotherTime() {
    return manifestOfAnotherTime;
  }

  /** Whether the copy of what the manifest says of tables is there and useless. */
  boolean isCopyDamaged() {
    return copyDamaged;
  }

  /** What was found out about the store files. */
  StoreFilesCheck files() {
    return files;
  }

  /** What was found out about the log. */
  WalCheck.Outcome log() {
    return log;
  }
}
