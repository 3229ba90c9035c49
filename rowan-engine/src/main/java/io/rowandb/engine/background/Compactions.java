package io.rowandb.engine.background;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.compaction.CommonPace;
import io.rowandb.engine.compaction.CompactionPolicy.Wish;
import io.rowandb.engine.compaction.CompactionStoppedException;
import io.rowandb.engine.compaction.Throttle;
import io.rowandb.engine.region.CompactionOutcome;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.TableAttributes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Compactions of all regions: those that wait for a thread, those that run, and the switch that
 * turns them off. A family is queued at most once for each kind of compaction, which bounds the
 * queue.
 *
 * <p>The threads for small compactions select the files; a selection that is too large goes to the
 * threads for large compactions, as in HBase. A region whose files were merged is offered to the
 * {@link SplitQueue}.
 *
 * <p>Safe for many threads. Lives as long as {@link Maintenance}, which owns it.
 */
public final class Compactions {
  /**
   * A family of a region, waiting to be compacted.
   *
   * @param large whether in a thread for what takes long
   */
  private record StoreKey(StoredRegion region, String family, Wish wish, boolean large) {}

  // Fixed at construction.
  private final TableMap tables;
  private final Executor small;
  private final Executor large;
  private final SplitQueue splits;
  private final BackgroundFailures failures;
  private final Throttle throttle;
  private final CompactionRate rate;

  // Safe for many threads.
  /** What is queued, and whether it is still wanted: what is taken back is not queued twice. */
  private final Map<StoreKey, Boolean> waiting = new ConcurrentHashMap<>();

  /** What background threads work at, and how many of them; one runs, others wait for it. */
  private final Map<StoreKey, Integer> running = new ConcurrentHashMap<>();

  private final AtomicLong count = new AtomicLong();
  private volatile boolean closed;
  private volatile boolean on = true;

  Compactions(
      DatabaseOptions options,
      TableMap tables,
      Executor small,
      Executor large,
      SplitQueue splits,
      BackgroundFailures failures) {
    this.tables = tables;
    this.small = small;
    this.large = large;
    this.splits = splits;
    this.failures = failures;
    this.throttle =
        new Throttle(options.compaction().throughput().lowerBytesPerSecond(), System::nanoTime);
    this.rate = new CompactionRate(options, tables::storedRegions, throttle::limit);
  }

  /** How many have ended and merged something. */
  public long count() {
    return count.get();
  }

  /** Queues or runs what the policy wants for each family of a region. */
  public void request(StoredRegion region) {
    try {
      for (String family : region.families()) {
        request(region, family, Wish.AS_NEEDED);
      }
    } catch (RefusedException e) {
      assert BackgroundFailures.isGone(e) : e;
    }
  }

  /** Queues or runs a compaction of one family. */
  void request(StoredRegion region, String family, Wish wish) {
    request(new StoreKey(region, family, wish, false));
  }

  private void request(StoreKey key) {
    if (!closed && on && isEnabled(key.region()) && waiting.put(key, true) == null) {
      queue(key);
    }
  }

  /** A table without COMPACTION_ENABLED has no background compactions. */
  private boolean isEnabled(StoredRegion region) {
    TableMap.Entry table = tables.entry(TableName.of(region.info().table()));
    return table == null || TableAttributes.compactionEnabled(table.descriptor());
  }

  /**
   * Turns background compactions on or off. Off, those that run stop without effect, those that
   * wait are dropped, and what is asked for is passed over; on, all regions are looked at again.
   *
   * @return whether they were on
   */
  boolean turn(boolean toOn) {
    boolean before = on;
    on = toOn;
    if (!toOn) {
      dropWaiting();
    } else if (!before) {
      tables.storedRegions().forEach(this::request);
    }
    return before;
  }

  /** Takes back the background compactions that wait. */
  void dropWaiting() {
    waiting.replaceAll((key, wanted) -> false); // whoever was to run them finds that out
  }

  /** Whether background compactions of a region of one kind wait or run. */
  boolean isBusy(StoredRegion region, Wish wish) {
    return Stream.concat(
            waiting.keySet().stream().filter(key -> waiting.getOrDefault(key, false)),
            running.keySet().stream())
        .anyMatch(key -> key.region() == region && key.wish() == wish);
  }

  /** Compacts families of a region now, in this thread, unless the database closes meanwhile. */
  void run(StoredRegion region, List<String> families, Wish wish) throws IOException {
    boolean merged = false;
    for (String family : families) {
      merged |= run(new StoreKey(region, family, wish, true), this::checkOpen);
    }
    if (merged) {
      splits.offer(region);
    }
  }

  /** What is due by time. */
  void tick() {
    rate.tuneIfDue();
  }

  /** Lets none begin any more; those that run end soon. */
  void stop() {
    closed = true;
    throttle.stop();
  }

  private void queue(StoreKey key) {
    boolean queued = false;
    try {
      (key.large() ? large : small).execute(() -> runQueued(key));
      queued = true;
    } finally {
      if (!queued) { // no thread could be started
        waiting.remove(key);
      }
    }
  }

  private void runQueued(StoreKey key) {
    // First in, then out: whoever looks meanwhile finds it in one of the two.
    running.merge(key, 1, Integer::sum);
    boolean wanted = Boolean.TRUE.equals(waiting.remove(key));
    try {
      if (wanted && run(key, this::pace)) {
        splits.offer(key.region());
      }
    } catch (CompactionStoppedException e) {
      System.getLogger(Compactions.class.getName()).log(System.Logger.Level.DEBUG, e::getMessage);
    } catch (IOException | RuntimeException | Error e) {
      if (!BackgroundFailures.isGone(e)) {
        failures.add("compaction of family " + key.family() + " of region " + key.region(), e);
      }
    } finally {
      running.computeIfPresent(key, (k, times) -> times == 1 ? null : times - 1);
    }
  }

  /** Returns whether anything was merged; what takes long is left to the threads for that. */
  private boolean run(StoreKey key, CommonPace pace) throws IOException {
    boolean merged = false;
    boolean more = true;
    while (more && !closed) {
      CompactionOutcome outcome = key.region().compact(key.family(), key.wish(), key.large(), pace);
      if (outcome == CompactionOutcome.LARGE) {
        request(new StoreKey(key.region(), key.family(), key.wish(), true));
      }
      more = false;
      if (outcome == CompactionOutcome.MERGED) {
        merged = true;
        count.incrementAndGet();
        // After a major compaction nothing is left to do; after a minor one, perhaps more.
        more = key.wish() == Wish.AS_NEEDED;
      }
    }
    return merged;
  }

  private void pace(long bytes, CommonPace.Wanted wanted) throws IOException {
    throttle.wrote(
        bytes,
        () -> {
          wanted.check();
          if (!on) {
            throw new CompactionStoppedException(
                "Compaction stopped: compactions are switched off");
          }
        });
  }

  private void checkOpen(long bytes, CommonPace.Wanted wanted) throws IOException {
    wanted.check();
    if (closed) {
      throw new CompactionStoppedException(
          "Compaction stopped after " + bytes + " more bytes: the database is closing");
    }
  }
}
