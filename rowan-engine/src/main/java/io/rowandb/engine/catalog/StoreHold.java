package io.rowandb.engine.catalog;

import io.rowandb.engine.io.Closing;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.LostStoreException;
import io.rowandb.engine.io.StoreOwner;
import java.io.IOException;

/** Exclusive ownership of a store: its lock and the record of its owner. */
public final class StoreHold implements AutoCloseable {
  private final AutoCloseable lock;
  private final StoreOwner owner;

  private StoreHold(AutoCloseable lock, StoreOwner owner) {
    this.lock = lock;
    this.owner = owner;
  }

  /**
   * Takes a store, before it is read. A record file that leads out of the store is not written:
   * opening or checking the store finds it.
   *
   * @throws io.rowandb.engine.io.StoreInUseException when it is in use
   */
  public static StoreHold take(FileSystem fileSystem, StoreLayout layout) throws IOException {
    AutoCloseable lock = fileSystem.lock(layout.lockFile());
    boolean taken = false;
    try {
      StoreOwner owner =
          fileSystem.kind(layout.ownerFile()).isStranger()
              ? StoreOwner.ALONE
              : fileSystem.own(layout.ownerFile(), layout.lockFile());
      taken = true;
      return new StoreHold(lock, owner);
    } finally {
      if (!taken) {
        Closing.quietly(lock);
      }
    }
  }

  /** Whether another owner has taken the store, or could: reads the disk. */
  public boolean isLost() throws IOException {
    try {
      owner.requireRecord();
      return false;
    } catch (LostStoreException e) {
      return true; // who writes gets the message
    }
  }

  /** The record of the store's owner. */
  public StoreOwner owner() {
    return owner;
  }

  @Override
  public void close() throws IOException {
    Closing parts = new Closing();
    parts.close(owner);
    parts.close(lock);
    parts.rethrow();
  }
}
