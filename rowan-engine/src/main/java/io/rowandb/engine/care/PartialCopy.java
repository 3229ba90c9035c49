package io.rowandb.engine.care;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TablesCopy;
import io.rowandb.engine.io.AppendFile;
import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.FileKind;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.OwnedFiles;
import io.rowandb.engine.io.RandomReadFile;
import io.rowandb.engine.io.StoreInUseException;
import io.rowandb.engine.wal.WalReplay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The directory in which a copy of a store is made, before it gets its name: {@code TO.partial},
 * with a lock and a mark in it. Without the mark nothing in it is deleted. With the mark all of it
 * is deleted when the copy is made again, so nothing else may be there, at any depth. See {@link
 * StoreLayout} for what a copy has. Used by one thread.
 */
final class PartialCopy {
  private static final String SUFFIX = ".partial";

  /** Says of a directory that all in it goes when the copy is made again. */
  static final String MARK_NAME = "PARTIAL";

  private static final byte[] MARK =
      "Rowan is making the copy of a store here. What is here goes when that begins again.\n"
          .getBytes(StandardCharsets.US_ASCII);

  private static final Set<String> FILES =
      Set.of(
          MARK_NAME,
          Manifest.LOCK_NAME,
          Manifest.NAME,
          Manifest.NEW_NAME,
          TablesCopy.NAME,
          TablesCopy.NEW_NAME);

  /** Of directories between that of the data, or of the snapshots, and a store file. */
  private static final int DATA_DEPTH = 4;

  private static final int SNAPSHOT_DEPTH = 3;

  // Fixed at construction.
  private final FileSystem plain;
  private final FileSystem owned;
  private final Path path;
  private final CopyOwner owner;

  private PartialCopy(FileSystem plain, Path path, CopyOwner owner) {
    this.plain = plain;
    this.owned = OwnedFiles.of(plain, owner);
    this.path = path;
    this.owner = owner;
  }

  /**
   * Takes the directory for a copy: a new one, or one that a crash left. Another's things stay.
   *
   * @param to the name that the copy will get
   * @throws FileAlreadyExistsException when something else is there
   * @throws StoreInUseException when another makes a copy there
   */
  static PartialCopy begin(FileSystem fileSystem, Path to) throws IOException {
    Path partial = to.getParent().resolve(to.getFileName() + SUFFIX);
    requireOwn(fileSystem, partial);
    return new PartialCopy(fileSystem, partial, take(fileSystem, partial));
  }

  /** Where it is. */
  Path path() {
    return path;
  }

  /** Files that only its owner changes. */
  FileSystem files() {
    return owned;
  }

  /** Holds its lock. */
  CopyOwner owner() {
    return owner;
  }

  /** Deletes all in it but the mark, and the lock, which is held. */
  void clear() throws IOException {
    clear(owned, path);
  }

  /** Deletes it, unless a stranger came meanwhile. */
  void remove() throws IOException {
    requireNoStranger(owned, path);
    clear();
    removeBegun(owned, plain, path);
  }

  /** The copy has its name: what is in it stays. */
  static void unmark(FileSystem fileSystem, Path copy) throws IOException {
    fileSystem.delete(copy.resolve(MARK_NAME));
    fileSystem.forceDirectory(copy);
  }

  /** All in it goes: it must not be the name of something elsewhere. */
  private static void requireOwn(FileSystem fileSystem, Path partial) throws IOException {
    FileKind kind = fileSystem.kind(partial);
    if (kind != FileKind.NOTHING && kind != FileKind.DIRECTORY) {
      throw new FileAlreadyExistsException(
          partial.toString(),
          null,
          "is " + kind.words() + "; the copy is made in a directory there");
    }
  }

  private static CopyOwner take(FileSystem fileSystem, Path partial) throws IOException {
    Path lockFile = partial.resolve(Manifest.LOCK_NAME);
    boolean isNew = !fileSystem.exists(partial);
    if (!isNew) {
      requireOfACopy(fileSystem, partial);
    }
    CopyOwner owner = null;
    FileSystem owned = fileSystem;
    boolean begun = false;
    try {
      fileSystem.createDirectories(partial);
      owner = CopyOwner.take(fileSystem, lockFile);
      owned = OwnedFiles.of(fileSystem, owner);
      mark(owned, partial);
      begun = true;
      return owner;
    } catch (StoreInUseException e) {
      begun = true; // by another, whose it is now
      throw e;
    } finally {
      if (!begun) {
        FileSystem files = owned;
        AutoCloseable removal = isNew ? () -> removeBegun(files, fileSystem, partial) : null;
        Closing.quietly(removal, owner); // as a full disk leaves it
      }
    }
  }

  /** What the mark holds. */
  static byte[] mark() {
    return MARK.clone();
  }

  /** On disk before anything else is there. */
  private static void mark(FileSystem fileSystem, Path partial) throws IOException {
    Path mark = partial.resolve(MARK_NAME);
    if (!isMarked(fileSystem, partial)) {
      fileSystem.delete(mark); // cut off when power was lost
      try (AppendFile file = fileSystem.create(mark)) {
        file.write(MARK, 0, MARK.length);
      }
    }
    fileSystem.force(mark); // whoever wrote it may have died before he forced it
    fileSystem.forceDirectory(partial);
  }

  private static boolean isMarked(FileSystem fileSystem, Path partial) throws IOException {
    Path mark = partial.resolve(MARK_NAME);
    if (fileSystem.kind(mark) != FileKind.FILE || fileSystem.size(mark) != MARK.length) {
      return false;
    }
    byte[] bytes = new byte[MARK.length];
    try (RandomReadFile file = fileSystem.open(mark)) {
      file.readFully(0, bytes, 0, bytes.length);
    }
    return Arrays.equals(bytes, MARK);
  }

  private static void requireOfACopy(FileSystem fileSystem, Path partial) throws IOException {
    if (isMarked(fileSystem, partial)) {
      requireNoStranger(fileSystem, partial);
      return;
    }
    Set<String> names = new HashSet<>();
    fileSystem.list(partial).forEach(path -> names.add(path.getFileName().toString()));
    if (!Set.of(Manifest.LOCK_NAME, MARK_NAME).containsAll(names)
        || !isBegun(fileSystem, partial.resolve(MARK_NAME))) { // else it had hardly begun
      throw new FileAlreadyExistsException(
          partial.toString(), null, "it is in the way, and no copy that was broken off");
    }
  }

  /** All in the directory would go. */
  private static void requireNoStranger(FileSystem fileSystem, Path partial) throws IOException {
    Path stranger = strangerIn(fileSystem, partial);
    if (stranger != null) {
      throw new FileAlreadyExistsException(
          partial.toString(),
          null,
          "it is in the way: "
              + partial.relativize(stranger)
              + " in it is of no copy that was broken off, so that nothing there is deleted");
    }
  }

  /** Whether a file is not there, or may be what a loss of power left of the mark. */
  private static boolean isBegun(FileSystem fileSystem, Path mark) throws IOException {
    return fileSystem.kind(mark) == FileKind.NOTHING
        || (FrameReader.isBegun(fileSystem, mark, MARK) && fileSystem.size(mark) <= MARK.length);
  }

  /** The directory goes without its lock, which says whose it is, but only when it is empty. */
  private static void removeBegun(FileSystem owned, FileSystem plain, Path partial)
      throws IOException {
    if (plain.exists(partial)) {
      owned.delete(partial.resolve(MARK_NAME));
      owned.delete(partial.resolve(Manifest.LOCK_NAME));
      plain.delete(partial);
    }
  }

  /** Deletes all in a directory but the mark, and the lock, which is held. */
  static void clear(FileSystem fileSystem, Path directory) throws IOException {
    for (Path path : fileSystem.list(directory)) {
      if (fileSystem.kind(path) == FileKind.DIRECTORY) {
        clear(fileSystem, path);
      }
      if (!Set.of(MARK_NAME, Manifest.LOCK_NAME).contains(path.getFileName().toString())) {
        fileSystem.delete(path);
      }
    }
  }

  /** Something in a directory that no copy makes; null when there is none. */
  private static Path strangerIn(FileSystem fileSystem, Path partial) throws IOException {
    for (Path path : fileSystem.list(partial)) {
      Path stranger = strangerAt(fileSystem, path);
      if (stranger != null) {
        return stranger;
      }
    }
    return null;
  }

  private static Path strangerAt(FileSystem fileSystem, Path path) throws IOException {
    return switch (name(path)) {
      case StoreLayout.DATA_NAME ->
          strangerBelow(fileSystem, path, DATA_DEPTH, StoreLayout::isStoreFile);
      case StoreLayout.SNAPSHOT_NAME ->
          strangerBelow(fileSystem, path, SNAPSHOT_DEPTH, StoreLayout::isStoreFile);
      case StoreLayout.LOG_NAME -> strangerBelow(fileSystem, path, 0, WalReplay::isSegment);
      default -> isFile(fileSystem, path, file -> FILES.contains(name(file))) ? null : path;
    };
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static Path strangerBelow(
      FileSystem fileSystem, Path directory, int depth, Predicate<Path> files) throws IOException {
    if (!isOne(fileSystem, directory, FileKind.DIRECTORY)) {
      return directory;
    }
    List<Path> paths = fileSystem.list(directory);
    for (Path path : paths) {
      Path stranger =
          depth > 0
              ? strangerBelow(fileSystem, path, depth - 1, files)
              : isFile(fileSystem, path, files) ? null : path;
      if (stranger != null) {
        return stranger;
      }
    }
    return null;
  }

  private static boolean isFile(FileSystem fileSystem, Path path, Predicate<Path> isOurs)
      throws IOException {
    return isOurs.test(path) && isOne(fileSystem, path, FileKind.FILE);
  }

  /** What is gone again is that of a copy which is being made. */
  private static boolean isOne(FileSystem fileSystem, Path path, FileKind kind) throws IOException {
    FileKind found = fileSystem.kind(path);
    return found == kind || found == FileKind.NOTHING;
  }
}
