package io.rowandb.engine.region;

import io.rowandb.engine.lock.SpinLock;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * The current view of a region's cells, its replacement by new views, and the memory it takes.
 *
 * <ol>
 *   <li>No visible cell leaves the view: each new view has the cells of the old one, except for
 *       those that flush and compaction drop by the family's rules.
 *   <li>A snapshot is a view and a read point taken while that view was current: all writes up to
 *       the read point are in that view.
 * </ol>
 *
 * Locks, in the order they are taken: the update lock of {@link RegionContent}, structure lock,
 * memstore lock. A reader takes none. Safe for use by many threads.
 */
final class RegionViews {
  /** A pinned view, and the read point up to which it is complete. */
  record Snapshot(RegionView view, long readPoint) {}

  /** Told when the heap bytes of the memstores change, with the differences. */
  interface SizeListener {
    void resized(long bytes, long activeBytes);
  }

  /** A step that may fail. */
  interface Step {
    void run() throws IOException;
  }

  // Fixed at construction.
  private final RegionInfo info;
  private final Mvcc mvcc;
  private final SizeListener resized;
  private final ReentrantLock structureLock = new ReentrantLock();
  private final SpinLock memStoreLock = new SpinLock();

  /** Made before the lock is taken: nothing may fail between the two. */
  private final Hold held = structureLock::unlock;

  // Written under the structure lock.
  private volatile RegionView view;
  private volatile RefusedException.Reason closedBecause;

  /** What took over the rows when this was closed for a split or merge; else null. */
  private volatile RegionViews successor;

  // Written under the memstore lock.
  private volatile long memStoreBytes;
  private volatile long activeBytes;

  /**
   * @param mvcc says up to where the writes of the region are complete
   * @param view the first
   */
  RegionViews(RegionInfo info, Mvcc mvcc, RegionView view, SizeListener resized) {
    this.info = info;
    this.mvcc = mvcc;
    this.view = view;
    this.resized = resized;
  }

  /** Heap bytes of all memstores. */
  long memStoreBytes() {
    return memStoreBytes;
  }

  /** Heap bytes of the active memstores. */
  long activeBytes() {
    return activeBytes;
  }

  /** The families now. */
  StoreSet stores() throws RefusedException {
    return present().stores();
  }

  /** The present view; stays so while the caller {@link #hold}s it. */
  RegionView present() throws RefusedException {
    checkOpen();
    return view;
  }

  /** The last view, of a closed region too. */
  RegionView last() {
    return view;
  }

  /** The present view with a pin for the caller. */
  RegionView pin() throws RefusedException {
    RegionView present = present();
    while (!present.pin()) {
      present = present();
    }
    return present;
  }

  /** The present view with a pin for the caller, or null when the region is closed. */
  RegionView pinIfOpen() {
    while (closedBecause == null) {
      RegionView present = view;
      if (present.pin()) {
        return present;
      }
    }
    return null;
  }

  /**
   * A snapshot whose view is pinned for the caller.
   *
   * @param atMost the greatest read point wanted, or 0 for no bound
   */
  Snapshot snapshot(long atMost) throws RefusedException {
    while (true) {
      RegionView pinned = pin();
      long readPoint = mvcc.readPoint();
      if (pinned == view) {
        return new Snapshot(pinned, atMost == 0 ? readPoint : Math.min(atMost, readPoint));
      }
      pinned.unpin();
    }
  }

  /** Refuses when the region is closed. */
  void checkOpen() throws RefusedException {
    RefusedException.Reason reason = closedBecause;
    if (reason != null) {
      throw new RefusedException(reason, "Region " + info + " is closed");
    }
  }

  /**
   * Refuses an open scanner. Those of a region that was split or merged go on, over what they have
   * pinned, for as long as the regions are open that took over.
   */
  void checkScannable() throws RefusedException {
    RegionViews living = this;
    for (RegionViews next = living.successor; next != null; next = living.successor) {
      living = next;
    }
    living.checkOpen();
  }

  /**
   * Replaces the view.
   *
   * @param durable makes the change durable first
   * @param change the new view from the present one
   */
  void replace(Step durable, UnaryOperator<RegionView> change) throws IOException {
    structureLock.lock();
    try {
      RegionView before = present();
      durable.run();
      publish(change.apply(before));
    } finally {
      structureLock.unlock();
    }
  }

  /** Something that others wait for; given back by the thread that took it. */
  interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /** Lets no other thread change the view until it is closed. */
  Hold hold() {
    structureLock.lock();
    return held;
  }

  /** Gives up the view; the caller has the region's update lock. Closing twice does nothing. */
  void close(RefusedException.Reason reason) {
    structureLock.lock();
    try {
      closeOnce(reason);
    } finally {
      structureLock.unlock();
    }
  }

  /** See {@link RegionContent#retire}; the caller {@link #hold}s it. */
  void retire(RegionViews next) {
    assert structureLock.isHeldByCurrentThread() && view.activeIsEmpty() && !view.hasFrozen();
    for (int i = 0; i < view.stores().size(); i++) {
      view.stores().get(i).discardReplaced(view.store(i).files());
    }
    successor = next;
    closeOnce(RefusedException.Reason.REGION_CLOSED);
  }

  /** The caller has both locks. */
  private void closeOnce(RefusedException.Reason reason) {
    if (closedBecause != null) {
      return;
    }
    closedBecause = reason;
    view.stores().areGone();
    memStoreLock.lock();
    try {
      long freed = memStoreBytes;
      long freedActive = activeBytes;
      memStoreBytes = 0;
      activeBytes = 0;
      // Last: whoever waits for room looks at the sizes when it is told.
      resized.resized(-freed, -freedActive);
    } finally {
      memStoreLock.unlock();
    }
    view.unpin();
  }

  /** Makes a view the present one and gives up the one before; the caller {@link #hold}s it. */
  void publish(RegionView next) {
    RegionView before = view;
    view = next;
    before.unpin();
    noteSize();
  }

  /** Takes note of the memstores' size. */
  void noteSize() {
    memStoreLock.lock();
    try {
      noteMemory();
    } finally {
      memStoreLock.unlock();
    }
  }

  /** Lets no other thread add to the memstores until {@link #unlockMemory}. */
  void lockMemory() {
    memStoreLock.lock();
  }

  void unlockMemory() {
    memStoreLock.unlock();
  }

  /**
   * Takes note of the memstores' size; the caller has locked them. A closed region gave its memory
   * up, also that of a write which was under way.
   */
  void noteMemory() {
    if (closedBecause != null) {
      return;
    }
    RegionView present = view;
    long bytes = present.memStoreBytes();
    long active = present.activeBytes();
    long difference = bytes - memStoreBytes;
    long activeDifference = active - activeBytes;
    if (difference != 0 || activeDifference != 0) {
      memStoreBytes = bytes;
      activeBytes = active;
      resized.resized(difference, activeDifference);
    }
  }
}
