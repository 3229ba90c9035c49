package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of one database. Every byte the engine reads or writes goes through here, so a test can
 * drop, tear, delay or refuse it.
 *
 * <p>Written data is durable only after {@link AppendFile#force}; a created, linked, renamed or
 * deleted name only after {@link #forceDirectory} of its directory. Every exception names the file.
 * Safe for use by many threads.
 */
public interface FileSystem {
  /**
   * Creates a new file for appending.
   *
   * @throws java.nio.file.FileAlreadyExistsException when it exists
   */
  AppendFile create(Path file) throws IOException;

  /**
   * Opens a file for reading; it may still be appended to by others. What is no file, as a
   * directory or a pipe, is refused at once.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   */
  RandomReadFile open(Path file) throws IOException;

  /**
   * Gives a file the name {@code to}, replacing the file that had it, in one atomic step. Or a
   * directory with all that is in it; then nothing may have the name.
   */
  void rename(Path from, Path to) throws IOException;

  /**
   * Gives a finished file a second name: both name the same bytes, and each can be deleted without
   * the other. Where the disk cannot do that, {@code link} becomes a forced copy.
   *
   * @throws java.nio.file.FileAlreadyExistsException when something has the second name
   */
  void link(Path existing, Path link) throws IOException;

  /**
   * How many names a file has, each of which leads to the same bytes; 1 where the disk does not
   * tell.
   */
  default int names(Path file) throws IOException {
    return 1;
  }

  /** What a file or directory is known by, whatever its name; equal to that of no other one. */
  default Object key(Path path) throws IOException {
    return realPath(path);
  }

  /** Deletes a file or an empty directory; nothing happens when it does not exist. */
  void delete(Path path) throws IOException;

  /**
   * Whether a file or directory of this name exists.
   *
   * @throws IOException when the disk does not tell: what may be there must not be taken for absent
   */
  boolean exists(Path path) throws IOException;

  /**
   * Whether a directory of this name exists.
   *
   * @throws IOException when the disk does not tell
   */
  boolean isDirectory(Path path) throws IOException;

  /**
   * What has this name; a symbolic link is not followed. A file system without links and special
   * files needs nothing of its own.
   *
   * @throws IOException when the disk does not tell
   */
  default FileKind kind(Path path) throws IOException {
    if (isDirectory(path)) {
      return FileKind.DIRECTORY;
    }
    return exists(path) ? FileKind.FILE : FileKind.NOTHING;
  }

  /**
   * Where a path is when every symbolic link on its way is followed; what does not exist yet is
   * where its parent is.
   */
  default Path realPath(Path path) throws IOException {
    return path.toAbsolutePath().normalize();
  }

  /**
   * What a user's path names, absolute and without {@code ..}: behind a symbolic link that leads to
   * where the link's target is, as for every other program. A path without {@code ..} keeps its
   * links.
   *
   * @throws java.nio.file.NoSuchFileException when what is before a {@code ..} does not exist
   */
  default Path named(Path path) throws IOException {
    return path.toAbsolutePath().normalize();
  }

  /** Creates a directory and its parents where they are missing, and makes them durable. */
  void createDirectories(Path directory) throws IOException;

  /** The files and directories in a directory, sorted by name; empty when it does not exist. */
  List<Path> list(Path directory) throws IOException;

  /** The length of a file in bytes. */
  long size(Path file) throws IOException;

  /** Cuts a file to {@code size} bytes and forces it. */
  void truncate(Path file, long size) throws IOException;

  /**
   * Makes the content of a file durable, whoever wrote it; also works for a read-only file.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   */
  void force(Path file) throws IOException;

  /** Makes creations, renames and deletions in {@code directory} durable. */
  void forceDirectory(Path directory) throws IOException;

  /**
   * Whether this process can change nothing in a directory, as on a disk that is mounted so, or in
   * one of another account.
   */
  default boolean isReadOnly(Path directory) throws IOException {
    return false;
  }

  /** The disk that this is of: another one with the same sees the same files. */
  default FileSystem disk() {
    return this;
  }

  /** The keys of those files that are encrypted. */
  default FileKeys keys() {
    return FileKeys.none();
  }

  /**
   * Takes the exclusive lock of a database directory, held until the result is closed or the
   * process dies.
   *
   * @throws StoreInUseException when another process, or this one, holds it; names its process id
   */
  AutoCloseable lock(Path lockFile) throws IOException;

  /**
   * Records the owner of a store in a file, {@link StoreOwner}. Must be called while holding the
   * store's lock, before the store is read.
   *
   * @param ownerFile in the directory of the store
   * @param lockFile of the lock that is held
   * @return {@link StoreOwner#ALONE} for a file system that no other process can see
   * @throws StoreInUseException when a live process owns it, even if its lock is lost
   */
  default StoreOwner own(Path ownerFile, Path lockFile) throws IOException {
    return StoreOwner.ALONE;
  }
}
