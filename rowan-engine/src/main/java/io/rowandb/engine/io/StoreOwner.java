package io.rowandb.engine.io;

import java.io.IOException;

/**
 * The owner of an open store, according to a record beside its lock. A lock of the operating system
 * can be lost silently: when the process closes any other descriptor of the lock file, or when the
 * file is removed. The record does not depend on it: a store whose record names a live process is
 * refused, and an owner that finds another's record stops before it acknowledges anything more.
 * Safe for use by many threads.
 */
public interface StoreOwner extends AutoCloseable {
  /** The owner of a store that no other process can open. */
  StoreOwner ALONE = () -> {};

  /**
   * Fails if another owner has taken the store: a read of memory. A later owner sees everything
   * that was written before this call returned.
   *
   * @throws LostStoreException names the other owner
   */
  default void requireOwner() throws IOException {}

  /**
   * Also fails if the record is no longer the file of its name, so that others would not find it:
   * reads the disk.
   *
   * @throws LostStoreException says so
   */
  default void requireRecord() throws IOException {}

  /** Takes the record away. Twice does nothing. */
  @Override
  void close() throws IOException;
}
