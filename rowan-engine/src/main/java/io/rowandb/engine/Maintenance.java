package io.rowandb.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionStoppedException;
import io.rowandb.engine.compaction.Pace;
import io.rowandb.engine.compaction.Throttle;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.wal.Wal;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Work that nobody waits for: flushes, compactions, forcing and releasing the log.
 *
 * <ol>
 *   <li>A failure, an {@link Error} too, is logged, counted, kept for {@link #lastFailure}, told to
 *       writers that wait for memory, and the work is tried again with the next tick or request.
 *       Never swallowed, and never the end of a thread's work.
 *   <li>A region waits at most once for its flush, a family at most once for its compaction: that
 *       bounds the queues.
 * </ol>
 *
 * It runs in {@link BackgroundThreads}.
 */
final class Maintenance implements AutoCloseable {
  /** How long a flush that waits for a compaction lets others go first. */
  private static final long FILES_LOOK_MILLIS = 100;

  /** hbase.server.compactchecker: how often stores are asked for a due major compaction. */
  private static final long COMPACTION_CHECK_MILLIS = TimeUnit.SECONDS.toMillis(10_000);

  /** A family of a region, waiting to be compacted. */
  private record StoreKey(StoredRegion region, String family, Wish wish) {}

  // Fixed at construction.
  private final DatabaseOptions options;
  private final Clock clock;
  private final TableMap tables;
  private final DatabaseLog log;
  private final MemStoreLimits limits;
  private final Throttle throttle;
  private final BackgroundThreads threads;

  // Safe for many threads.
  private final Set<StoredRegion> waitingFlushes = ConcurrentHashMap.newKeySet();
  private final Set<StoredRegion> failedFlushes = ConcurrentHashMap.newKeySet();
  private final Set<StoreKey> waitingCompactions = ConcurrentHashMap.newKeySet();

  /** What background threads work at, and how many of them; one runs, others wait for it. */
  private final Map<StoreKey, Integer> runningCompactions = new ConcurrentHashMap<>();

  private final AtomicLong flushCount = new AtomicLong();
  private final AtomicLong compactionCount = new AtomicLong();
  private final AtomicLong failureCount = new AtomicLong();
  private volatile Throwable lastFailure;
  private volatile Wal wal;
  private volatile boolean closed;
  private volatile boolean compactionsOn = true;

  // Written by the ticker.
  private volatile long nextCompactionCheckMillis;

  private final ReentrantLock filesLock = new ReentrantLock();
  private final Condition fewerFiles = filesLock.newCondition();

  @GuardedBy("filesLock")
  private long compactionsSeen;

  Maintenance(DatabaseOptions options, TableMap tables, DatabaseLog log) {
    this.options = options;
    this.clock = options.clock();
    this.tables = tables;
    this.log = log;
    this.limits =
        new MemStoreLimits(
            FlushPolicy.of(options),
            options.busyWaitMillis(),
            this::requestFlush,
            this::requestFlushOfLargest);
    this.throttle = new Throttle(options.compactionBytesPerSecond(), System::nanoTime);
    this.threads = BackgroundThreads.of(options);
    this.nextCompactionCheckMillis = clock.millis() + COMPACTION_CHECK_MILLIS;
  }

  MemStoreLimits limits() {
    return limits;
  }

  long flushCount() {
    return flushCount.get();
  }

  long compactionCount() {
    return compactionCount.get();
  }

  long failureCount() {
    return failureCount.get();
  }

  /** The last failure of background work, or null. */
  Throwable lastFailure() {
    return lastFailure;
  }

  /** Recovery is over: begins to look after the log. */
  void start(Wal opened) {
    wal = opened;
    threads.tickEvery(options.forceIntervalMillis(), this::tick);
  }

  /** Queues or runs a flush of a region that is large. */
  void requestFlush(StoredRegion region) {
    if (!closed && waitingFlushes.add(region)) {
      queueFlush(region, System.nanoTime());
    }
  }

  /** Queues or runs a flush of the largest region. */
  void requestFlushOfLargest() {
    StoredRegion largest = largest();
    if (largest != null) {
      requestFlush(largest);
    }
  }

  /** Flushes the largest region now, in this thread. */
  void flushLargest() throws IOException {
    StoredRegion largest = largest();
    if (largest != null) {
      flush(largest);
    }
  }

  /** Flushes a region now, in this thread, releases the log, and asks for compactions. */
  void flush(StoredRegion region) throws IOException {
    if (flushAlone(region)) {
      requestCompactions(region);
    }
  }

  /**
   * Flushes a region now, in this thread, and releases the log.
   *
   * @return whether there was anything to write
   */
  boolean flushAlone(StoredRegion region) throws IOException {
    boolean done = false;
    try {
      boolean wrote = region.flush();
      done = true;
      failedFlushes.remove(region);
      releaseLog();
      if (wrote) {
        flushCount.incrementAndGet();
      }
      return wrote;
    } finally {
      if (!done && tables.storedRegions().contains(region)) {
        failedFlushes.add(region); // the next tick tries again
      }
    }
  }

  /** Queues or runs a compaction of one family. */
  void requestCompaction(StoredRegion region, String family, Wish wish) {
    StoreKey key = new StoreKey(region, family, wish);
    if (!closed && compactionsOn && waitingCompactions.add(key)) {
      queueCompaction(key);
    }
  }

  /**
   * Regions were replaced by others, which may have files to rewrite.
   *
   * @param flushesDone how many flushes that took
   */
  void regrouped(List<StoredRegion> fresh, int flushesDone) {
    flushCount.addAndGet(flushesDone);
    releaseLog();
    fresh.forEach(this::requestCompactions);
  }

  /**
   * Turns background compactions on or off. Off, those that run stop without effect, those that
   * wait are dropped, and what is asked for is passed over; on, all regions are looked at again.
   *
   * @return whether they were on
   */
  boolean switchCompactions(boolean on) {
    boolean before = compactionsOn;
    compactionsOn = on;
    if (!on) {
      dropWaitingCompactions();
    } else if (!before) {
      tables.storedRegions().forEach(this::requestCompactions);
    }
    return before;
  }

  /** Takes back the background compactions that wait. */
  void dropWaitingCompactions() {
    waitingCompactions.clear(); // whoever was to run them finds them gone
  }

  /** Whether background compactions of a region of one kind wait or run. */
  boolean isCompacting(StoredRegion region, Wish wish) {
    return Stream.of(waitingCompactions, runningCompactions.keySet())
        .flatMap(Set::stream)
        .anyMatch(key -> key.region() == region && key.wish() == wish);
  }

  /** Compacts one family now, in this thread, unless the database closes meanwhile. */
  void compact(StoredRegion region, String family, Wish wish) throws IOException {
    compact(region, family, wish, this::checkOpen);
  }

  /** Ends all background work: what runs is finished or stopped, what waits is dropped. */
  @Override
  public void close() {
    closed = true;
    throttle.stop();
    wakeFlush();
    threads.close();
  }

  /**
   * What is due by time: in background mode once in the force interval. A part that fails does not
   * keep the others from their work; one that threw out of here would end the ticks.
   */
  void tick() {
    attempt("forcing the log to disk", wal::forceIfDirty);
    attempt("looking after the ages of memstores", this::flushWhatIsDue);
    attempt("looking after the length of the log", this::shortenLog);
    attempt("looking for due compactions", this::compactWhatIsDue);
  }

  /** A part of the work that may fail. */
  private interface Part {
    void run() throws IOException;
  }

  private void attempt(String what, Part part) {
    try {
      part.run();
    } catch (IOException | RuntimeException | Error e) {
      failed(what, e);
    }
  }

  private void flushWhatIsDue() {
    if (!failedFlushes.isEmpty()) {
      failedFlushes.retainAll(Set.copyOf(tables.storedRegions())); // tables may have been dropped
    }
    long nowMillis = clock.millis();
    for (StoredRegion region : tables.storedRegions()) {
      flushIfDue(region, nowMillis);
    }
  }

  private void shortenLog() {
    if (wal.bytes() > options.maxLogBytes()) {
      requestFlushOfOldest();
    }
  }

  private void compactWhatIsDue() {
    long nowMillis = clock.millis();
    if (nowMillis >= nextCompactionCheckMillis) {
      nextCompactionCheckMillis = nowMillis + COMPACTION_CHECK_MILLIS;
      tables.storedRegions().forEach(this::requestCompactions);
    }
  }

  private void flushIfDue(StoredRegion region, long nowMillis) {
    long maxAge = options.memStoreMaxAgeMillis();
    boolean old = maxAge > 0 && region.unflushedSinceMillis() < nowMillis - maxAge;
    if (old || failedFlushes.contains(region) || region.activeBytes() >= options.flushBytes()) {
      requestFlush(region);
    }
  }

  private void requestFlushOfOldest() {
    StoredRegion oldest = null;
    for (StoredRegion region : tables.storedRegions()) {
      if (oldest == null || region.oldestUnflushed() < oldest.oldestUnflushed()) {
        oldest = region;
      }
    }
    if (oldest != null) {
      requestFlush(oldest);
    }
  }

  private StoredRegion largest() {
    List<FlushPolicy.Usage<StoredRegion>> usages =
        tables.storedRegions().stream()
            .map(r -> new FlushPolicy.Usage<>(r, r.activeBytes(), r.memStoreBytes()))
            .toList();
    return FlushPolicy.largest(usages);
  }

  private void queueFlush(StoredRegion region, long sinceNanos) {
    boolean queued = false;
    try {
      threads.flushes().execute(() -> flushLarge(region, sinceNanos));
      queued = true;
    } finally {
      if (!queued) { // no thread could be started
        waitingFlushes.remove(region);
      }
    }
  }

  private void queueCompaction(StoreKey key) {
    boolean queued = false;
    try {
      threads.compactions().execute(() -> compactQueued(key));
      queued = true;
    } finally {
      if (!queued) { // no thread could be started
        waitingCompactions.remove(key);
      }
    }
  }

  /** Flushes, and goes on with the next region while there is still too much in memory. */
  private void flushLarge(StoredRegion region, long sinceNanos) {
    try {
      if (tooManyFiles(region) && !limits.isGlobalPressure() && mayWait(sinceNanos)) {
        awaitFewerFiles(region, sinceNanos);
        return;
      }
      waitingFlushes.remove(region);
      flush(region);
      failedFlushes.remove(region);
      limits.written(region);
    } catch (IOException | RuntimeException | Error e) {
      waitingFlushes.remove(region);
      failedFlushes.remove(region);
      if (!isGone(e)) {
        failedFlushes.add(region);
        failed("flush of region " + region, e);
        limits.flushFailed(e);
      }
    }
  }

  private boolean tooManyFiles(StoredRegion region) throws IOException {
    return region.mostFiles() >= options.blockingStoreFiles();
  }

  private boolean mayWait(long sinceNanos) {
    long waited = System.nanoTime() - sinceNanos;
    return !closed
        && threads.mayWait()
        && waited < TimeUnit.MILLISECONDS.toNanos(options.blockingFilesWaitMillis());
  }

  /** Asks for compactions, lets one end or a moment pass, and queues the flush behind others. */
  private void awaitFewerFiles(StoredRegion region, long sinceNanos) throws IOException {
    requestCompactions(region);
    filesLock.lock();
    try {
      long before = compactionsSeen;
      long left = TimeUnit.MILLISECONDS.toNanos(FILES_LOOK_MILLIS);
      while (compactionsSeen == before && left > 0 && !closed) {
        left = fewerFiles.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts these threads but the end of the process; the flush just goes on.
      Thread.currentThread().interrupt();
    } finally {
      filesLock.unlock();
    }
    if (closed) {
      waitingFlushes.remove(region);
    } else {
      queueFlush(region, sinceNanos);
    }
  }

  private void requestCompactions(StoredRegion region) {
    try {
      for (String family : region.families()) {
        requestCompaction(region, family, Wish.AS_NEEDED);
      }
    } catch (RefusedException e) {
      assert isGone(e) : e;
    }
  }

  private void compactQueued(StoreKey key) {
    // First in, then out: whoever looks meanwhile finds it in one of the two.
    runningCompactions.merge(key, 1, Integer::sum);
    boolean wanted = waitingCompactions.remove(key);
    try {
      if (wanted) {
        compact(key.region(), key.family(), key.wish(), this::pace);
      }
    } catch (CompactionStoppedException e) {
      System.getLogger(Maintenance.class.getName()).log(System.Logger.Level.DEBUG, e::getMessage);
    } catch (IOException | RuntimeException | Error e) {
      if (!isGone(e)) {
        failed("compaction of family " + key.family() + " of region " + key.region(), e);
      }
    } finally {
      runningCompactions.computeIfPresent(key, (k, count) -> count == 1 ? null : count - 1);
      wakeFlush();
    }
  }

  private void compact(StoredRegion region, String family, Wish wish, Pace pace)
      throws IOException {
    boolean more = !closed && region.compact(family, wish, pace);
    while (more) {
      compactionCount.incrementAndGet();
      wakeFlush();
      // After a major compaction nothing is left to do; after a minor one, perhaps more.
      more = !closed && wish == Wish.AS_NEEDED && region.compact(family, wish, pace);
    }
  }

  private void pace(long bytes) throws IOException {
    if (!compactionsOn) {
      throw new CompactionStoppedException("Compaction stopped: compactions are switched off");
    }
    throttle.wrote(bytes);
  }

  private void wakeFlush() {
    filesLock.lock();
    try {
      compactionsSeen++;
      fewerFiles.signalAll();
    } finally {
      filesLock.unlock();
    }
  }

  /**
   * Deletes the part of the log that every region has in files. What cannot be deleted costs space
   * and is tried again after the next flush.
   */
  void releaseLog() {
    Wal opened = wal;
    if (opened == null) {
      return;
    }
    // Taken first: a write that a region does not know of yet has a higher one.
    long releasable = log.lastSequence();
    for (StoredRegion region : tables.storedRegions()) {
      releasable = Math.min(releasable, region.oldestUnflushed() - 1);
    }
    long upTo = releasable;
    attempt("deleting the flushed part of the log", () -> opened.release(upTo));
  }

  private void checkOpen(long bytes) throws IOException {
    if (closed) {
      throw new CompactionStoppedException(
          "Compaction stopped after " + bytes + " more bytes: the database is closing");
    }
  }

  private static boolean isGone(Throwable e) {
    return e instanceof RefusedException refused
        && (refused.reason() == RefusedException.Reason.REGION_CLOSED
            || refused.reason() == RefusedException.Reason.CLOSED);
  }

  private void failed(String what, Throwable e) {
    failureCount.incrementAndGet();
    lastFailure = e;
    System.getLogger(Maintenance.class.getName())
        .log(System.Logger.Level.ERROR, "Background work failed, will be tried again: " + what, e);
  }
}
