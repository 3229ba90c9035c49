package io.rowandb.engine.io;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The record of a store's owner ({@link StoreOwner}), in a file that is written in place, so that a
 * previous owner sees the change through its mapping.
 *
 * <pre>
 *  16 hexadecimal digits, drawn by the owner; its process id; what tells that process from others
 *  with the same id, 0 if unknown; 8 digits of a hash of the file's identity, so that a copy of
 *  the file names no owner; spaces, up to 64 bytes with the line's end
 *
 *  only spaces: there is no owner
 * </pre>
 *
 * <ol>
 *   <li>Only the holder of the store's lock writes it.
 *   <li>Everything that an owner wrote into the store before it found its record unchanged, the
 *       next owner finds there, because that one writes its record before it reads the store.
 *   <li>A record names no owner if its process is dead, or is this process but not registered.
 *   <li>A file that has other hard links, or is neither a record nor what a power loss leaves of
 *       one, is foreign and not overwritten.
 * </ol>
 */
public final class OwnerFile implements StoreOwner {
  /** In the table of system properties, which all class loaders of a process share. */
  private static final String REGISTER_PREFIX = "io.rowandb.owner.";

  private static final int BYTES = 64;

  private static final int ID_DIGITS = 16;
  private static final Pattern RECORD =
      Pattern.compile("([0-9a-f]{16}) (\\d{1,10}) (\\d{1,18}) ([0-9a-f]{8}) *");

  /** Also one without the hash, as former releases wrote it, and what a loss of power leaves. */
  private static final Pattern BEGUN =
      Pattern.compile("([0-9a-f]{16}( \\d{1,10}( \\d{1,18}( [0-9a-f]{1,8})?)?)?)?[ \\n\\x00]*");

  // Fixed at construction.
  private final Path file;
  private final Object identity;
  private final String id;
  private final long first;
  private final long second;
  private final OwnerRecord record;

  /** The file itself, wherever it was moved meanwhile. */
  private final RandomAccessFile open;

  private final AtomicBoolean closed = new AtomicBoolean();

  /** What a record says. */
  private record Owner(String id, long pid, long start, String file) {
    static Optional<Owner> in(byte[] bytes) {
      Matcher found = RECORD.matcher(new String(bytes, StandardCharsets.US_ASCII).strip());
      return found.matches()
          ? Optional.of(
              new Owner(
                  found.group(1),
                  Long.parseLong(found.group(2)),
                  Long.parseLong(found.group(3)),
                  found.group(4)))
          : Optional.empty();
    }

    /** Whether it is certain that the owner is alive and this is its file. */
    boolean lives(String thisFile) {
      if (!file.equals(thisFile)) {
        return false;
      }
      if (pid == ProcessHandle.current().pid()) {
        return System.getProperty(REGISTER_PREFIX + id) != null;
      }
      return start != 0 && start == RunningProcess.startOf(pid);
    }

    String text() {
      String line = id + " " + pid + " " + start + " " + file;
      return line + " ".repeat(BYTES - 1 - line.length()) + "\n";
    }
  }

  private OwnerFile(Path file, String id, OwnerRecord record, RandomAccessFile open)
      throws IOException {
    this.file = file;
    this.identity = LocalNames.identity(file);
    this.id = id;
    this.record = record;
    this.open = open;
    this.first = record.longAt(0);
    this.second = record.longAt(Long.BYTES);
  }

  /**
   * Takes the store for this process.
   *
   * @param lockFile of the lock that is held, for messages
   * @throws StoreInUseException when its owner lives
   */
  static OwnerFile take(Path file, Path lockFile) throws IOException {
    FileKind kind = LocalNames.kind(file);
    if (kind != FileKind.FILE && kind != FileKind.NOTHING) {
      throw new FileSystemException(file.toString(), null, "is " + kind.words() + " and no file");
    }
    if (kind == FileKind.NOTHING) {
      Files.createFile(file); // by the holder of the lock alone
      FileAccount.asDirectory(file);
    }
    LocalNames.requireOne(file);
    RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
    boolean taken = false;
    try {
      OwnerFile taking = take(file, lockFile, open);
      taken = true;
      return taking;
    } finally {
      if (!taken) {
        open.close();
      }
    }
  }

  private static OwnerFile take(Path file, Path lockFile, RandomAccessFile open)
      throws IOException {
    String id = String.format("%0" + ID_DIGITS + "x", UUID.randomUUID().getLeastSignificantBits());
    long self = ProcessHandle.current().pid();
    String hash = String.format("%08x", LocalNames.identity(file).toString().hashCode());
    Owner owner = new Owner(id, self, RunningProcess.startOf(self), hash);
    byte[] before = new byte[(int) Math.min(open.length(), BYTES + 1)];
    open.readFully(before);
    if (!isBegun(before)) {
      throw new FileSystemException(
          file.toString(),
          null,
          "is no record of a store's owner, which has " + BYTES + " bytes at most; move it away");
    }
    Optional<Owner> former = Owner.in(before).filter(each -> each.lives(hash));
    if (former.isPresent()) {
      boolean own = former.get().pid() == self;
      throw new StoreInUseException(lockFile, former.get().pid() + (own ? ", this one" : ""));
    }
    System.setProperty(REGISTER_PREFIX + id, Long.toString(self));
    boolean taken = false;
    try {
      open.seek(0);
      open.write(owner.text().getBytes(StandardCharsets.US_ASCII));
      open.setLength(BYTES);
      OwnerFile taking = new OwnerFile(file, id, OwnerRecord.open(file, BYTES), open);
      taken = true;
      return taking;
    } finally {
      if (!taken) {
        System.clearProperty(REGISTER_PREFIX + id);
      }
    }
  }

  /**
   * Whether a file is a record, whole or cut off by a loss of power, and has no other hard link;
   * any other file with the record's name is foreign.
   */
  public static boolean isRecord(FileSystem fileSystem, Path file) throws IOException {
    if (fileSystem.size(file) > BYTES || fileSystem.names(file) > 1) {
      return false;
    }
    try (RandomReadFile open = fileSystem.open(file)) {
      byte[] bytes = new byte[(int) Math.min(open.size(), BYTES + 1)];
      open.readFully(0, bytes, 0, bytes.length);
      return isBegun(bytes);
    }
  }

  /** Whether bytes are a record, with or without an owner, complete or cut off. */
  private static boolean isBegun(byte[] bytes) {
    return bytes.length <= BYTES
        && BEGUN.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).matches();
  }

  @Override
  public void requireOwner() throws IOException {
    try {
      if (!isUnchanged()) {
        throw lost(Owner.in(record.bytes()));
      }
    } catch (InternalError e) {
      // So Java tells, some instructions later, that a file which is mapped was cut off.
      throw lost(Optional.empty());
    }
  }

  private LostStoreException lost(Optional<Owner> other) {
    return new LostStoreException(
        file,
        other
            .map(owner -> "says that process " + owner.pid() + " has it")
            .orElse("has been written over, or cut off"));
  }

  @Override
  public void requireRecord() throws IOException {
    requireOwner();
    if (!isOwn()) {
      throw new LostStoreException(file, "was removed, or is another file");
    }
  }

  private boolean isUnchanged() throws IOException {
    return record.longAt(0) == first && record.longAt(Long.BYTES) == second;
  }

  private boolean isOwn() throws IOException {
    try {
      return identity.equals(LocalNames.identity(file));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    // It may be gone: a program can replace all properties.
    System.clearProperty(REGISTER_PREFIX + id);
    try (open;
        record) {
      if (isStillOwner()) {
        blank();
      }
    }
  }

  /**
   * Checks the file that the owner wrote: the store may have been moved, and then no longer belongs
   * to it there.
   */
  private boolean isStillOwner() throws IOException {
    try {
      requireOwner();
      return true;
    } catch (LostStoreException e) {
      return false; // it is the other's
    }
  }

  /** In place, never shorter: who lost the store may look at it. A full disk has room for it. */
  private void blank() throws IOException {
    open.seek(0);
    open.write((" ".repeat(BYTES - 1) + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
