package io.rowandb.engine.background;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.rowandb.engine.memstore.ChunkPool;
import io.rowandb.engine.region.PurgeLook;
import io.rowandb.engine.region.PurgeRequests;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.region.WriteGate;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.wal.Wal;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Background work: flushes, forcing and releasing the log. After a flush it requests {@link
 * Compactions}, unless the {@link SplitQueue} takes the region.
 *
 * <ol>
 *   <li>A failure goes to {@link BackgroundFailures}, and that of a flush also to writers that wait
 *       for memory. The work is retried with the next tick or request.
 *   <li>A region is queued at most once for a flush, which bounds the queue.
 * </ol>
 *
 * It runs in {@link BackgroundThreads}.
 */
public final class Maintenance implements AutoCloseable {
  /** How long a flush that waits for a compaction lets others go first. */
  private static final long LOOK_AGAIN_MILLIS = 100;

  /** From opening until all stores are asked whether they need a compaction. */
  private static final long FIRST_LOOK_MILLIS = 1_000;

  /** hbase.server.compactchecker: how often stores are asked for a due major compaction. */
  private static final long COMPACTION_CHECK_MILLIS = TimeUnit.SECONDS.toMillis(10_000);

  /** Pooled memstore memory that was unused for this long goes back to the heap. */
  private static final long POOL_CHECK_MILLIS = TimeUnit.MINUTES.toMillis(1);

  // Fixed at construction.
  private final DatabaseOptions options;
  private final Clock clock;
  private final TableMap tables;
  private final DatabaseLog log;
  private final ChunkPool chunkPool;
  private final MemStoreLimits limits;
  private final LogHolders logHolders;
  private final BackgroundThreads threads;
  private final BackgroundFailures failures = new BackgroundFailures();
  private final SplitQueue splits;
  private final Compactions compactions;
  private final Purges purges;

  // Safe for many threads.
  private final Set<StoredRegion> waitingFlushes = ConcurrentHashMap.newKeySet();
  private final FailedFlushes failedFlushes = new FailedFlushes();
  private final AtomicLong flushCount = new AtomicLong();
  private final AtomicLong forcedFlushCount = new AtomicLong();
  private volatile Wal wal;
  private volatile boolean closed;

  /** The last region that was asked for as the largest; null once any flush has had its turn. */
  private volatile StoredRegion askedAsLargest;

  // Used by the ticker.
  private final Period compactionChecks;
  private final Period poolChecks;

  /** Work on these tables; begins with {@link #start}. */
  public Maintenance(
      DatabaseOptions options,
      TableMap tables,
      DatabaseLog log,
      ChunkPool chunkPool,
      SplitChecks splitChecks) {
    this.options = options;
    this.clock = options.clock();
    this.tables = tables;
    this.log = log;
    this.chunkPool = chunkPool;
    this.limits =
        new MemStoreLimits(
            FlushPolicy.of(options),
            options.memory().busyWaitMillis(),
            chunkPool,
            this::requestFlush,
            this::requestFlushOfLargest,
            failedFlushes);
    this.logHolders = new LogHolders(limits, options.log().maxBytes(), failedFlushes);
    this.threads = BackgroundThreads.of(options);
    this.splits = new SplitQueue(splitChecks, threads.splits(), failures);
    this.compactions =
        new Compactions(
            options, tables, threads.compactions(), threads.largeCompactions(), splits, failures);
    this.purges = new Purges(threads.flushes(), this::flushPurged, splits, compactions, failures);
    this.compactionChecks = new Period(COMPACTION_CHECK_MILLIS, clock.millis());
    this.poolChecks = new Period(POOL_CHECK_MILLIS, clock.millis());
  }

  /** Where the memstores of a database have memory from. */
  public static ChunkPool newChunkPool(DatabaseOptions options) {
    return new ChunkPool(
        (long) (options.memory().chunkPoolShare() * options.memory().globalBytes()));
  }

  /** In what it runs. */
  public BackgroundThreads threads() {
    return threads;
  }

  /** How much memory memstores may have. */
  public MemStoreLimits limits() {
    return limits;
  }

  /** What regions ask before they take a write. */
  public WriteGate gate() {
    return logHolders;
  }

  /** What regions ask when their reads step over what deletions hide. */
  public PurgeRequests purges() {
    return purges;
  }

  /** Memory of flushed memstores. */
  public ChunkPool chunkPool() {
    return chunkPool;
  }

  /** How many flushes there were. */
  public long flushCount() {
    return flushCount.get();
  }

  /** Flushes of regions that were not large, for the memory that all take together. */
  public long forcedFlushCount() {
    return forcedFlushCount.get();
  }

  /** The compactions. */
  public Compactions compactions() {
    return compactions;
  }

  /** The regions that wait for their split. */
  public SplitQueue splitQueue() {
    return splits;
  }

  /** What went wrong. */
  public BackgroundFailures failures() {
    return failures;
  }

  /**
   * Recovery is over: begins to look after the log, and to have regions split.
   *
   * @param pullSplits splits what is in {@link #splitQueue}
   */
  public void start(Wal opened, Runnable pullSplits) {
    wal = opened;
    splits.start(pullSplits);
    threads.forceEvery(options.log().forceIntervalMillis(), this::forceLog);
    threads.tickEvery(options.log().forceIntervalMillis(), this::doWhatIsDue);
    // Whoever closed the database may have left files of a split, or too many.
    threads.after(FIRST_LOOK_MILLIS, () -> tables.storedRegions().forEach(compactions::request));
  }

  /** Queues or runs a flush of a region that is large. */
  void requestFlush(StoredRegion region) {
    if (!closed && waitingFlushes.add(region)) {
      queueFlush(region, System.nanoTime());
    }
  }

  /**
   * Queues or runs a flush of the largest region, unless the one asked for before still waits. Of
   * those whose last flush failed only when no other has anything.
   *
   * @return false when it is one of those, or there is none
   */
  @CanIgnoreReturnValue
  boolean requestFlushOfLargest() {
    StoredRegion asked = askedAsLargest;
    if (asked != null && waitingFlushes.contains(asked) && !failedFlushes.has(asked)) {
      return true; // to look through all regions at each write would cost more than the writes
    }
    StoredRegion largest = largest(region -> !failedFlushes.has(region));
    boolean mayWork = largest != null;
    if (!mayWork) {
      largest = largest(region -> true);
    }
    if (largest != null) {
      askedAsLargest = largest;
      requestFlush(largest);
    }
    return mayWork;
  }

  /**
   * Flushes the largest region now, in this thread, while the log is read again. When that fails,
   * it stays in memory and is passed over from then on: the database need not stay closed for it.
   */
  public void flushLargest() {
    StoredRegion largest = largest(region -> !failedFlushes.has(region));
    if (largest != null) {
      try {
        flushNow(largest, /* forSize= */ false, /* forced= */ !isLarge(largest));
      } catch (IOException | RuntimeException e) {
        failures.add("flush of region " + largest, e);
      }
    }
  }

  /**
   * Flushes a region now, in this thread, releases the log, and has the region split if it is too
   * large, compacted otherwise.
   */
  public void flush(StoredRegion region) throws IOException {
    flushNow(region, /* forSize= */ false, /* forced= */ false);
  }

  private void flushNow(StoredRegion region, boolean forSize, boolean forced) throws IOException {
    if (!flushAlone(region, forSize ? StoredRegion::flushLarge : StoredRegion::flush)) {
      return;
    }
    if (forced) {
      forcedFlushCount.incrementAndGet();
    }
    if (!splits.offer(region)) {
      compactions.request(region);
    }
  }

  /**
   * Flushes a region now, in this thread, and releases the log.
   *
   * @return whether there was anything to write
   */
  boolean flushAlone(StoredRegion region) throws IOException {
    return flushAlone(region, StoredRegion::flush);
  }

  private boolean flushPurged(StoredRegion region, PurgeLook look) {
    try {
      if (failedFlushes.has(region)) {
        return false; // the next tick tries again
      }
      flushAlone(region, flushed -> look.flush());
      return true;
    } catch (IOException | RuntimeException | Error e) {
      flushFailed(region, e);
      return false;
    }
  }

  /** One of the ways to flush a region; says whether there was anything to write. */
  @FunctionalInterface
  private interface Flushing {
    boolean flush(StoredRegion region) throws IOException;
  }

  private boolean flushAlone(StoredRegion region, Flushing how) throws IOException {
    boolean wrote;
    try {
      wrote = how.flush(region);
    } catch (IOException | RuntimeException | Error e) {
      if (tables.storedRegions().contains(region)) {
        failedFlushes.add(region, e); // the next tick tries again
      }
      throw e;
    }
    if (failedFlushes.remove(region)) {
      logHolders.flushed(region);
      limits.flushedAgain();
    }
    releaseLog();
    if (wrote) {
      flushCount.incrementAndGet();
    }
    return wrote;
  }

  /** Whether the last flush of a region failed. */
  public boolean cannotFlush(StoredRegion region) {
    return failedFlushes.has(region);
  }

  /**
   * Goes on after regions were replaced by others, which may have files to rewrite.
   *
   * @param flushesDone how many flushes that took
   */
  public void afterRegrouping(List<StoredRegion> fresh, int flushesDone) {
    flushCount.addAndGet(flushesDone);
    releaseLog();
    fresh.forEach(compactions::request);
  }

  /** Ends all background work: what runs is finished or stopped, what waits is dropped. */
  @Override
  public void close() {
    closed = true;
    purges.stop();
    compactions.stop();
    threads.close();
  }

  /** What is due by time: all that is done in background mode once in the force interval. */
  public void tick() {
    forceLog();
    doWhatIsDue();
  }

  private void forceLog() {
    failures.attempt("forcing the log to disk", wal::forceIfDirty);
  }

  /**
   * A part that fails does not keep the others from their work; one that threw out of here would
   * end the ticks.
   */
  private void doWhatIsDue() {
    failures.attempt("looking after the ages of memstores", this::flushWhatIsDue);
    failures.attempt("looking after the length of the log", this::shortenLog);
    failures.attempt("looking for due compactions", this::compactWhatIsDue);
    failures.attempt("looking for due splits", splits::callIfNeeded);
    failures.attempt("finding how fast compactions may write", compactions::tick);
    failures.attempt("looking for idle memory", this::letGoOfIdleMemory);
  }

  private void flushWhatIsDue() {
    if (!failedFlushes.isEmpty()) {
      failedFlushes.retain(Set.copyOf(tables.storedRegions())); // tables may have been dropped
    }
    long nowMillis = clock.millis();
    for (StoredRegion region : tables.storedRegions()) {
      flushIfDue(region, nowMillis);
    }
  }

  /** Flushes every region that keeps the oldest segment: the log goes by whole segments. */
  private void shortenLog() {
    logHolders.look(wal.bytes(), wal.oldestSequence(), tables.storedRegions());
    if (wal.bytes() <= options.log().maxBytes()) {
      return;
    }
    long oldest = wal.oldestSequence();
    for (StoredRegion region : tables.storedRegions()) {
      if (region.oldestUnflushed() <= oldest) {
        requestFlush(region);
      }
    }
  }

  private void compactWhatIsDue() {
    if (compactionChecks.isOver(clock.millis())) {
      tables.storedRegions().forEach(compactions::request);
    }
  }

  private void letGoOfIdleMemory() {
    if (poolChecks.isOver(clock.millis())) {
      chunkPool.letGoOfIdle();
    }
  }

  private void flushIfDue(StoredRegion region, long nowMillis) {
    if (isOld(region, nowMillis) || failedFlushes.has(region) || isLarge(region)) {
      requestFlush(region);
    }
  }

  private boolean isOld(StoredRegion region, long nowMillis) {
    long maxAge = options.memory().maxAgeMillis();
    long sinceMillis = region.unflushedSinceMillis();
    if (maxAge <= 0 || sinceMillis == Long.MAX_VALUE) {
      return false;
    }
    // In the future when the clock was turned back: how old it is nobody knows.
    return Math.abs(nowMillis - sinceMillis) > maxAge;
  }

  private static boolean isLarge(StoredRegion region) {
    return region.activeBytes() >= region.flushRule().regionBytes();
  }

  /** Whether only its size asks for the flush of a region: then small stores need not go. */
  private boolean isForSize(StoredRegion region) {
    return (isLarge(region) || limits.isGlobalPressure())
        && wal.bytes() <= options.log().maxBytes()
        && !isOld(region, clock.millis())
        && !failedFlushes.has(region);
  }

  private StoredRegion largest(Predicate<StoredRegion> among) {
    List<FlushPolicy.Usage<StoredRegion>> usages =
        tables.storedRegions().stream()
            .filter(among)
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

  /** Flushes, and goes on with the next region while there is still too much in memory. */
  private void flushLarge(StoredRegion region, long sinceNanos) {
    askedAsLargest = null; // by now another may be the largest
    try {
      if (tooManyFiles(region) && !limits.isGlobalPressure() && mayWait(sinceNanos)) {
        compactions.request(region);
        queueFlushLater(region, sinceNanos);
        return;
      }
      if (region.isFlushHeld() && threads.mayWait()) {
        queueFlushLater(region, sinceNanos); // this thread is that of all regions
        return;
      }
      waitingFlushes.remove(region);
      boolean forSize = isForSize(region);
      flushNow(region, forSize, forSize && !isLarge(region));
      limits.written(region);
    } catch (IOException | RuntimeException | Error e) {
      waitingFlushes.remove(region);
      flushFailed(region, e);
    }
  }

  /**
   * A region that no longer exists needs no flush; one that is closed, for example by a failed log,
   * still does.
   */
  private void flushFailed(StoredRegion region, Throwable cause) {
    if (closed || !tables.storedRegions().contains(region)) {
      failedFlushes.remove(region);
      return;
    }
    failedFlushes.add(region, cause);
    if (!BackgroundFailures.isGone(cause)) {
      failures.add("flush of region " + region, cause);
    }
    limits.flushFailed(cause);
  }

  /** As HBase counts: more than the limit of one of its families. */
  private static boolean tooManyFiles(StoredRegion region) throws IOException {
    return region.filesLeft() < 0;
  }

  private boolean mayWait(long sinceNanos) {
    long waited = System.nanoTime() - sinceNanos;
    return !closed
        && threads.mayWait()
        && waited < TimeUnit.MILLISECONDS.toNanos(options.compaction().blockingFilesWaitMillis());
  }

  /** Looks again after a moment; others are flushed meanwhile. */
  private void queueFlushLater(StoredRegion region, long sinceNanos) {
    threads.after(LOOK_AGAIN_MILLIS, () -> queueFlush(region, sinceNanos));
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
    failures.attempt("deleting the flushed part of the log", () -> opened.release(upTo));
  }
}
