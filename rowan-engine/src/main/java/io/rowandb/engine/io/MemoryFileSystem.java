package io.rowandb.engine.io;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Files on the heap, for a store that lives as long as this object. Names behave as on a local
 * disk: a name is needed only to open a file, so a renamed or deleted one stays readable and
 * writable for those who have it open.
 *
 * <p>{@link #fork} makes a snapshot, which shares the content. It can also simulate a crash, which
 * leaves a copy: with all that was written ({@link #afterProcessDeath}), or only with what was
 * forced ({@link #afterPowerLoss}).
 *
 * <ol>
 *   <li>A copy is of one moment: it has each change completely, with all earlier ones, or not at
 *       all.
 *   <li>After a simulated crash nothing changes it: every change that returned came before the
 *       crash.
 * </ol>
 *
 * Safe for use by many threads; reading a file takes no lock.
 */
public final class MemoryFileSystem implements FileSystem {
  /** What directories have instead of content. */
  private static final MemoryFile DIRECTORY = new MemoryFile();

  /** Of each directory, what is in it by its whole name, sorted. */
  @GuardedBy("this")
  private final Map<Path, Map<Path, MemoryFile>> directories = new HashMap<>();

  /** The same as a loss of power would leave it. */
  @GuardedBy("this")
  private final Map<Path, Map<Path, MemoryFile>> forced = new HashMap<>();

  @GuardedBy("this")
  private final Set<Path> locked = new HashSet<>();

  @GuardedBy("this")
  private boolean stopped;

  private final FileKeys keys;

  /** A file system with nothing in it, and nothing encrypted. */
  public MemoryFileSystem() {
    this(FileKeys.none());
  }

  /** A file system with nothing in it. */
  public MemoryFileSystem(FileKeys keys) {
    this.keys = keys;
  }

  @Override
  public FileKeys keys() {
    return keys;
  }

  /** A copy of this file system as it is now, without locks; both continue independently. */
  public synchronized MemoryFileSystem fork() {
    MemoryFileSystem fork = new MemoryFileSystem(keys);
    directories.forEach(
        (directory, entries) -> fork.put(directory, entries, /* forcedOnly= */ false));
    return fork;
  }

  /**
   * Stops, as when the process died: changes are refused from now on.
   *
   * @return what the next process finds: everything written so far
   */
  public synchronized MemoryFileSystem afterProcessDeath() {
    stopped = true;
    return fork();
  }

  /**
   * Stops, as when power is lost: changes are refused from now on.
   *
   * @return what is found when power is back: of each file the bytes that were forced, under the
   *     names that were; the worst that may happen, but for torn pages, and directories that come
   *     back
   */
  public synchronized MemoryFileSystem afterPowerLoss() {
    stopped = true;
    MemoryFileSystem left = new MemoryFileSystem(keys);
    forced.forEach((directory, entries) -> left.put(directory, entries, /* forcedOnly= */ true));
    return left;
  }

  private synchronized void put(Path directory, Map<Path, MemoryFile> entries, boolean forcedOnly) {
    Map<Path, MemoryFile> copies = new TreeMap<>();
    entries.forEach(
        (name, file) ->
            copies.put(
                name,
                file == DIRECTORY
                    ? DIRECTORY
                    : file.copy(forcedOnly ? file.forcedBytes() : file.size())));
    directories.put(directory, copies);
    forced.put(directory, new TreeMap<>(copies));
  }

  @Override
  public synchronized AppendFile create(Path file) throws IOException {
    requireRunning();
    Path name = name(file);
    MemoryFile content = new MemoryFile();
    if (siblings(name).putIfAbsent(name, content) != null) {
      throw new FileAlreadyExistsException(file.toString());
    }
    return new Appender(content);
  }

  @Override
  public synchronized RandomReadFile open(Path file) throws IOException {
    return new Reader(file, file(file));
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    requireRunning();
    if (isDirectory(from)) {
      renameDirectory(name(from), name(to));
      return;
    }
    MemoryFile content = file(from);
    if (isDirectory(to)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    Map<Path, MemoryFile> target = siblings(name(to));
    siblings(name(from)).remove(name(from));
    target.put(name(to), content);
  }

  /** Durable at once, as the creation of a directory is. */
  @GuardedBy("this")
  private void renameDirectory(Path from, Path to) throws IOException {
    if (siblings(to).containsKey(to)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    for (Map<Path, Map<Path, MemoryFile>> tree : List.of(directories, forced)) {
      List<Path> moved = tree.keySet().stream().filter(path -> path.startsWith(from)).toList();
      for (Path directory : moved) {
        Map<Path, MemoryFile> entries = new TreeMap<>();
        tree.remove(directory)
            .forEach((name, file) -> entries.put(to.resolve(from.relativize(name)), file));
        tree.put(to.resolve(from.relativize(directory)), entries);
      }
      Map<Path, MemoryFile> siblings = tree.get(from.getParent());
      if (siblings != null) {
        siblings.remove(from);
      }
      enter(to, tree);
    }
  }

  @Override
  public synchronized void link(Path existing, Path link) throws IOException {
    requireRunning();
    MemoryFile content = file(existing);
    if (siblings(name(link)).putIfAbsent(name(link), content) != null) {
      throw new FileAlreadyExistsException(link.toString());
    }
  }

  @Override
  public synchronized void delete(Path path) throws IOException {
    requireRunning();
    Path name = name(path);
    Map<Path, MemoryFile> inside = directories.get(name);
    if (inside != null && !inside.isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    Map<Path, MemoryFile> siblings = directories.get(name.getParent());
    if (siblings != null) {
      siblings.remove(name);
      directories.remove(name);
    }
    if (inside != null) {
      forgetForced(name);
    }
  }

  /** Durable at once; otherwise the content of a deleted directory would be kept forever. */
  @GuardedBy("this")
  private void forgetForced(Path directory) {
    forced.remove(directory);
    Map<Path, MemoryFile> siblings = forced.get(directory.getParent());
    if (siblings != null) {
      siblings.remove(directory);
    }
  }

  @Override
  public synchronized boolean exists(Path path) {
    return isDirectory(path) || entry(name(path)) != null;
  }

  @Override
  public synchronized boolean isDirectory(Path path) {
    return directories.containsKey(name(path));
  }

  @Override
  public synchronized void createDirectories(Path directory) throws IOException {
    requireRunning();
    for (Path path = name(directory); path != null; path = path.getParent()) {
      MemoryFile there = entry(path);
      if (there != null && there != DIRECTORY) {
        throw new FileAlreadyExistsException(path.toString());
      }
    }
    for (Path path = name(directory); path != null; path = path.getParent()) {
      enter(path, directories);
      enter(path, forced);
    }
  }

  @Override
  public synchronized List<Path> list(Path directory) {
    List<Path> paths = new ArrayList<>();
    Map<Path, MemoryFile> entries = directories.get(name(directory));
    if (entries != null) {
      entries.keySet().forEach(path -> paths.add(directory.resolve(path.getFileName())));
    }
    return paths;
  }

  @Override
  public synchronized long size(Path file) throws IOException {
    return file(file).size();
  }

  @Override
  public synchronized void truncate(Path file, long size) throws IOException {
    requireRunning();
    file(file).truncate(size);
  }

  @Override
  public synchronized void force(Path file) throws IOException {
    requireRunning();
    file(file).force();
  }

  @Override
  public synchronized void forceDirectory(Path directory) throws IOException {
    requireRunning();
    Path name = name(directory);
    Map<Path, MemoryFile> now = directories.get(name);
    if (now == null) {
      forced.remove(name);
    } else {
      forced.put(name, new TreeMap<>(now));
    }
  }

  @Override
  public synchronized AutoCloseable lock(Path lockFile) throws IOException {
    Path name = name(lockFile);
    if (!directories.containsKey(name.getParent())) {
      throw new NoSuchFileException(name.toString());
    }
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

  private static void enter(Path directory, Map<Path, Map<Path, MemoryFile>> tree) {
    tree.computeIfAbsent(directory, path -> new TreeMap<>());
    Path parent = directory.getParent();
    if (parent != null) {
      tree.computeIfAbsent(parent, path -> new TreeMap<>()).put(directory, DIRECTORY);
    }
  }

  @GuardedBy("this")
  private void requireRunning() throws IOException {
    if (stopped) {
      throw new IOException("The machine of this file system has stopped");
    }
  }

  /** What is in the directory that this name is in. */
  @GuardedBy("this")
  private Map<Path, MemoryFile> siblings(Path name) throws IOException {
    Map<Path, MemoryFile> siblings = directories.get(name.getParent());
    if (siblings == null) {
      throw new NoSuchFileException(name.toString());
    }
    return siblings;
  }

  /** The file or directory of this name, or null. */
  @GuardedBy("this")
  private MemoryFile entry(Path name) {
    Map<Path, MemoryFile> siblings = directories.get(name.getParent());
    return siblings == null ? null : siblings.get(name);
  }

  @GuardedBy("this")
  private MemoryFile file(Path path) throws IOException {
    MemoryFile content = entry(name(path));
    if (content == null || content == DIRECTORY) {
      throw new NoSuchFileException(path.toString());
    }
    return content;
  }

  /** Appends under the file system's lock, so that copies are of one moment. */
  private final class Appender implements AppendFile {
    private final MemoryFile content;

    Appender(MemoryFile content) {
      this.content = content;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      synchronized (MemoryFileSystem.this) {
        requireRunning();
        content.append(source, offset, length);
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (MemoryFileSystem.this) {
        requireRunning();
        content.force();
      }
    }

    @Override
    public long size() {
      return content.size();
    }

    @Override
    public void close() {
      // the content lives as long as somebody refers to it
    }
  }

  private record Reader(Path name, MemoryFile content) implements RandomReadFile {
    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
      if (position + length > content.size()) {
        throw new EOFException(
            name
                + " ends at "
                + content.size()
                + ", before the "
                + length
                + " bytes from "
                + position);
      }
      content.read(position, target, offset, length);
    }

    @Override
    public long size() {
      return content.size();
    }

    @Override
    public void close() {
      // the content lives as long as somebody refers to it
    }
  }
}
