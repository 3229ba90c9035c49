package io.rowandb.engine.store;

import io.rowandb.engine.storefile.StoreFile;
import io.rowandb.engine.storefile.StoreFileInfo;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open store file with a reference count: its users are the views that include it and the loader
 * of its blocks into the cache. The last one closes it, and deletes it if it is obsolete by then.
 * Safe for use by many threads.
 */
public final class SharedStoreFile {
  // Fixed at construction.
  private final StoreFile file;
  private final StoreFileInfo info;
  private final ObsoleteFiles obsoleteFiles;

  // Atomic. Starts with the reference of whoever opened it.
  private final AtomicInteger references = new AtomicInteger(1);
  private volatile boolean obsolete;

  SharedStoreFile(StoreFile file, ObsoleteFiles obsoleteFiles) {
    this.file = file;
    this.info = file.info();
    this.obsoleteFiles = obsoleteFiles;
  }

  /** The open file; only while a reference is held. */
  StoreFile file() {
    return file;
  }

  /** What is known of it. */
  public StoreFileInfo info() {
    return info;
  }

  /** Drops its blocks from the cache; how many there were. Only while a reference is held. */
  public int evict() {
    return file.evict();
  }

  /** Its name in the manifest. */
  public String name() {
    return info.path().getFileName().toString();
  }

  /**
   * Whether it has rows of other regions too: it is a link to a file of a region that was split,
   * not yet rewritten by a compaction.
   */
  boolean isReference() {
    return file.isPart();
  }

  /** The manifest does not list it any more: to be deleted with the last reference. */
  void markObsolete() {
    obsolete = true;
  }

  /** Keeps the file open and on the disk until a {@link #release}; the caller has it already. */
  public void retain() {
    int before = references.getAndIncrement();
    assert before > 0 : "store file " + info.path() + " was closed already";
  }

  /** The same for one who does not have it; false when it is closed. */
  boolean retainIfOpen() {
    int before = references.get();
    while (before > 0 && !references.compareAndSet(before, before + 1)) {
      before = references.get();
    }
    return before > 0;
  }

  /** Whether the caller, who has a reference, is the only one. */
  boolean hasOneReference() {
    return references.get() == 1;
  }

  /** Gives up one reference; the last one closes the file. */
  public void release() {
    int left = references.decrementAndGet();
    assert left >= 0 : "store file " + info.path() + " was released too often";
    if (left > 0) {
      return;
    }
    try {
      file.close();
    } catch (IOException | RuntimeException | Error e) {
      obsoleteFiles.failed("close", info.path(), e);
    }
    if (obsolete) {
      obsoleteFiles.delete(info.path());
    }
  }
}
