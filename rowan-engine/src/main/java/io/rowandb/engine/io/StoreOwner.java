package io.rowandb.engine.io;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Who has a store open, by a record beside its lock. A lock of the operating system can be lost
 * without a word: when the process closes any other descriptor of the lock's file, when the file is
 * removed. The record does not rest on it: a store whose record names a process that lives is
 * refused, and an owner whose record is another's stops before it acknowledges anything more. Safe
 * for use by many threads.
 */
public interface StoreOwner extends AutoCloseable {
  /** Of a store that nobody else can open. */
  StoreOwner ALONE = () -> {};

  /**
   * Whether a file is a record, whole or cut off by a loss of power, and has no other name; what
   * else has the record's name is somebody else's.
   */
  static boolean isRecord(FileSystem fileSystem, Path file) throws IOException {
    if (fileSystem.size(file) > OwnerFile.BYTES || fileSystem.names(file) > 1) {
      return false;
    }
    try (RandomReadFile open = fileSystem.open(file)) {
      byte[] bytes = new byte[(int) Math.min(open.size(), OwnerFile.BYTES + 1)];
      open.readFully(0, bytes, 0, bytes.length);
      return OwnerFile.isBegun(bytes);
    }
  }

  /**
   * Refuses when somebody else has taken the store: a read of memory. What was written before this
   * call returned is seen by whoever takes it later.
   *
   * @throws LostStoreException names him
   */
  default void requireOwner() throws IOException {}

  /**
   * Also when the record is not the file of its name any more, so that nobody would find it: asks
   * the disk.
   *
   * @throws LostStoreException says so
   */
  default void requireRecord() throws IOException {}

  /** Takes the record away. Twice does nothing. */
  @Override
  void close() throws IOException;
}
