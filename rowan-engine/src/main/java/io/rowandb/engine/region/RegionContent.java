package io.rowandb.engine.region;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.lock.SpinLock;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.store.StoreView;
import io.rowandb.engine.wal.WalFailedException;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Logs the writes of a region, applies them, and freezes memstores for a flush. {@link RegionViews}
 * has the readers' view.
 *
 * <ol>
 *   <li>A write takes its sequence id and begins in {@link Mvcc} in one step, under the update
 *       lock; it completes when its cells are in the memstores that were active at that step.
 *   <li>All arrays that a write needs are allocated in that step, before it is logged ({@link
 *       WriteMemory}). If an allocation fails, only this write is refused, without any effect.
 *       Later only the virtual machine's own objects for a waiting thread can fail to be allocated.
 *       If that happens before the first cell or between two cells, the region is closed to writes;
 *       the log has the whole write.
 *   <li>A memstore is frozen under the update lock, after every begun write completed. So it holds
 *       all cells of its store up to the frozen sequence id that no file has, and none above it.
 *   <li>Only some memstores of a region may be frozen, provided that the log has every write in
 *       memory; their files are listed only after the log is forced up to there. So no write is in
 *       a file for one family and missing for another.
 * </ol>
 *
 * Its update lock is taken before the locks of {@link RegionViews}. Safe for use by many threads.
 */
final class RegionContent {
  // Fixed at construction.
  private final RegionInfo info;
  private final RegionLog log;
  private final Mvcc mvcc;
  private final RegionViews views;
  private final SpinLock updateLock = new SpinLock();

  /** Made before the locks are taken: nothing may fail between the two. */
  private final RegionViews.Hold held = this::release;

  /** Of the views, for whoever holds the region. Written and read by who has the update lock. */
  private RegionViews.Hold structure;

  // Written under the update lock, or before anybody uses the region.
  private volatile boolean writesStopped;
  private volatile boolean readOnly;

  /** Why they are, when that is a failure. */
  @GuardedBy("updateLock")
  private IOException stoppedBy;

  @GuardedBy("updateLock")
  private final UnflushedWrites unflushed = new UnflushedWrites();

  /** Whether the log may have an entry that no memstore took. */
  private volatile boolean logIsAhead;

  /** Takes writes into the memstores of a region's views. */
  RegionContent(RegionInfo info, RegionLog log, RegionView view, RegionViews.SizeListener resized) {
    this.info = info;
    this.log = log;
    this.mvcc = new Mvcc(log.lastSequence());
    this.views = new RegionViews(info, mvcc, view, resized);
  }

  /** What readers see of it. */
  RegionViews views() {
    return views;
  }

  /**
   * Logs the mutations as one, applies them as one, and returns when they are visible.
   *
   * @param checked the families the mutations were checked against
   * @param nowMillis the time for cells that have none
   * @return the sequence id; 0 when nothing was done, because the families changed since or it was
   *     too late for that time
   */
  long commit(
      List<RowMutation> mutations,
      StoreSet checked,
      Durability durability,
      long nowMillis,
      WriteTiming timing)
      throws IOException {
    WriteMemory memory;
    long sequence;
    long ticket;
    updateLock.lock();
    try {
      RegionView target = views.present();
      checkWritable();
      if (readOnly) {
        throw new RefusedException(
            RefusedException.Reason.BAD_REQUEST, "region is read only: " + info);
      }
      if (target.stores() != checked) {
        return 0;
      }
      memory = new WriteMemory(target);
      sequence = append(memory, mutations, nowMillis, timing);
      if (sequence == 0) {
        return 0;
      }
      unflushed.begin(sequence);
      ticket = mvcc.begin(sequence);
      unflushed.enter(sequence, nowMillis);
      if (!isLogged(mutations)) {
        unflushed.noteUnlogged();
      }
    } finally {
      updateLock.unlock();
    }
    sync(sequence, ticket, durability);
    insert(memory, mutations, sequence, ticket);
    mvcc.awaitVisible(sequence);
    return sequence;
  }

  /**
   * Adds logged cells on recovery, before anybody else uses the region.
   *
   * @param flushedSequences of each store; what is not above it is in a file already
   * @return the latest time of a cell in memory; {@code Long.MIN_VALUE} without any
   */
  long replay(
      long sequence, byte[] buffer, int offset, int length, long[] flushedSequences, long millis) {
    RegionView target = views.last();
    updateLock.lock();
    views.lockMemory();
    try {
      unflushed.begin(sequence);
      int end = offset + length;
      for (int at = offset; at < end; at += 4 + Bytes.getInt(buffer, at)) {
        int store = RowUpdates.storeOf(target.stores(), buffer, at + 4);
        if (store >= 0 && sequence > flushedSequences[store]) {
          MemStore active = target.store(store).active();
          active.add(buffer, at + 4, Bytes.getInt(buffer, at), sequence);
          unflushed.enter(sequence, millis);
        }
      }
      views.noteMemory();
    } finally {
      views.unlockMemory();
      updateLock.unlock();
    }
    mvcc.advance(sequence);
    return target.newestInMemory();
  }

  /**
   * Freezes the active memstores, so that they can be written to files.
   *
   * @return false when they were empty
   */
  boolean freeze() throws IOException {
    return freeze(store -> true);
  }

  /**
   * Freezes those that a rule finds large; all when it finds none, and when the log does not have
   * every write that is in memory: of a write that is nowhere else, all families go to files at
   * once.
   */
  boolean freezeLarge(FlushRule rule) throws IOException {
    updateLock.lock();
    try {
      mvcc.awaitAll();
      boolean inPart =
          views.present().hasLarge(rule)
              && !unflushed.hasUnlogged()
              && log.hasWritten(unflushed.oldest());
      return inPart ? freeze(rule::isLarge) : freeze();
    } finally {
      updateLock.unlock();
    }
  }

  /**
   * Makes the log as safe as a file with what is frozen will be, before anything lists that file:
   * families that are not frozen have their part of the same writes in the log alone.
   */
  void forceLogOf(UnflushedWrites.Frozen frozen) throws IOException {
    if (!frozen.inPart()) {
      return;
    }
    try {
      log.sync(frozen.upTo(), Durability.FSYNC_WAL);
    } catch (WalFailedException e) {
      throw logFailed(e);
    }
  }

  private boolean freeze(Predicate<StoreView> chosen) throws IOException {
    updateLock.lock();
    try {
      RegionViews.Hold still = views.hold();
      try (still) {
        RegionView before = views.present();
        mvcc.awaitAll();
        boolean any = !before.activeIsEmpty();
        boolean whole = logIsAhead;
        if (any || !before.activeIsUnused()) {
          views.publish(before.freeze(whole ? store -> true : chosen));
        }
        unflushed.noteFreeze(any, whole, views.present().activeIsEmpty());
        return any;
      }
    } finally {
      updateLock.unlock();
    }
  }

  /**
   * Freezes the active memstores, and takes sequence ids that are above all that is frozen and
   * below all that is written later. A read that begins now sees what has them.
   *
   * @param count how many, at least 1
   * @return them, growing
   */
  long[] freezeBelow(int count) throws IOException {
    updateLock.lock();
    try {
      checkWritable();
      mvcc.reserve();
      boolean any = freeze();
      assert any || views.present().activeIsEmpty();
      long[] sequences = new long[count];
      for (int i = 0; i < count; i++) {
        sequences[i] = append(List.of());
      }
      unflushed.begin(sequences[count - 1]);
      mvcc.complete(mvcc.begin(sequences[count - 1]));
      return sequences;
    } finally {
      updateLock.unlock();
    }
  }

  /** What the frozen memstores have. */
  UnflushedWrites.Frozen frozen() {
    updateLock.lock();
    try {
      return unflushed.frozen();
    } finally {
      updateLock.unlock();
    }
  }

  /** Notes that the frozen memstores are in files, and the manifest says so. */
  void markFrozenFlushed() {
    updateLock.lock();
    try {
      unflushed.forgetFrozen();
    } finally {
      updateLock.unlock();
    }
  }

  /** The least sequence id that no file has yet; {@code Long.MAX_VALUE} when there is none. */
  long oldestUnflushed() {
    updateLock.lock();
    try {
      return unflushed.oldest();
    } finally {
      updateLock.unlock();
    }
  }

  /** When the oldest unflushed write came; {@code Long.MAX_VALUE} when there is none. */
  long unflushedSinceMillis() {
    updateLock.lock();
    try {
      return unflushed.sinceMillis();
    } finally {
      updateLock.unlock();
    }
  }

  /** Lets no write begin and no view change until it is closed, by the same thread. */
  RegionViews.Hold hold() {
    updateLock.lock();
    structure = views.hold();
    return held;
  }

  private void release() {
    structure.close();
    updateLock.unlock();
  }

  /**
   * Whether each write is refused from now on, also one that waits for the end of a {@link #hold};
   * bulk loads are not. To be called while the region is held, or before anybody uses it.
   */
  void setReadOnly(boolean isReadOnly) {
    readOnly = isReadOnly;
    if (isReadOnly) {
      try {
        mvcc.awaitAll(); // what readers see now is all that they ever will
      } catch (RefusedException e) {
        return; // the log failed: nothing becomes visible any more, and no write is taken
      }
    }
  }

  /** Lets no write begin any more until the next opening; they are told why. */
  void refuseWrites(IOException cause) {
    updateLock.lock();
    try {
      writesStopped = true;
      stoppedBy = cause;
    } finally {
      updateLock.unlock();
    }
  }

  /** Lets no write begin any more, or again; not after {@link #refuseWrites}. */
  void stopWrites(boolean stopped) {
    updateLock.lock();
    try {
      writesStopped = stopped || stoppedBy != null;
    } finally {
      updateLock.unlock();
    }
  }

  /**
   * Gives up the view; open scanners keep what they pinned. What no file has yet only the log has
   * now, so {@link #oldestUnflushed} goes on naming it. Closing twice does nothing.
   */
  void close(RefusedException.Reason reason) {
    updateLock.lock();
    try {
      views.close(reason);
    } finally {
      updateLock.unlock();
    }
  }

  /**
   * Closes it for good because {@code next} has its range now; the caller {@link #hold}s it, and
   * there is nothing in memory that is in no file. The files go with the last scanner that reads
   * them.
   */
  void retire(RegionViews next) {
    updateLock.lock();
    try {
      views.retire(next);
    } finally {
      updateLock.unlock();
    }
  }

  @GuardedBy("updateLock")
  private void checkWritable() throws RefusedException {
    mvcc.checkAlive();
    if (writesStopped) {
      String why =
          stoppedBy == null
              ? " is closing"
              : " takes no writes until the database is opened again: " + stoppedBy.getMessage();
      throw new RefusedException(
          RefusedException.Reason.REGION_CLOSED, "Region " + info + why, stoppedBy);
    }
  }

  /**
   * Takes the memory that a write needs, gives it its time, and logs it.
   *
   * @return its sequence id; 0 when nothing was done because it was too late for that time
   */
  @GuardedBy("updateLock")
  private long append(
      WriteMemory memory, List<RowMutation> mutations, long nowMillis, WriteTiming timing)
      throws IOException {
    long sequence = 0;
    try {
      memory.reserve(mutations);
      mvcc.reserve();
      if (timing.stamp(nowMillis, mutations)) {
        sequence = append(mutations);
      }
      return sequence;
    } catch (OutOfMemoryError e) {
      throw noMemory(mutations, e);
    } finally {
      if (sequence == 0) {
        memory.giveBack();
      }
    }
  }

  private RefusedException noMemory(List<RowMutation> mutations, OutOfMemoryError cause) {
    long bytes = 0;
    for (RowMutation mutation : mutations) {
      bytes += mutation.limit();
    }
    return new RefusedException(
        RefusedException.Reason.REGION_TOO_BUSY,
        "No heap memory for a write of "
            + bytes
            + " bytes to region "
            + info
            + ", whose memstores take "
            + views.memStoreBytes()
            + " bytes: "
            + cause.getMessage(),
        cause);
  }

  @GuardedBy("updateLock")
  private long append(List<RowMutation> mutations) throws IOException {
    try {
      return log.append(info.number(), mutations);
    } catch (WalFailedException e) {
      throw logFailed(e);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusedException.Reason.BAD_REQUEST, e.getMessage(), e);
    }
  }

  private static boolean isLogged(List<RowMutation> mutations) {
    for (int i = 0; i < mutations.size(); i++) { // an iterator would be garbage
      if (mutations.get(i).durability() == Durability.SKIP_WAL) {
        return false;
      }
    }
    return true;
  }

  private void sync(long sequence, long ticket, Durability durability) throws IOException {
    boolean safe = false;
    try {
      log.sync(sequence, durability);
      safe = true;
    } catch (WalFailedException e) {
      logIsAhead = true;
      throw logFailed(e);
    } catch (RuntimeException | Error e) {
      logIsAhead = true;
      throw e;
    } finally {
      if (!safe) {
        try {
          views.noteSize(); // what was reserved stays with the memstores until they are replaced
        } finally {
          mvcc.complete(ticket);
        }
      }
    }
  }

  private static RefusedException logFailed(WalFailedException e) {
    return new RefusedException(RefusedException.Reason.LOG_FAILED, e.getMessage(), e);
  }

  /** Adds a write to the memstores, and completes it. */
  private void insert(WriteMemory memory, List<RowMutation> mutations, long sequence, long ticket) {
    boolean whole = false;
    try {
      views.lockMemory();
      try {
        memory.add(mutations, sequence);
        whole = true;
        views.noteMemory();
      } finally {
        views.unlockMemory();
      }
    } catch (RuntimeException | Error e) {
      if (!whole) {
        // Half a row must never be seen, so the read point stops here for good.
        mvcc.fail(e);
      }
      throw e;
    } finally {
      if (whole) {
        mvcc.complete(ticket);
      }
    }
  }
}
