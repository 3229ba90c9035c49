package io.rowandb.engine.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * A file system of which one call fails, is late or gives wrong bytes, and which knows what is
 * open. Used by one thread.
 */
public final class OneFailure extends DelegatingFileSystem {
  private static final Set<String> CHANGES =
      Set.of(
          "create",
          "write",
          "force",
          "truncate",
          "rename",
          "link",
          "delete",
          "forceDirectory",
          "createDirectories");
  private static final Set<String> NEED_SPACE =
      Set.of("create", "write", "rename", "link", "createDirectories");
  private static final Set<String> READS = Set.of("read");
  private static final Set<String> LOOKS = Set.of("open", "read", "size", "list", "exists");

  /** What is wrong with the call. */
  public enum Kind {
    /** A change throws an {@link IOException}; nothing has happened. */
    REFUSED,
    /** A change throws an {@link IOException}; half of the bytes were written, or all was done. */
    HALF_DONE,
    /** A change throws an {@link Error}; nothing has happened. */
    ERROR,
    /** From this change on there is no space: every call that needs some is refused. */
    FULL,
    /** A change takes its time; {@link #whenLate} tells what happens meanwhile. */
    LATE,
    /** Looking for a file, opening or reading it throws an {@link IOException}. */
    READ_REFUSED,
    /** A read gives the first half of the bytes, as of a file that ends there. */
    READ_SHORT,
    /** A read throws an {@link Error}. */
    READ_ERROR,
    /** One bit of what a read gives is wrong; another read of it is right. */
    READ_FLIPPED;

    /** Whether it is about calls that change nothing. */
    public boolean isOfReads() {
      return operations() != CHANGES;
    }

    private Set<String> operations() {
      return switch (this) {
        case REFUSED, HALF_DONE, ERROR, FULL, LATE -> CHANGES;
        case READ_REFUSED -> LOOKS;
        case READ_SHORT, READ_ERROR, READ_FLIPPED -> READS;
      };
    }
  }

  private final Kind kind;
  private final TreeMap<String, Integer> open = new TreeMap<>();
  private Runnable late = () -> {};
  private long failAt;
  private long calls;

  /** Whether the present call is to be wrong in its own way. */
  private boolean due;

  /**
   * @param failAt which call of those that the kind is about, counted from 1
   */
  public OneFailure(FileSystem below, long failAt, Kind kind) {
    super(below);
    this.failAt = failAt;
    this.kind = kind;
  }

  /** What happens while a call is late. */
  public void whenLate(Runnable what) {
    late = what;
  }

  /** Lets nothing fail any more. */
  public void spare() {
    failAt = Long.MAX_VALUE;
  }

  /** How many calls there were of those that the kind is about. */
  public long calls() {
    return calls;
  }

  /** The files that are open. */
  public List<String> open() {
    return List.copyOf(open.keySet());
  }

  @Override
  protected void before(String operation, Path path) throws IOException {
    if (!kind.operations().contains(operation)) {
      return;
    }
    calls++;
    if (kind == Kind.FULL && calls >= failAt && NEED_SPACE.contains(operation)) {
      throw new IOException("No space left on device, " + message(operation, path));
    }
    if (calls == failAt) {
      switch (kind) {
        case REFUSED, READ_REFUSED -> throw new IOException(message(operation, path));
        case ERROR, READ_ERROR -> throw new InternalError(message(operation, path));
        case HALF_DONE, READ_SHORT, READ_FLIPPED -> due = true;
        case LATE -> late.run();
        case FULL -> {} // this call needs no space
      }
    }
  }

  /** The call has done its work; fails if it is to. */
  private void after(String operation, Path path) throws IOException {
    if (due) {
      due = false;
      throw new IOException(message(operation, path));
    }
  }

  private String message(String operation, Path path) {
    return "injected failure of call " + calls + ", " + operation + " of " + path;
  }

  @Override
  public AppendFile create(Path path) throws IOException {
    AppendFile file = super.create(path);
    if (due) {
      file.close();
      after("create", path);
    }
    return file;
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    super.rename(from, to);
    after("rename", to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    super.link(existing, link);
    after("link", link);
  }

  @Override
  public void delete(Path path) throws IOException {
    super.delete(path);
    after("delete", path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    super.createDirectories(directory);
    after("createDirectories", directory);
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    super.truncate(file, size);
    after("truncate", file);
  }

  @Override
  public void force(Path file) throws IOException {
    super.force(file);
    after("force", file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    super.forceDirectory(directory);
    after("forceDirectory", directory);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    before("exists", path);
    return super.exists(path);
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    before("exists", path);
    return super.isDirectory(path);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    before("list", directory);
    return super.list(directory);
  }

  @Override
  public long size(Path file) throws IOException {
    before("size", file);
    return super.size(file);
  }

  @Override
  protected AppendFile created(Path path, AppendFile file) {
    String name = isOpen("writing " + path);
    return new DelegatingAppendFile(file) {
      private boolean closed;

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        before("write", path);
        super.write(source, offset, due ? length / 2 : length);
        after("write", path);
      }

      @Override
      public void force() throws IOException {
        before("force", path);
        super.force();
        after("force", path);
      }

      @Override
      public void close() throws IOException {
        closed = closed || closed(name);
        super.close();
      }
    };
  }

  @Override
  public RandomReadFile open(Path path) throws IOException {
    before("open", path);
    return super.open(path);
  }

  @Override
  protected RandomReadFile opened(Path path, RandomReadFile file) {
    String name = isOpen("reading " + path);
    return new DelegatingReadFile(file) {
      private boolean closed;

      @Override
      public void readFully(long position, byte[] target, int offset, int length)
          throws IOException {
        before("read", path);
        boolean isShort = due && kind == Kind.READ_SHORT;
        super.readFully(position, target, offset, isShort ? length / 2 : length);
        if (isShort) {
          due = false;
          throw new EOFException(message("read", path));
        }
        if (due && length > 0) {
          due = false;
          target[offset + (int) (calls * 31 % length)] ^= (byte) (1 << calls % Byte.SIZE);
        }
      }

      @Override
      public long size() throws IOException {
        before("size", path);
        return super.size();
      }

      @Override
      public void close() throws IOException {
        closed = closed || closed(name);
        super.close();
      }
    };
  }

  private String isOpen(String name) {
    open.merge(name, 1, Integer::sum);
    return name;
  }

  private boolean closed(String name) {
    open.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
    return true;
  }
}
