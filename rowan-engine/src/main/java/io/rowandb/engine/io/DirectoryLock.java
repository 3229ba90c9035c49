package io.rowandb.engine.io;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The exclusive lock of a database directory: a lock of the operating system on a file that holds
 * the holder's process id.
 *
 * <ol>
 *   <li>It ends with the process. The content of a file left by a dead process does not matter, and
 *       the file is never deleted.
 *   <li>While this process holds the lock, this class never opens the file a second time by any
 *       path: closing any descriptor of a file releases all of the process's locks on it. So it
 *       first asks a register of the locks that this process holds, by the identity of the file.
 * </ol>
 *
 * <p>Other code in this process may open the file, and anybody may remove it; so a store also has a
 * {@link StoreOwner}.
 *
 * <p>The register is in the system properties, the one place that all class loaders of a process
 * share.
 */
final class DirectoryLock implements AutoCloseable {
  private static final String REGISTER_PREFIX = "io.rowandb.lock.";

  /** More digits than any process id has. */
  private static final int MAX_HOLDER_BYTES = 32;

  private final String registerKey;
  private final RandomAccessFile open;

  private DirectoryLock(String registerKey, RandomAccessFile open) {
    this.registerKey = registerKey;
    this.open = open;
  }

  static DirectoryLock take(Path lockFile) throws IOException {
    Path real = lockFile.toAbsolutePath().getParent().toRealPath().resolve(lockFile.getFileName());
    requireFileOrNothing(real);
    if (makeUnlessThere(real)) {
      FileAccount.asDirectory(real);
    }
    String key = REGISTER_PREFIX + LocalNames.identity(real);
    String self = Long.toString(ProcessHandle.current().pid());
    if (System.getProperties().putIfAbsent(key, self) != null) {
      throw new StoreInUseException(lockFile, self + ", this one");
    }
    RandomAccessFile open = null;
    boolean taken = false;
    try {
      open = new RandomAccessFile(lockFile.toFile(), "rw");
      FileLock lock = open.getChannel().tryLock();
      if (lock == null) {
        throw new StoreInUseException(lockFile, holder(open));
      }
      LocalNames.requireOne(lockFile);
      requireLock(lockFile, open);
      write(lockFile, open, self);
      taken = true;
      return new DirectoryLock(key, open);
    } finally {
      if (!taken) {
        release(key, open);
      }
    }
  }

  /** What a link leads to would be written over. */
  private static void requireFileOrNothing(Path lockFile) throws IOException {
    FileKind kind = LocalNames.kind(lockFile);
    if (kind != FileKind.FILE && kind != FileKind.NOTHING) {
      throw new FileSystemException(
          lockFile.toString(), null, "is " + kind.words() + " and no file to lock");
    }
  }

  /** Opens no file that is there. */
  private static boolean makeUnlessThere(Path lockFile) throws IOException {
    try {
      Files.createFile(lockFile);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false; // as almost always
    }
  }

  /** A failure names the file; the system says only "No space left on device". */
  private static void write(Path lockFile, RandomAccessFile open, String holder)
      throws IOException {
    try {
      open.seek(0);
      open.setLength(0);
      open.write((holder + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new IOException("Cannot write to " + lockFile + ": " + e.getMessage(), e);
    }
  }

  /** Gives the lock back. Twice does nothing. */
  @Override
  public void close() throws IOException {
    if (open.getChannel().isOpen()) {
      release(registerKey, open);
    }
  }

  /** Closes first: another thread of this process may open the file once the register allows it. */
  private static void release(String key, RandomAccessFile open) throws IOException {
    try {
      if (open != null) {
        open.close();
      }
    } finally {
      System.getProperties().remove(key);
    }
  }

  /** A foreign file of this name is not overwritten. */
  private static void requireLock(Path lockFile, RandomAccessFile open) throws IOException {
    boolean is = open.length() <= MAX_HOLDER_BYTES;
    if (is) {
      byte[] bytes = new byte[(int) open.length()];
      open.readFully(bytes);
      is = new String(bytes, StandardCharsets.US_ASCII).matches("[0-9\\s\\x00]*");
    }
    if (!is) {
      throw new FileSystemException(
          lockFile.toString(), null, "is no lock of a store: it has more than a process id");
    }
  }

  private static String holder(RandomAccessFile open) throws IOException {
    byte[] bytes = new byte[MAX_HOLDER_BYTES];
    int count = open.read(bytes);
    String text = new String(bytes, 0, Math.max(0, count), StandardCharsets.US_ASCII).strip();
    return text.matches("\\d+") ? text : "unknown";
  }
}
