package io.rowandb.engine.store;

import io.rowandb.engine.compaction.CompactionSettings;
import io.rowandb.engine.scan.HiddenCells;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells when a store is to be rid of what deletions hide. A flush or a major compaction is due when
 * reads have stepped over as many cells as it has to rewrite, and some more for its files.
 *
 * <p>Safe for many threads. The numbers of several threads may be a little behind each other, which
 * makes a purge come a little sooner or later.
 */
public final class Purging {
  /** So often the price of a flush is doubled at most. */
  private static final int MAX_DOUBLINGS = 10;

  private static final long NEVER = Long.MAX_VALUE;

  /** More than reads ever step over; doubled that often it is a number still. */
  private static final long MAX_LEAST = 1L << 48;

  // Fixed at construction.
  private final boolean enabled;
  private final long least;
  private final CompactionSettings compactions;
  private final HiddenCells hidden;

  /** From how many hidden cells on somebody should look; {@link #NEVER} while somebody does. */
  private final AtomicLong nextLook;

  private volatile long passedAtFlush;
  private volatile long passedAtCompaction;

  /** How many of the last flushes kept most of their markers, less those that did not. */
  private volatile int vainFlushes;

  /** Used by who looks. */
  private volatile long lookAgainAfter;

  Purging(StoreOptions options) {
    least = Math.min(options.compaction().hiddenCells(), MAX_LEAST);
    enabled = least > 0 && options.rules().dropsMarkers();
    hidden = new HiddenCells(enabled);
    compactions = options.compaction().settings();
    nextLook = new AtomicLong(enabled ? least : NEVER);
    lookAgainAfter = least;
  }

  /** What reads report to. */
  public HiddenCells hidden() {
    return hidden;
  }

  /** Whether it ever happens: markers may have to stay by the family's rules. */
  boolean isEnabled() {
    return enabled;
  }

  /** Whether the caller is to see to it that somebody looks; true for one caller only. */
  public boolean takeLook() {
    long look = nextLook.get();
    return look != NEVER && hidden.passed() >= look && nextLook.compareAndSet(look, NEVER);
  }

  /** The look that was taken is over. */
  public void endLook() {
    nextLook.set(hidden.passed() + lookAgainAfter);
  }

  /**
   * What is due; for who has taken the look.
   *
   * @param view of the store
   * @param cellsInMemory of all stores of its region, which are flushed together
   */
  public Purge due(StoreView view, long cellsInMemory) {
    if (!enabled) {
      return Purge.NONE;
    }
    long passed = hidden.passed();
    long missing = NEVER;
    if (mayCompact(view.files())) {
      missing = least + cellsInMemory + view.fileCells() - (passed - passedAtCompaction);
      if (missing <= 0) {
        return Purge.COMPACTION;
      }
    }
    if (view.memStoreMarkers() > 0 && view.files().size() < compactions.blockingFiles()) {
      long untilFlush = (least << vainFlushes) + cellsInMemory - (passed - passedAtFlush);
      if (untilFlush <= 0) {
        return Purge.FLUSH;
      }
      missing = Math.min(missing, untilFlush);
    }
    // Half of what is missing: a flush for another reason leaves less to rewrite.
    lookAgainAfter = missing == NEVER ? least : Math.max(1 + least / 8, missing / 2);
    return Purge.NONE;
  }

  /** A major compaction that nobody asked for keeps to the settings of those that are due. */
  private boolean mayCompact(List<SharedStoreFile> files) {
    boolean markers = false;
    long bytes = 0;
    for (SharedStoreFile file : files) {
      markers |= file.info().deleteMarkers() != 0; // of some it is unknown
      bytes += file.info().fileBytes();
    }
    return markers && compactions.majorPeriodMillis() > 0 && bytes <= compactions.maxBytes();
  }

  /**
   * A flush has dropped what it could.
   *
   * @param markersBefore how many delete markers were in memory
   * @param markersLeft how many of them are in the new file
   */
  void flushed(long markersBefore, long markersLeft) {
    long passed = hidden.passed();
    if (markersLeft == 0) {
      long paid = passedAtCompaction;
      passedAtCompaction = paid + passed - passedAtFlush; // what was stepped over was in memory
    }
    passedAtFlush = passed;
    boolean vain = 2 * markersLeft > markersBefore;
    vainFlushes = vain ? Math.min(MAX_DOUBLINGS, vainFlushes + 1) : Math.max(0, vainFlushes - 1);
  }

  /** A major compaction was asked for, or has ended: what was stepped over before is paid. */
  public void compacted() {
    passedAtCompaction = hidden.passed();
  }
}
