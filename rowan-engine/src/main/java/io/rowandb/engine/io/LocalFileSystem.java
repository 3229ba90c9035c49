package io.rowandb.engine.io;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * The operating system's files.
 *
 * <ol>
 *   <li>Interrupting a thread does not fail its call or close a file for others, and the interrupt
 *       is not lost: the thread's flag is set when the call returns.
 *   <li>No file is mapped into memory, so a failing disk causes an exception and never kills the
 *       process.
 * </ol>
 *
 * Immutable; safe for use by many threads.
 */
public final class LocalFileSystem implements FileSystem {
  // Fixed at construction.
  private final FileKeys keys;
  private final FilePermissions permissions;

  /** The files of this machine, none of them encrypted. */
  public LocalFileSystem() {
    this(FileKeys.none());
  }

  /** The files of this machine; new files are readable according to the umask. */
  public LocalFileSystem(FileKeys keys) {
    this(keys, FilePermissions.UMASK);
  }

  /**
   * The files of this machine.
   *
   * @param permissions of new files and directories; existing ones keep theirs
   */
  public LocalFileSystem(FileKeys keys, FilePermissions permissions) {
    this.keys = keys;
    this.permissions = permissions;
  }

  @Override
  public FileKeys keys() {
    return keys;
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    return LocalAppendFile.create(file, permissions);
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    LocalNames.requireFile(file);
    return new LocalReadFile(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    LocalNames.requireFile(existing);
    try {
      // A link to a symbolic link would be one, and lead to a file that is somebody else's.
      Files.createLink(link, existing.toRealPath());
    } catch (FileAlreadyExistsException | NoSuchFileException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      copy(existing, link, e);
    }
  }

  @Override
  public Object key(Path path) throws IOException {
    return LocalNames.identity(path);
  }

  @Override
  public int names(Path file) throws IOException {
    return LocalNames.count(file);
  }

  private void copy(Path existing, Path link, Exception whyNoLink) throws IOException {
    try (RandomReadFile source = open(existing)) {
      FileCopy.copy(source, source.size(), this, link);
    } catch (IOException e) {
      e.addSuppressed(whyNoLink);
      throw e;
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    return LocalNames.attributes(path) != null;
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    BasicFileAttributes found = LocalNames.attributes(path);
    return found != null && found.isDirectory();
  }

  @Override
  public FileKind kind(Path path) throws IOException {
    return LocalNames.kind(path);
  }

  @Override
  public boolean isReadOnly(Path directory) {
    return !Files.isWritable(directory);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent == null || kind(absolute) != FileKind.NOTHING) {
      return absolute.toRealPath();
    }
    return realPath(parent).resolve(absolute.getFileName()).normalize();
  }

  @Override
  public Path named(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    int names = absolute.getNameCount();
    int behind = names; // the last ..
    while (behind > 0 && !absolute.getName(behind - 1).toString().equals("..")) {
      behind--;
    }
    if (behind == 0) {
      return absolute.normalize();
    }
    Path upTo;
    try {
      upTo = absolute.getRoot().resolve(absolute.subpath(0, behind)).toRealPath();
    } catch (NoSuchFileException e) {
      NoSuchFileException named =
          new NoSuchFileException(path.toString(), null, "what is before a .. in it must exist");
      named.initCause(e);
      throw named;
    }
    return behind == names ? upTo : upTo.resolve(absolute.subpath(behind, names)).normalize();
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path path = directory.toAbsolutePath();
    for (; path != null && !Files.isDirectory(path); path = path.getParent()) {
      missing.push(path);
    }
    Files.createDirectories(directory, permissions.ofDirectory());
    for (Path created : missing) {
      forceDirectory(created.getParent());
    }
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(paths::add);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    paths.sort(Comparator.comparing(path -> path.getFileName().toString()));
    return paths;
  }

  @Override
  public long size(Path file) throws IOException {
    return Files.size(file);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    LocalNames.requireFile(file);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      if (open.length() > size) {
        open.setLength(size);
      }
      open.getFD().sync();
    }
  }

  @Override
  public void force(Path file) throws IOException {
    LocalNames.requireFile(file);
    // Some systems force nothing through a file that is open for reading.
    force(file, Files.isWritable(file) ? StandardOpenOption.WRITE : StandardOpenOption.READ);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    force(directory, StandardOpenOption.READ);
  }

  private static void force(Path path, StandardOpenOption mode) throws IOException {
    boolean interrupted = false;
    try {
      for (; ; ) {
        interrupted |= Thread.interrupted();
        try (FileChannel channel = FileChannel.open(path, mode)) {
          channel.force(true);
          return;
        } catch (ClosedByInterruptException e) {
          interrupted = true; // cleared at the top, forced once more, set again below
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public AutoCloseable lock(Path lockFile) throws IOException {
    makeUnlessThere(lockFile);
    return DirectoryLock.take(lockFile);
  }

  @Override
  public StoreOwner own(Path ownerFile, Path lockFile) throws IOException {
    makeUnlessThere(ownerFile);
    return OwnerFile.take(ownerFile, lockFile);
  }

  /** Whoever takes it would make it by the umask. */
  private void makeUnlessThere(Path file) throws IOException {
    if (permissions != FilePermissions.UMASK) {
      try {
        Files.createFile(file, permissions.ofFile());
      } catch (FileAlreadyExistsException e) {
        // as almost always
      }
    }
  }
}
