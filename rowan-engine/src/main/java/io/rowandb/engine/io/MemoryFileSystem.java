package io.rowandb.engine.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Files on the heap, for a store that lives as long as this object. Names behave as on a local
 * disk: a name is needed only to open a file, so a renamed or deleted one stays readable and
 * writable for those who have it open. Safe for use by many threads.
 */
public final class MemoryFileSystem implements FileSystem {
  /** What directories have instead of content. */
  private static final MemoryFile DIRECTORY = new MemoryFile();

  @GuardedBy("this")
  private final TreeMap<Path, MemoryFile> entries = new TreeMap<>();

  @GuardedBy("this")
  private final Set<Path> locked = new HashSet<>();

  /** A file system with nothing in it. */
  public MemoryFileSystem() {}

  @Override
  public synchronized AppendFile create(Path file) throws IOException {
    Path name = name(file);
    requireParent(name);
    MemoryFile content = new MemoryFile();
    if (entries.putIfAbsent(name, content) != null) {
      throw new FileAlreadyExistsException(file.toString());
    }
    return content.appender();
  }

  @Override
  public synchronized RandomReadFile open(Path file) throws IOException {
    return file(file).reader(file);
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    MemoryFile content = file(from);
    requireParent(name(to));
    if (entries.get(name(to)) == DIRECTORY) {
      throw new FileAlreadyExistsException(to.toString());
    }
    entries.remove(name(from));
    entries.put(name(to), content);
  }

  @Override
  public synchronized void link(Path existing, Path link) throws IOException {
    MemoryFile content = file(existing);
    requireParent(name(link));
    if (entries.putIfAbsent(name(link), content) != null) {
      throw new FileAlreadyExistsException(link.toString());
    }
  }

  @Override
  public synchronized void delete(Path path) throws IOException {
    Path name = name(path);
    if (entries.get(name) == DIRECTORY && !list(path).isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    entries.remove(name);
  }

  @Override
  public synchronized boolean exists(Path path) {
    return entries.containsKey(name(path));
  }

  @Override
  public synchronized boolean isDirectory(Path path) {
    return entries.get(name(path)) == DIRECTORY;
  }

  @Override
  public synchronized void createDirectories(Path directory) throws IOException {
    for (Path path = name(directory); path != null; path = path.getParent()) {
      MemoryFile there = entries.putIfAbsent(path, DIRECTORY);
      if (there != null && there != DIRECTORY) {
        throw new FileAlreadyExistsException(path.toString());
      }
    }
  }

  @Override
  public synchronized List<Path> list(Path directory) {
    Path name = name(directory);
    List<Path> paths = new ArrayList<>();
    for (Path path : entries.keySet()) {
      if (name.equals(path.getParent())) {
        paths.add(directory.resolve(path.getFileName()));
      }
    }
    return paths;
  }

  @Override
  public synchronized long size(Path file) throws IOException {
    return file(file).size();
  }

  @Override
  public synchronized void truncate(Path file, long size) throws IOException {
    file(file).truncate(size);
  }

  @Override
  public void forceDirectory(Path directory) {
    // nothing outlives the process
  }

  @Override
  public synchronized AutoCloseable lock(Path lockFile) throws IOException {
    Path name = name(lockFile);
    requireParent(name);
    if (!locked.add(name)) {
      throw new StoreInUseException(lockFile, ProcessHandle.current().pid() + ", this one");
    }
    return () -> unlock(name);
  }

  private synchronized void unlock(Path name) {
    locked.remove(name);
  }

  private static Path name(Path path) {
    return path.toAbsolutePath().normalize();
  }

  @GuardedBy("this")
  private void requireParent(Path name) throws IOException {
    if (entries.get(name.getParent()) != DIRECTORY) {
      throw new NoSuchFileException(name.toString());
    }
  }

  @GuardedBy("this")
  private MemoryFile file(Path path) throws IOException {
    MemoryFile content = entries.get(name(path));
    if (content == null || content == DIRECTORY) {
      throw new NoSuchFileException(path.toString());
    }
    return content;
  }
}
