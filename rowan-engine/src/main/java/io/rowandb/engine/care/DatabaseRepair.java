package io.rowandb.engine.care;

import io.rowandb.engine.cache.BlockCache;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.StoreHold;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.OwnedFiles;
import io.rowandb.engine.io.StoreOwner;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.wal.WalCheck;
import io.rowandb.engine.wal.WalExtent;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Repairs a database as far as that loses nothing.
 *
 * <ol>
 *   <li>Nothing is deleted. Store files that nothing lists, or with which the database cannot be
 *       opened, and a manifest that cannot be read go to the {@link Quarantine}.
 *   <li>{@link ManifestRebuild} rebuilds a lost manifest, once every store file of a table and the
 *       log have been read. If an encryption key is missing, nothing is touched, even with a
 *       manifest.
 *   <li>Missing store files stay listed, and missing log segments stay required, so the database
 *       does not open without them: they may come back, for example when a disk is mounted. Only
 *       {@link Missing#GIVE_UP} removes them from the list and accepts the log as it is. The old
 *       manifest then stays in the quarantine; while it is there, opening does not delete such
 *       files if they come back.
 *   <li>Nothing is repaired if the manifest is older than the log, or if listed files are missing
 *       while unlisted files exist: the unlisted files may be the missing ones.
 *   <li>Acknowledged data that can be read stays where it is. So a damaged log, and damage in the
 *       middle of a store file that can be opened, are left as they are: reading around them would
 *       give wrong answers.
 *   <li>An interrupted repair can be repeated.
 *   <li>Nothing is changed once another process has taken the store: its files may now be under
 *       these names.
 * </ol>
 *
 * An end torn off by a crash needs no repair: the next opening ignores it. Used by one thread,
 * once.
 */
public final class DatabaseRepair {
  /** What happens to files that are missing. */
  public enum Missing {
    /** The database needs them still, and cannot be opened before they are back. */
    KEEP,

    /** It is opened without them, and without the rows that only they had. */
    GIVE_UP
  }

  /**
   * The result.
   *
   * @param before the findings before the repair
   * @param actions the actions, one sentence each
   * @param left what is missing and was not given up, or is damaged in the log, one sentence each
   * @param quarantine where the removed files are; it does not exist if nothing was done
   */
  public record Outcome(
      CheckReport before, List<String> actions, List<String> left, Path quarantine) {
    /** Copies the lists. */
    public Outcome {
      actions = List.copyOf(actions);
      left = List.copyOf(left);
    }
  }

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path directory;
  private final StoreOwner owner;
  private final DatabaseCheck check;
  private final Quarantine quarantine;
  private final Missing missing;

  private final List<String> left = new ArrayList<>();

  private DatabaseRepair(
      FileSystem fileSystem,
      Path directory,
      StoreOwner owner,
      Missing missing,
      CheckListener listener)
      throws IOException {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.owner = owner;
    this.missing = missing;
    this.check = new DatabaseCheck(fileSystem, directory, listener);
    this.quarantine = new Quarantine(fileSystem, directory);
  }

  /**
   * Checks the database in a directory and repairs what it can.
   *
   * @param newStoreId the id of the store if nothing is left that knows its own
   * @param nowMillis when a region is made that nothing is known of, it is of this time
   * @param missing what happens to files that are missing
   * @param listener gets what is found before anything is done
   * @throws io.rowandb.engine.io.StoreInUseException when somebody has it open
   * @throws io.rowandb.engine.io.LostStoreException when somebody has taken it meanwhile
   * @throws WrongKindException when the directory is something else
   * @throws io.rowandb.engine.io.UnknownVersionException when a newer release wrote the manifest
   */
  public static Outcome run(
      FileSystem fileSystem,
      Path directory,
      UUID newStoreId,
      long nowMillis,
      Missing missing,
      CheckListener listener)
      throws IOException {
    DatabaseCheck.requireDatabase(fileSystem, directory);
    StoreLayout layout = new StoreLayout(fileSystem, directory);
    StoreHold hold = StoreHold.take(fileSystem, layout);
    Closing closing = new Closing();
    Outcome[] outcome = new Outcome[1];
    closing.run(
        () -> {
          // What it moves, it finds by names.
          layout.requirePlain();
          FileSystem owned = OwnedFiles.of(fileSystem, hold.owner());
          outcome[0] =
              new DatabaseRepair(owned, directory, hold.owner(), missing, listener)
                  .run(newStoreId, nowMillis);
        });
    closing.close(hold);
    closing.rethrow();
    return outcome[0];
  }

  private Outcome run(UUID newStoreId, long nowMillis) throws IOException {
    CheckReport before = check.check();
    owner.requireRecord(); // else it may have read the files of two stores
    if (check.catalog() == null) {
      rebuild(newStoreId, nowMillis);
    } else {
      requireReadable();
      if (!check.isManifestOfAnotherTime()) {
        repairByManifest();
      }
    }
    quarantine.finish();
    return new Outcome(before, quarantine.actions(), left, quarantine.directory());
  }

  private void repairByManifest() throws IOException {
    takeUnlisted(check.files().unlisted());
    List<ManifestEdit> edits = new ArrayList<>(unlisting(check.files().unusable()));
    edits.addAll(givingUpLog(check.catalog().log()));
    apply(edits);
    tellOfMissing();
    if (check.isCopyDamaged()) {
      quarantine.take(directory.resolve(TablesCopy.NAME), "it cannot be used");
      replaceCopy(Manifest.read(fileSystem, directory).catalog());
    }
  }

  private void tellOfMissing() {
    List<Path> files = check.files().missing();
    if (missing == Missing.KEEP && !files.isEmpty()) {
      left.add(
          files.size()
              + " store files that the manifest lists are missing, as "
              + directory.relativize(files.get(0)));
    }
  }

  private void takeUnlisted(List<Path> files) throws IOException {
    for (Path file : files) {
      quarantine.take(file, "the manifest does not list it");
    }
  }

  /** Takes the files away first: one that is unlisted, and still there, an opening would delete. */
  private List<ManifestEdit> unlisting(List<StoreFilesCheck.Unusable> files) throws IOException {
    List<ManifestEdit> edits = new ArrayList<>();
    for (StoreFilesCheck.Unusable file : files) {
      if (file.missing() && missing == Missing.KEEP) {
        continue;
      }
      if (file.missing()) {
        quarantine.tell(
            "unlisted " + directory.relativize(file.path()) + ": it is missing, with its rows");
      } else {
        quarantine.take(file.path(), "it cannot be opened; its rows are not in the store any more");
      }
      edits.add(
          new ManifestEdit.FilesChanged(
              file.region().number(), file.family(), List.of(), List.of(file.name()), 0));
    }
    return edits;
  }

  /** What is damaged in the log stays, as the check told of it. */
  private List<ManifestEdit> givingUpLog(WalExtent known) throws IOException {
    WalExtent rest;
    try {
      rest =
          WalCheck.withoutMissing(
              fileSystem, new StoreLayout(fileSystem, directory).logDirectory(), known);
    } catch (CorruptFileException e) {
      tellOfDamage(e);
      return List.of();
    }
    if (rest.equals(known)) {
      tellOfDamage(check.log().damage());
      return List.of();
    }
    if (missing == Missing.KEEP) {
      left.add("a part of the log is missing: it had " + known + ", and has " + rest);
      return List.of();
    }
    quarantine.tell(
        "gave up what is missing of the log, with the writes that only it had: it had "
            + known
            + ", and has "
            + rest);
    return List.of(new ManifestEdit.LogNoted(rest));
  }

  /**
   * No entry behind the damage can be trusted to come next.
   *
   * @param damage null for none
   */
  private void tellOfDamage(CorruptFileException damage) throws IOException {
    if (damage == null) {
      return;
    }
    Path segment = directory.relativize(damage.file());
    long whole = WalCheck.wholeBytes(fileSystem, damage);
    left.add(
        whole == 0
            ? "the log cannot be read from "
                + segment
                + " on. To go without what it has from there, first move this segment, if it is"
                + " there, and those behind it to another place"
            : ("the log cannot be read from byte %d of %s on. To go without what it has from there,"
                    + " first copy the log to another place, cut this segment off there (truncate"
                    + " -s %d %s), and move those behind it away")
                .formatted(whole, segment, whole, segment));
  }

  private void apply(List<ManifestEdit> edits) throws IOException {
    if (edits.isEmpty()) {
      return;
    }
    quarantine.keep(directory.resolve(Manifest.NAME), "as it was before this repair");
    try (Manifest manifest = Manifest.open(fileSystem, directory, check.catalog().storeId())) {
      manifest.setOwner(owner);
      manifest.append(edits);
    }
  }

  /**
   * Refuses, before anything is moved, when a file that would be, or a segment of the log, cannot
   * even be opened now, or its key is missing: it may be whole tomorrow.
   */
  private void requireReadable() throws IOException {
    for (StoreFilesCheck.Unusable file : check.files().unusable()) {
      if (!file.missing()) {
        requireReadable(file.path());
      }
    }
    for (Path file : check.files().unlisted()) {
      requireReadable(file);
    }
    WalCheck.requireReadable(
        fileSystem, new StoreLayout(fileSystem, directory).logDirectory(), check.catalog().log());
  }

  private void requireReadable(Path file) throws IOException {
    fileSystem.open(file).close();
    try {
      StoreFile.open(fileSystem, file, new BlockCache(0)).close();
    } catch (CorruptFileException e) {
      return; // it is the file that is wrong, as the check found
    }
  }

  /** Only a manifest that is lost for good is replaced, not one that may be readable tomorrow. */
  private void rebuild(UUID newStoreId, long nowMillis) throws IOException {
    IOException failure = check.manifestFailure();
    boolean lost =
        failure instanceof NoSuchFileException
            || failure instanceof CorruptFileException
            || failure instanceof WrongKindException;
    if (!lost) {
      throw failure;
    }
    ManifestRebuild rebuild = new ManifestRebuild(fileSystem, directory, quarantine, missing);
    rebuild.requireReadable();
    WalExtent log = logAsItIs();
    Path manifest = directory.resolve(Manifest.NAME);
    if (fileSystem.exists(manifest)) {
      quarantine.take(manifest, "it cannot be read");
    }
    CatalogBuilder builder =
        CatalogBuilder.from(rebuild.build(check.log().lastRegion() + 1, newStoreId, nowMillis));
    builder.apply(new ManifestEdit.LogNoted(log));
    Catalog catalog = builder.build();
    Manifest.write(fileSystem, directory, catalog);
    quarantine.tell("wrote a new MANIFEST with " + catalog.tables().size() + " tables");
    if (!catalog.tables().isEmpty()
        && catalog.regions().values().stream().allMatch(DatabaseRepair::isEmpty)) {
      quarantine.tell(
          "there was no store file, so all tables are as the log has them: if the files are on a"
              + " disk that is not mounted, mount it, move MANIFEST away, and repair again");
    }
    if (check.log().segments() == 0) {
      quarantine.tell(
          "there was no log: unless the store had been closed, what only the log had is gone, and"
              + " rows whose deletion only it had are there again");
    }
    replaceCopy(catalog);
  }

  private static boolean isEmpty(Catalog.RegionEntry region) {
    return region.families().values().stream().allMatch(family -> family.files().isEmpty());
  }

  /** What is to be noted of the log: nothing if it is damaged, so that it stays as it is. */
  private WalExtent logAsItIs() throws IOException {
    Path log = new StoreLayout(fileSystem, directory).logDirectory();
    try {
      return WalReplay.replay(
              fileSystem, log, WalExtent.UNKNOWN, (sequence, region, buffer, at, n) -> {})
          .extent();
    } catch (CorruptFileException e) {
      quarantine.tell("left the damaged log as it is: " + e.getMessage());
      tellOfDamage(e);
      return WalExtent.UNKNOWN;
    }
  }

  private void replaceCopy(Catalog catalog) {
    if (TablesCopy.replace(fileSystem, directory, catalog)) {
      quarantine.tell("wrote " + TablesCopy.NAME + " anew");
    }
  }
}
