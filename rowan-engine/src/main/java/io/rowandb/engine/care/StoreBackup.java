package io.rowandb.engine.care;

import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.CatalogBuilder;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestImage;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileCopy;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.Strangers;
import io.rowandb.engine.io.WrongKindException;
import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.wal.WalCopy;
import io.rowandb.engine.wal.WalExtent;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies a store into a new directory, which is a store itself. This process or another may have
 * the store open and write to it meanwhile. The copy takes no lock of the store, changes nothing in
 * it and needs nothing from its owner.
 *
 * <p><b>An attempt</b>
 *
 * <ol>
 *   <li>opens all segments of the log, which keeps them readable when they are released;
 *   <li>reads the manifest, and continues only if no segment has begun since step 1;
 *   <li>links (or copies) the store files that the manifest lists;
 *   <li>copies the segments, the last one as far as it is written by now;
 *   <li>reads the manifest again, and counts only if it begins with the bytes read in step 2, the
 *       rest has no change of tables or regions and no file with unlogged data, and the last
 *       segment was not noted only meanwhile;
 *   <li>reads the copy of the log as recovery would, and notes its length in the copy of the
 *       manifest, so that a later truncation is detected.
 * </ol>
 *
 * If the store changed too much or a file was gone, the backup tries again with the new manifest.
 * Links stay, so a later attempt has little to do except copy the log.
 *
 * <p><b>Why the copy is whole.</b> A segment is released only after the manifest lists files with
 * all its entries. A segment released before step 1 was released before step 2: the manifest of
 * step 2 lists those files, and step 3 has them. The rest is copied in step 4. So each entry that
 * was in the log when the backup began is in the copy, in a file or in the log, and with it every
 * write acknowledged before with SYNC_WAL or FSYNC_WAL. Conversely, no write is copied by half:
 * what the files of step 3 have of a region, they have of all its families, or it was in the log
 * before the manifest of step 2 listed them. Then it is in a segment of step 1, which step 4 copies
 * up to a later moment. Because of step 5 all entries belong to regions that the manifest of step 2
 * knows, and a load, or a flush of unlogged writes, ended before step 2 or after step 4. Together
 * the copy is what the death of the owner at one moment of step 4 would have left, except that some
 * files are replaced by the log entries.
 *
 * <p><b>Why the copy stays.</b> A store file is never written to again once it is listed, so a link
 * is as good as a copy as long as the disk survives; log and manifest, which grow, are copied. All
 * files and names are forced under the name {@code TO.partial}; renaming that is the last step. A
 * crash leaves at most the partial copy, which the next attempt for the same target removes; a lock
 * in it keeps two copies from working at once. A directory of that name with anything else in it,
 * at any depth, is refused ({@link PartialCopy}).
 *
 * <p><b>Why two copies to one target do no harm.</b> Someone may remove the partial copy of a
 * running backup and begin another there. So before each change of a path a copy checks that the
 * lock in the directory is still the one that it took ({@link CopyOwner}); if not, it stops and
 * deletes nothing. One change may still come late, between that check and the start of the other
 * copy. So a copy counts only if each of its files is there with its full length after the last
 * renaming, when no old name leads to it.
 *
 * <p>Used once, by one thread.
 */
public final class StoreBackup {
  /** So many flushes, splits or changes of tables at just the wrong moments are no accident. */
  private static final int MAX_TRIES = 100;

  /** Damage may be a write that was taken back while it was read; but not so often. */
  private static final int MAX_DAMAGED_TRIES = 3;

  // Fixed at construction.
  private final FileSystem fileSystem;
  private final Path source;
  private final Path partial;
  private final boolean copyFiles;

  /** Store files that are in the partial copy, with their lengths. */
  private final Map<Path, Long> present = new HashMap<>();

  /** What else is in the finished copy, with its length. */
  private final Map<Path, Long> others = new HashMap<>();

  private final Set<Path> directories = new LinkedHashSet<>();

  private StoreBackup(FileSystem fileSystem, Path source, Path partial, boolean copyFiles) {
    this.fileSystem = fileSystem;
    this.source = source;
    this.partial = partial;
    this.copyFiles = copyFiles;
  }

  /**
   * Makes a copy of a store; of a backup, a store to be opened.
   *
   * @param source a store, open or not
   * @param target does not exist, and is not inside the source, or another store or copy
   * @param copyFiles whether to copy store files also where the disk could link them
   * @throws WrongKindException when the source is no store
   * @throws FileAlreadyExistsException when the target exists
   * @throws CorruptFileException when the manifest or the log is damaged, or a listed file missing
   */
  public static BackupSummary run(
      FileSystem fileSystem, Path source, Path target, boolean copyFiles) throws IOException {
    Path from = fileSystem.named(source);
    Path to = fileSystem.named(target);
    CopyTarget.require(fileSystem, from, to);
    PartialCopy partial = PartialCopy.begin(fileSystem, to);
    boolean named = false;
    try {
      partial.clear();
      StoreBackup backup = new StoreBackup(partial.files(), from, partial.path(), copyFiles);
      BackupSummary summary = backup.build(to);
      backup.requireWhole(partial.path());
      CopyTarget.requireFree(fileSystem, to);
      backup.name(to, partial.owner(), fileSystem);
      named = true;
      PartialCopy.unmark(fileSystem, to);
      fileSystem.forceDirectory(to.getParent());
      return summary;
    } catch (IOException e) {
      throw named ? e : partial.owner().reasonFor(e);
    } finally {
      AutoCloseable removal = named ? null : partial::remove;
      Closing.quietly(removal, partial.owner());
    }
  }

  /**
   * Gives the copy its name. Another copy that checked its ownership before may still change the
   * directory after that, but only through the old name: a copy that is complete under the new name
   * stays complete.
   */
  private void name(Path to, CopyOwner owner, FileSystem plain) throws IOException {
    fileSystem.rename(partial, to);
    boolean whole = false;
    try {
      owner.requireNamed(to);
      requireWhole(to);
      whole = true;
    } finally {
      if (!whole) {
        Closing.quietly(() -> plain.rename(to, partial));
      }
    }
  }

  /** Every file of the copy is there, as long as it was made. */
  private void requireWhole(Path root) throws IOException {
    requireThere(root, present);
    requireThere(root, others);
  }

  private void requireThere(Path root, Map<Path, Long> files) throws IOException {
    for (Map.Entry<Path, Long> made : files.entrySet()) {
      Path file = root.resolve(partial.relativize(made.getKey()));
      if (fileSystem.kind(file) != FileKind.FILE || fileSystem.size(file) != made.getValue()) {
        throw new FileSystemException(
            file.toString(), null, "was removed or changed while the copy was made");
      }
    }
  }

  private BackupSummary build(Path target) throws IOException {
    new StoreLayout(fileSystem, source).requirePlain();
    IOException last = null;
    int damaged = 0;
    for (int tries = 1; tries <= MAX_TRIES; tries++) {
      try {
        Contents contents = copy();
        if (contents != null) {
          long fileBytes = present.values().stream().mapToLong(Long::longValue).sum();
          return new BackupSummary(
              target, present.size(), fileBytes, contents.logBytes, contents.entries, tries);
        }
      } catch (NoSuchFileException e) {
        last = e; // deleted since the manifest, or the log, was listed
      } catch (CorruptFileException e) {
        last = e;
        if (++damaged == MAX_DAMAGED_TRIES) {
          throw e;
        }
      }
    }
    throw new IOException(
        "No copy of " + source + ": it was changed during each of " + MAX_TRIES + " tries", last);
  }

  /** What a try copied of the log. */
  private record Contents(long logBytes, long entries) {}

  /** One try; null when the store changed too much meanwhile. */
  private Contents copy() throws IOException {
    StoreLayout from = new StoreLayout(fileSystem, source);
    try (WalCopy log = WalCopy.open(fileSystem, from.logDirectory())) {
      ManifestImage manifest = ManifestImage.read(fileSystem, source);
      if (!log.hasLast()) {
        return null;
      }
      takeFiles(manifest, from);
      Path logDirectory = new StoreLayout(fileSystem, partial).logDirectory();
      fileSystem.createDirectories(logDirectory);
      PartialCopy.clear(fileSystem, logDirectory);
      long logBytes = log.copyTo(logDirectory);
      ManifestImage later = ManifestImage.read(fileSystem, source);
      if (!manifest.hasSameDataUntil(later) || isNotedMeanwhile(log.last(), manifest, later)) {
        return null;
      }
      WalReplay read = readCopy(logDirectory, manifest.catalog().log());
      finish(manifest.catalog(), read.extent());
      noteOthers(logDirectory, logBytes);
      return new Contents(logBytes, read.entries());
    }
  }

  private void noteOthers(Path logDirectory, long logBytes) throws IOException {
    others.clear();
    long there = 0;
    for (Path segment : fileSystem.list(logDirectory)) {
      long bytes = fileSystem.size(segment);
      others.put(segment, bytes);
      there += bytes;
    }
    if (there != logBytes) {
      throw new FileSystemException(
          logDirectory.toString(), null, "was changed while the copy was made");
    }
    for (String name : List.of(Manifest.NAME, TablesCopy.NAME)) {
      others.put(partial.resolve(name), fileSystem.size(partial.resolve(name)));
    }
  }

  /** What is damaged in the copy is so in the source, and is there when the copy is gone. */
  private WalReplay readCopy(Path logDirectory, WalExtent known) throws IOException {
    try {
      return WalReplay.replay(
          fileSystem, logDirectory, known, (sequence, region, buffer, offset, length) -> {});
    } catch (CorruptFileException e) {
      Path copied = source.resolve(partial.relativize(e.file()));
      throw new CorruptFileException(copied, e.offset(), e.what());
    }
  }

  /** Whether a segment began, and may have got entries, that the first image knows nothing of. */
  private static boolean isNotedMeanwhile(
      long segment, ManifestImage manifest, ManifestImage later) {
    return manifest.catalog().log().isAfter(segment) && !later.catalog().log().isAfter(segment);
  }

  /** Links or copies what is not there yet, and removes what an earlier try took in vain. */
  private void takeFiles(ManifestImage manifest, StoreLayout from) throws IOException {
    Set<Path> wanted = new HashSet<>();
    for (Path file : from.storeFiles(manifest.catalog())) {
      Path taken = partial.resolve(source.relativize(file));
      wanted.add(taken);
      if (!present.containsKey(taken)) {
        take(manifest, file, taken);
      }
    }
    for (Path file : Set.copyOf(present.keySet())) {
      if (!wanted.contains(file)) {
        fileSystem.delete(file);
        present.remove(file);
      }
    }
  }

  private void take(ManifestImage manifest, Path file, Path target) throws IOException {
    if (directories.add(target.getParent())) {
      fileSystem.createDirectories(target.getParent());
    }
    try {
      Strangers.refuse(fileSystem, source, file);
      if (copyFiles) {
        try (RandomReadFile open = fileSystem.open(file)) {
          FileCopy.copy(open, open.size(), fileSystem, target);
        }
      } else {
        fileSystem.link(file, target);
      }
      checkTaken(file, target);
    } catch (NoSuchFileException e) {
      fileSystem.delete(target);
      if (manifest.equalsImage(ManifestImage.read(fileSystem, source))) {
        throw new CorruptFileException(file, 0, "the manifest lists it, and it does not exist");
      }
      throw e;
    }
    present.put(target, fileSystem.size(target));
  }

  /** What was taken may have been cut short, or be something else that came to the name. */
  private void checkTaken(Path file, Path target) throws IOException {
    try {
      StoreFile.checkName(fileSystem, target);
    } catch (CorruptFileException e) {
      fileSystem.delete(target);
      throw new CorruptFileException(file, e.offset(), e.what());
    }
  }

  /** The manifest is one record: of a finished copy no byte of it can be lost unnoticed. */
  private void finish(Catalog catalog, WalExtent log) throws IOException {
    for (Path directory : directories) {
      fileSystem.forceDirectory(directory);
    }
    CatalogBuilder copied = CatalogBuilder.from(catalog);
    copied.apply(new ManifestEdit.LogNoted(log));
    Manifest.write(fileSystem, partial, copied.build());
    TablesCopy.replace(fileSystem, partial, catalog);
  }
}
