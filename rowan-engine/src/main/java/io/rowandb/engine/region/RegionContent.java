package io.rowandb.engine.region;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.memstore.MemStore;
import io.rowandb.engine.store.StoreView;
import io.rowandb.engine.wal.SpinLock;
import io.rowandb.engine.wal.WalFailedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The present view of a region's cells, and the steps by which it changes.
 *
 * <ol>
 *   <li>A write takes its sequence id and begins in {@link Mvcc} in one step, under the update
 *       lock; it completes when its cells are in the memstores that were active at that step.
 *   <li>All arrays that it needs in memory are made in that step, before it is logged ({@link
 *       WriteMemory}). When there is no room for one, it alone is refused, and nothing was done.
 *       Afterwards only objects of the virtual machine's own can be missing, for a thread that
 *       waits: before the first cell or between two of them that closes the region to writes, and
 *       the log has the write whole.
 *   <li>A memstore is frozen under the update lock, after every begun write completed. So it holds
 *       all cells of its store up to the frozen sequence id that no file has, and none above it.
 *   <li>Memstores are frozen without the others of their region only if the log has every write
 *       that is in memory, and their files are listed only when it is forced up to there. So of no
 *       write a file has one family and nothing the other.
 *   <li>Nothing that anybody can see leaves the view: each new view has the cells of the old one,
 *       but for those that flush and compaction drop by the family's rules.
 *   <li>A snapshot is a view and a read point taken while that view was the present one: all writes
 *       up to the read point are in that view.
 * </ol>
 *
 * Locks, in the order they are taken: update lock, structure lock, memstore lock. A reader takes
 * none. Safe for use by many threads.
 */
final class RegionContent {
  /** A pinned view, and the read point up to which it is complete. */
  record Snapshot(RegionView view, long readPoint) {}

  /** Told when the heap bytes of the memstores change, with the differences. */
  interface SizeListener {
    void resized(long bytes, long activeBytes);
  }

  /** Gives writes their times in the order in which they begin. */
  interface Timing {
    /** For cells that have their times. */
    Timing DONE = (millis, mutations) -> true;

    /**
     * Gives every cell without a time this one, under the update lock, as the write begins.
     *
     * @return false when it is too late for that time, and nothing was done
     */
    boolean stamp(long millis, List<RowMutation> mutations);
  }

  /** A step that may fail. */
  interface Step {
    void run() throws IOException;
  }

  // Fixed at construction.
  private final RegionInfo info;
  private final RegionLog log;
  private final Mvcc mvcc;
  private final SizeListener resized;
  private final SpinLock updateLock = new SpinLock();
  private final ReentrantLock structureLock = new ReentrantLock();
  private final SpinLock memStoreLock = new SpinLock();

  // Written under the structure lock.
  private volatile RegionView view;
  private volatile RefusedException.Reason closedBecause;

  /** What took over the rows when this was closed for a split or merge; else null. */
  private volatile RegionContent successor;

  // Written under the update lock.
  private volatile boolean writesStopped;

  /** Why they are, when that is a failure. */
  @GuardedBy("updateLock")
  private IOException stoppedBy;

  @GuardedBy("updateLock")
  private final UnflushedWrites unflushed = new UnflushedWrites();

  /** Whether the log may have an entry that no memstore took. */
  private volatile boolean logIsAhead;

  // Written under the memstore lock.
  private volatile long memStoreBytes;
  private volatile long activeBytes;

  RegionContent(RegionInfo info, RegionLog log, RegionView view, SizeListener resized) {
    this.info = info;
    this.log = log;
    this.view = view;
    this.mvcc = new Mvcc(log.lastSequence());
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
    return openView().stores();
  }

  /** The present view; stays so while the caller holds the structure lock. */
  RegionView present() throws RefusedException {
    return openView();
  }

  /** The present view with a pin for the caller. */
  RegionView pin() throws RefusedException {
    RegionView present = openView();
    while (!present.pin()) {
      present = openView();
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
    RegionContent living = this;
    for (RegionContent next = living.successor; next != null; next = living.successor) {
      living = next;
    }
    living.checkOpen();
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
      Timing timing)
      throws IOException {
    WriteMemory memory;
    long sequence;
    long ticket;
    updateLock.lock();
    try {
      RegionView target = openView();
      checkWritable();
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
    RegionView target = view;
    updateLock.lock();
    memStoreLock.lock();
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
      resize(target);
    } finally {
      memStoreLock.unlock();
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
          openView().hasLarge(rule)
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
    structureLock.lock();
    try {
      RegionView before = openView();
      mvcc.awaitAll();
      boolean any = !before.activeIsEmpty();
      boolean whole = logIsAhead;
      if (any || !before.activeIsUnused()) {
        publish(before.freeze(whole ? store -> true : chosen));
      }
      unflushed.noteFreeze(any, whole, view.activeIsEmpty());
      return any;
    } finally {
      structureLock.unlock();
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
      assert any || view.activeIsEmpty();
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

  /**
   * Replaces the view.
   *
   * @param durable makes the change durable first
   * @param change the new view from the present one
   */
  void replace(Step durable, UnaryOperator<RegionView> change) throws IOException {
    structureLock.lock();
    try {
      RegionView before = openView();
      durable.run();
      publish(change.apply(before));
    } finally {
      structureLock.unlock();
    }
  }

  /** Lets no other thread change the view until {@link #releaseStructure}. */
  void holdStructure() {
    structureLock.lock();
  }

  void releaseStructure() {
    structureLock.unlock();
  }

  /** Lets no write begin and no view change until {@link #release}, by the same thread. */
  void hold() {
    updateLock.lock();
    structureLock.lock();
  }

  void release() {
    structureLock.unlock();
    updateLock.unlock();
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
      structureLock.lock();
      try {
        closeOnce(reason);
      } finally {
        structureLock.unlock();
      }
    } finally {
      updateLock.unlock();
    }
  }

  /**
   * Closes it for good because {@code next} has its range now; the caller {@link #hold}s it, and
   * there is nothing in memory that is in no file. The files go with the last scanner that reads
   * them.
   */
  void retire(RegionContent next) {
    updateLock.lock();
    try {
      assert structureLock.isHeldByCurrentThread() && view.activeIsEmpty() && !view.hasFrozen();
      for (int i = 0; i < view.stores().size(); i++) {
        view.stores().get(i).discardReplaced(view.store(i).files());
      }
      successor = next;
      closeOnce(RefusedException.Reason.REGION_CLOSED);
    } finally {
      updateLock.unlock();
    }
  }

  /** The caller holds the structure lock too. */
  @GuardedBy("updateLock")
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

  private RegionView openView() throws RefusedException {
    checkOpen();
    return view;
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
      WriteMemory memory, List<RowMutation> mutations, long nowMillis, Timing timing)
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
            + memStoreBytes
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
          noteSize(); // what was reserved for it stays with the memstores until they are replaced
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
      memStoreLock.lock();
      try {
        memory.add(mutations, sequence);
        whole = true;
        resize(view);
      } finally {
        memStoreLock.unlock();
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

  /** Publishes a view and gives up the one before; the structure lock is held. */
  private void publish(RegionView next) {
    RegionView before = view;
    view = next;
    before.unpin();
    noteSize();
  }

  private void noteSize() {
    memStoreLock.lock();
    try {
      resize(view);
    } finally {
      memStoreLock.unlock();
    }
  }

  /**
   * Takes note of the memstores' size; the memstore lock is held. A closed region gave its memory
   * up, also that of a write which was under way.
   */
  private void resize(RegionView present) {
    if (closedBecause != null) {
      return;
    }
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
