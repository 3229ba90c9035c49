package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a file system, of which some are encrypted as a whole ({@link EncryptedFormat}); who
 * reads and writes them here sees them as they would be otherwise, with the lengths and places that
 * they would have. What is created here is encrypted if the keys say so; what is there is read as
 * it is, so encrypted files and others may stand side by side.
 *
 * <ol>
 *   <li>Every file has a key and a vector of its own.
 *   <li>A place of a file is encrypted once: behind a failed write nothing is written to it any
 *       more, {@link AppendFile#goesOnAfterFailure}.
 * </ol>
 *
 * Renaming and linking are not for files that are being written here. Safe for use by many threads.
 */
public final class EncryptedFiles implements FileSystem {
  // Fixed at construction.
  private final FileSystem below;
  private final FileKeys.Use use;

  /**
   * @param use what the keys of these files are for
   */
  public EncryptedFiles(FileSystem below, FileKeys.Use use) {
    this.below = below;
    this.use = use;
  }

  /** Whether a file that starts with these bytes is encrypted as a whole. */
  public static boolean isEncrypted(byte[] start) {
    return EncryptedFormat.isEncrypted(start);
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    if (!below.keys().encryptsLog()) {
      return below.create(file);
    }
    DataKey key = DataKey.random();
    byte[] iv = DataKey.randomIv();
    byte[] header = new EncryptedFormat.Header(iv, below.keys().wrap(key, use)).encode();
    AppendFile created = below.create(file);
    boolean done = false;
    try {
      created.write(header, 0, header.length);
      created.force();
      done = true;
      return new EncryptedAppendFile(created, key, iv);
    } finally {
      if (!done) { // the name stays free
        created.close();
        below.delete(file);
      }
    }
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    RandomReadFile opened = below.open(file);
    boolean done = false;
    try {
      RandomReadFile read = plain(file, opened);
      done = true;
      return read;
    } finally {
      if (!done) {
        opened.close();
      }
    }
  }

  private RandomReadFile plain(Path file, RandomReadFile opened) throws IOException {
    byte[] start = start(opened);
    if (EncryptedFormat.isUnfinished(start, opened.size())) {
      return new EncryptedReadFile(opened, DataKey.random(), DataKey.randomIv());
    }
    if (!EncryptedFormat.isEncrypted(start)) {
      return opened;
    }
    EncryptedFormat.Header header = EncryptedFormat.decode(file, start);
    return new EncryptedReadFile(
        opened, below.keys().unwrap(header.wrappedKey(), use, file), header.iv());
  }

  private static byte[] start(RandomReadFile file) throws IOException {
    byte[] start = new byte[(int) Math.min(EncryptedFormat.HEADER_BYTES, file.size())];
    file.readFully(0, start, 0, start.length);
    return start;
  }

  @Override
  public long size(Path file) throws IOException {
    return Math.max(0, below.size(file) - headerBytes(file));
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    below.truncate(file, size + headerBytes(file));
  }

  private int headerBytes(Path file) throws IOException {
    try (RandomReadFile opened = below.open(file)) {
      byte[] start = start(opened);
      return EncryptedFormat.isEncrypted(start)
              || EncryptedFormat.isUnfinished(start, opened.size())
          ? EncryptedFormat.HEADER_BYTES
          : 0;
    }
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    below.rename(from, to);
  }

  @Override
  public void link(Path existing, Path link) throws IOException {
    below.link(existing, link);
  }

  @Override
  public void delete(Path path) throws IOException {
    below.delete(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    return below.exists(path);
  }

  @Override
  public boolean isDirectory(Path path) throws IOException {
    return below.isDirectory(path);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    below.createDirectories(directory);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return below.list(directory);
  }

  @Override
  public void force(Path file) throws IOException {
    below.force(file);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    below.forceDirectory(directory);
  }

  @Override
  public AutoCloseable lock(Path lockFile) throws IOException {
    return below.lock(lockFile);
  }

  @Override
  public StoreOwner own(Path ownerFile, Path lockFile) throws IOException {
    return below.own(ownerFile, lockFile);
  }

  @Override
  public FileKeys keys() {
    return below.keys();
  }
}
