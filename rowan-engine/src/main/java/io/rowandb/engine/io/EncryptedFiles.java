package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The files of a file system, some of which are encrypted as a whole ({@link EncryptedFormat}).
 * Reads and writes through this class see the plain content with its plain lengths and offsets. New
 * files are encrypted if the keys say so; existing ones are read as they are, so encrypted and
 * plain files may be mixed.
 *
 * <ol>
 *   <li>Every file has its own key and initialization vector.
 *   <li>A position of a file is encrypted once: after a failed write nothing more is written to the
 *       file, {@link AppendFile#goesOnAfterFailure}.
 * </ol>
 *
 * Do not rename or link a file while it is written here. Safe for use by many threads.
 */
public final class EncryptedFiles extends ForwardingFileSystem {
  private final FileKeys.Use use;

  /**
   * @param use what the keys of these files are for
   */
  public EncryptedFiles(FileSystem below, FileKeys.Use use) {
    super(below);
    this.use = use;
  }

  /** Whether a file that starts with these bytes is encrypted as a whole. */
  public static boolean isEncrypted(byte[] start) {
    return EncryptedFormat.isEncrypted(start);
  }

  @Override
  public AppendFile create(Path file) throws IOException {
    if (!keys().encryptsLog()) {
      return super.create(file);
    }
    DataKey key = DataKey.random();
    byte[] iv = DataKey.randomIv();
    byte[] header = new EncryptedFormat.Header(iv, keys().wrap(key, use)).encode();
    AppendFile created = super.create(file);
    boolean done = false;
    try {
      created.write(header, 0, header.length);
      created.force();
      done = true;
      return new EncryptedAppendFile(created, key, iv);
    } finally {
      if (!done) { // the name stays free
        created.close();
        super.delete(file);
      }
    }
  }

  @Override
  public RandomReadFile open(Path file) throws IOException {
    RandomReadFile opened = super.open(file);
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
        opened, keys().unwrap(header.wrappedKey(), use, file), header.iv());
  }

  private static byte[] start(RandomReadFile file) throws IOException {
    byte[] start = new byte[(int) Math.min(EncryptedFormat.HEADER_BYTES, file.size())];
    file.readFully(0, start, 0, start.length);
    return start;
  }

  @Override
  public long size(Path file) throws IOException {
    return Math.max(0, super.size(file) - headerBytes(file));
  }

  @Override
  public void truncate(Path file, long size) throws IOException {
    super.truncate(file, size + headerBytes(file));
  }

  private int headerBytes(Path file) throws IOException {
    try (RandomReadFile opened = super.open(file)) {
      byte[] start = start(opened);
      return EncryptedFormat.isEncrypted(start)
              || EncryptedFormat.isUnfinished(start, opened.size())
          ? EncryptedFormat.HEADER_BYTES
          : 0;
    }
  }
}
