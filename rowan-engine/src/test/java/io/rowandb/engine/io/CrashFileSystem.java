package io.rowandb.engine.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A disk that can lose power. It remembers what was forced; {@link #afterPowerLoss} makes a new
 * disk that holds that, and of the rest whatever chance leaves: of each file's unforced end a part,
 * with pages or parts of them missing in between; of the unforced changes of names in a directory
 * the first few.
 *
 * <p>{@link #crashAt} makes the n-th changing call and all later ones fail, which together with a
 * loss of power at each n tests recovery at every moment of a history. {@link #beforeEachChange}
 * looks at the disk at every such moment while the history goes on. Safe for use by many threads.
 */
public final class CrashFileSystem implements FileSystem {
  /** What is kept or lost together; small, so that short test files have several. */
  private static final int PAGE_BYTES = 64;

  /** A file's bytes, and how many of them are on disk. */
  private static final class Content {
    /** Bytes below {@code size} do not change but by a flip, which copies them first. */
    private byte[] bytes = new byte[0];

    private int size;
    private int forced;

    Content() {}

    Content(Content other) {
      this.bytes = Arrays.copyOf(other.bytes, other.size);
      this.size = other.size;
      this.forced = other.forced;
    }

    Content(byte[] forcedBytes) {
      this.bytes = forcedBytes;
      this.size = forcedBytes.length;
      this.forced = forcedBytes.length;
    }

    void append(byte[] source, int offset, int length) {
      if (size + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
      }
      System.arraycopy(source, offset, bytes, size, length);
      size += length;
    }
  }

  /**
   * A change of names in one directory that is not on disk yet.
   *
   * @param from what was the name of the directory that has this name now; null of a file
   */
  private record NameChange(Path directory, Path name, Content content, Path from) {
    NameChange(Path directory, Path name, Content content) {
      this(directory, name, content, null);
    }
  }

  private final FileKeys keys;
  private final Map<Path, Content> live = new HashMap<>();
  private final Map<Path, Content> durable = new HashMap<>();
  private final List<NameChange> pending = new ArrayList<>();
  private final Set<Path> directories = new HashSet<>();
  private final Set<Path> locked = new HashSet<>();
  private long operations;
  private long crashAt = Long.MAX_VALUE;
  private Runnable watcher = () -> {};

  /** An empty disk, on which nothing is encrypted. */
  public CrashFileSystem() {
    this(FileKeys.none());
  }

  /** An empty disk whose encrypted files have these keys, also after a loss. */
  public CrashFileSystem(FileKeys keys) {
    this.keys = keys;
  }

  @Override
  public FileKeys keys() {
    return keys;
  }

  /** The n-th changing call from the start, and all later ones, fail. */
  public synchronized void crashAt(long operation) {
    crashAt = operation;
  }

  /** Calls {@code watcher} before each changing call from now on, in the thread that makes it. */
  public synchronized void beforeEachChange(Runnable newWatcher) {
    watcher = newWatcher;
  }

  /** How many changing calls there were. */
  public synchronized long operations() {
    return operations;
  }

  /** The disk as it may be found after a loss of power now. */
  public synchronized CrashFileSystem afterPowerLoss(RandomGenerator random) {
    Map<Path, Content> names = new HashMap<>(durable);
    Set<Path> left = new HashSet<>(directories);
    // In the order of names, so that the same random numbers leave the same.
    for (Path directory : new TreeSet<>(directories)) {
      List<NameChange> changes =
          pending.stream().filter(change -> change.directory().equals(directory)).toList();
      int kept = random.nextInt(changes.size() + 1);
      changes.subList(0, kept).forEach(change -> apply(names, change));
      for (NameChange undone : changes.subList(kept, changes.size())) {
        if (undone.from() != null) {
          left.removeIf(path -> path.startsWith(undone.name()));
          left.add(undone.from());
        }
      }
    }
    CrashFileSystem after = new CrashFileSystem(keys);
    after.directories.addAll(left);
    new TreeMap<>(names).forEach((name, content) -> after.put(name, leftOver(content, random)));
    // a directory was not gone from the disk when a file in it was not
    names.keySet().forEach(name -> after.addDirectories(name.getParent()));
    return after;
  }

  /**
   * The disk as it is found after only the process died now: all that was written is there, and
   * what was not forced may still be lost with the power.
   */
  public synchronized CrashFileSystem afterProcessDeath() {
    CrashFileSystem after = new CrashFileSystem(keys);
    after.directories.addAll(directories);
    IdentityHashMap<Content, Content> copies = new IdentityHashMap<>();
    live.forEach((name, content) -> after.live.put(name, copy(content, copies)));
    durable.forEach((name, content) -> after.durable.put(name, copy(content, copies)));
    for (NameChange change : pending) {
      Content content = change.content() == null ? null : copy(change.content(), copies);
      after.pending.add(new NameChange(change.directory(), change.name(), content, change.from()));
    }
    return after;
  }

  private static Content copy(Content content, IdentityHashMap<Content, Content> copies) {
    return copies.computeIfAbsent(content, original -> new Content(original));
  }

  /** Changes one byte of a file, as a failing disk would. */
  public synchronized void flip(Path file, int offset, int mask) {
    Content content = live.get(name(file));
    content.bytes = content.bytes.clone(); // who reads it may have the old ones
    content.bytes[offset] ^= (byte) mask;
  }

  /** Replaces the content of a file, or makes one. */
  public synchronized void put(Path file, byte[] bytes) {
    Content content = new Content(bytes.clone());
    live.put(name(file), content);
    durable.put(name(file), content);
  }

  /** The content of a file. */
  public synchronized byte[] get(Path file) {
    Content content = live.get(name(file));
    return Arrays.copyOf(content.bytes, content.size);
  }

  /** A copy of the whole disk with everything on it forced. */
  public synchronized CrashFileSystem copy() {
    CrashFileSystem copy = new CrashFileSystem(keys);
    copy.directories.addAll(directories);
    live.keySet().forEach(name -> copy.put(name, get(name)));
    return copy;
  }

  @Override
  public synchronized AppendFile create(Path file) throws IOException {
    before();
    if (!directories.contains(name(file).getParent())) {
      throw new NoSuchFileException(file.toString());
    }
    if (live.containsKey(name(file))) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Content content = new Content();
    change(name(file), content);
    return new Appender(content);
  }

  @Override
  public synchronized RandomReadFile open(Path file) throws IOException {
    Content content = content(file);
    return new RandomReadFile() {
      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        synchronized (CrashFileSystem.this) {
          if (position + length > content.size) {
            throw new EOFException(file + " has only " + content.size + " bytes");
          }
          System.arraycopy(content.bytes, (int) position, target, offset, length);
        }
      }

      @Override
      public long size() {
        synchronized (CrashFileSystem.this) {
          return content.size;
        }
      }

      @Override
      public void close() {
        // nothing is held
      }
    };
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    before();
    if (directories.contains(name(from))) {
      renameDirectory(name(from), name(to));
      return;
    }
    Content content = content(from);
    live.remove(name(from));
    live.put(name(to), content);
    // one step: the old name goes with the appearance of the new one
    pending.add(new NameChange(name(to).getParent(), name(to), content));
    pending.add(new NameChange(name(from).getParent(), name(from), null));
  }

  /** Demands that all in it is on disk: else a loss of power could leave a part of it. */
  private void renameDirectory(Path from, Path to) throws IOException {
    if (live.containsKey(to) || directories.contains(to)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    for (NameChange change : pending) {
      if (change.directory().startsWith(from)) {
        throw new IllegalStateException(change.name() + " is not forced");
      }
    }
    live.forEach(
        (name, content) -> {
          if (name.startsWith(from) && content.forced < content.size) {
            throw new IllegalStateException("the content of " + name + " is not forced");
          }
        });
    move(live, from, to);
    for (Path directory : List.copyOf(directories)) {
      if (directory.startsWith(from)) {
        directories.remove(directory);
        directories.add(to.resolve(from.relativize(directory)));
      }
    }
    pending.add(new NameChange(to.getParent(), to, null, from));
  }

  private static void move(Map<Path, Content> names, Path from, Path to) {
    for (Path name : List.copyOf(names.keySet())) {
      if (name.startsWith(from)) {
        names.put(to.resolve(from.relativize(name)), names.remove(name));
      }
    }
  }

  @Override
  public synchronized void link(Path existing, Path link) throws IOException {
    before();
    Content content = content(existing);
    if (!directories.contains(name(link).getParent())) {
      throw new NoSuchFileException(link.toString());
    }
    if (live.containsKey(name(link))) {
      throw new FileAlreadyExistsException(link.toString());
    }
    change(name(link), content);
  }

  @Override
  public synchronized void delete(Path path) throws IOException {
    before();
    if (live.containsKey(name(path))) {
      change(name(path), null);
    } else {
      directories.remove(name(path));
    }
  }

  @Override
  public synchronized boolean exists(Path path) {
    return live.containsKey(name(path)) || directories.contains(name(path));
  }

  @Override
  public synchronized boolean isDirectory(Path path) {
    return directories.contains(name(path));
  }

  @Override
  public synchronized void createDirectories(Path directory) throws IOException {
    before();
    addDirectories(name(directory));
  }

  private void addDirectories(Path directory) {
    for (Path path = directory; path != null; path = path.getParent()) {
      directories.add(path);
    }
  }

  @Override
  public synchronized List<Path> list(Path directory) {
    Path name = name(directory);
    return Stream.concat(live.keySet().stream(), directories.stream())
        .filter(path -> name.equals(path.getParent()))
        .sorted()
        .map(path -> directory.resolve(path.getFileName()))
        .toList();
  }

  @Override
  public synchronized long size(Path file) throws IOException {
    return content(file).size;
  }

  @Override
  public synchronized void truncate(Path file, long size) throws IOException {
    before();
    Content content = content(file);
    if (size < content.size) {
      content.bytes = Arrays.copyOf(content.bytes, (int) size);
      content.size = (int) size;
    }
    content.forced = content.size;
  }

  @Override
  public synchronized void force(Path file) throws IOException {
    before();
    Content content = content(file);
    content.forced = content.size;
  }

  @Override
  public synchronized void forceDirectory(Path directory) throws IOException {
    before();
    for (NameChange change : pending) {
      if (change.directory().equals(name(directory))) {
        apply(durable, change);
      }
    }
    pending.removeIf(change -> change.directory().equals(name(directory)));
  }

  @Override
  public synchronized AutoCloseable lock(Path lockFile) throws IOException {
    if (!locked.add(name(lockFile))) {
      throw new StoreInUseException(lockFile, "this one");
    }
    return () -> unlock(name(lockFile));
  }

  private synchronized void unlock(Path lockFile) {
    locked.remove(lockFile);
  }

  private final class Appender implements AppendFile {
    private final Content content;

    Appender(Content content) {
      this.content = content;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      synchronized (CrashFileSystem.this) {
        before();
        content.append(source, offset, length);
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (CrashFileSystem.this) {
        before();
        content.forced = content.size;
      }
    }

    @Override
    public long size() {
      synchronized (CrashFileSystem.this) {
        return content.size;
      }
    }

    @Override
    public void close() {
      // nothing is held
    }
  }

  private void before() throws IOException {
    watcher.run();
    operations++;
    if (operations >= crashAt) {
      throw new IOException("the machine is dead since call " + crashAt);
    }
  }

  private void change(Path name, Content content) {
    if (content == null) {
      live.remove(name);
    } else {
      live.put(name, content);
    }
    pending.add(new NameChange(name.getParent(), name, content));
  }

  private static void apply(Map<Path, Content> names, NameChange change) {
    if (change.from() != null) {
      move(names, change.from(), change.name());
    } else if (change.content() == null) {
      names.remove(change.name());
    } else {
      names.put(change.name(), change.content());
    }
  }

  /** What was forced, and of the rest some pages; what is lost between kept ones is zeros. */
  private static byte[] leftOver(Content content, RandomGenerator random) {
    int size = content.forced + random.nextInt(content.size - content.forced + 1);
    byte[] left = Arrays.copyOf(content.bytes, size);
    boolean reorders = random.nextBoolean();
    for (int page = content.forced; reorders && page < size; page += PAGE_BYTES) {
      if (random.nextInt(4) == 0) {
        int torn = random.nextBoolean() ? 0 : random.nextInt(PAGE_BYTES);
        int from = Math.min(size, page + torn);
        Arrays.fill(left, from, Math.min(size, page + PAGE_BYTES), (byte) 0);
      }
    }
    return left;
  }

  private Content content(Path file) throws IOException {
    Content content = live.get(name(file));
    if (content == null) {
      throw new NoSuchFileException(file.toString());
    }
    return content;
  }

  /** Most names are normal, and making them so takes longer than all else here. */
  private static Path name(Path path) {
    return path.isAbsolute() && !path.toString().contains("/.")
        ? path
        : path.toAbsolutePath().normalize();
  }
}
