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
  /** Of a store that nobody else can open. */
  StoreOwner ALONE = () -> {};

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
