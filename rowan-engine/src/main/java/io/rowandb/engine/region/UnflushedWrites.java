package io.rowandb.engine.region;

/**
 * The sequence ids of a region's writes that are not in a file yet: those in the active memstores,
 * and those in frozen ones that are being flushed. Guarded by the region's update lock.
 */
final class UnflushedWrites {
  /**
   * The least sequence id that may be in an active memstore; 0 for none. When only some stores were
   * frozen it stays, although it may have been theirs.
   */
  private long activeSince;

  /** When the active memstores took their first write, by the region's clock; 0 for none. */
  private long activeSinceMillis;

  /** The least sequence id that may be in a frozen memstore; 0 for none. */
  private long frozenSince;

  /**
   * The sequence id of the latest write that began here or was replayed: during recovery the log's
   * own is ahead of what this region has been given.
   */
  private long newest;

  private Frozen frozen = new Frozen(0, false, false, true);

  /** Whether an active memstore may have a write that the log was not to have. */
  private boolean activeUnlogged;

  /**
   * What the frozen memstores have.
   *
   * @param upTo every write up to this one to stores with a frozen memstore is there or in files
   * @param whole whether that is so of the other stores, too, and the manifest must say so:
   *     otherwise the next opening would give them their part of a write that was refused
   * @param inPart whether some stores were frozen and others have writes from before, of which only
   *     the log has all
   * @param logged whether the log has all of it, or was given it
   */
  record Frozen(long upTo, boolean whole, boolean inPart, boolean logged) {}

  /** Notes that a write begins, or is replayed, of which no memstore may take anything. */
  void begin(long sequence) {
    newest = sequence;
  }

  /** Notes that the active memstores take the write that began last. */
  void enter(long sequence, long millis) {
    if (activeSince == 0) {
      activeSince = sequence;
      activeSinceMillis = millis;
    }
  }

  /** Notes that the write that entered last is not in the log, or not all of it. */
  void noteUnlogged() {
    activeUnlogged = true;
  }

  /**
   * Whether stores must be frozen together: of a write that the log does not have, one family in a
   * file and another in memory would be half a write after a loss.
   */
  boolean hasUnlogged() {
    return activeUnlogged;
  }

  /**
   * Notes that active memstores were frozen.
   *
   * @param any whether something was
   * @param whole whether what was not frozen was empty
   * @param nothingActive whether the active memstores are empty now
   */
  void noteFreeze(boolean any, boolean whole, boolean nothingActive) {
    frozen = new Frozen(newest, whole, any && !nothingActive, !activeUnlogged);
    frozenSince = any ? activeSince : 0;
    if (nothingActive) {
      activeUnlogged = false;
      activeSince = 0;
      activeSinceMillis = 0;
    }
  }

  /** Forgets what was frozen: it is in files, and the manifest says so. */
  void forgetFrozen() {
    frozenSince = 0;
  }

  /** What was frozen last. */
  Frozen frozen() {
    return frozen;
  }

  /** The least sequence id that no file has yet; {@code Long.MAX_VALUE} when there is none. */
  long oldest() {
    long oldest = frozenSince != 0 ? frozenSince : activeSince;
    return oldest == 0 ? Long.MAX_VALUE : oldest;
  }

  /** When the oldest active write came; {@code Long.MAX_VALUE} when there is none. */
  long sinceMillis() {
    return activeSinceMillis == 0 ? Long.MAX_VALUE : activeSinceMillis;
  }
}
