package io.rowandb.engine.scan;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many cells the reads of a family stepped over because deletions hide them, delete markers
 * included. When reads have stepped over as many as there are to rewrite, a rewrite costs no more
 * than they did: then it is time for one.
 *
 * <p>Safe for many threads. The numbers of several threads may be a little behind each other, which
 * makes a rewrite come a little sooner or later.
 */
public final class HiddenCells {
  /** Reads report to it; never decreases. */
  private final AtomicLong passed = new AtomicLong();

  /** From how many on somebody should look whether a rewrite is due. */
  private final AtomicLong nextLook;

  private volatile long passedAtFlush;
  private volatile long passedAtCompaction;

  /**
   * Counts from 0.
   *
   * @param firstLook from how many cells on somebody should look; {@code Long.MAX_VALUE} for never
   */
  public HiddenCells(long firstLook) {
    nextLook = new AtomicLong(firstLook);
  }

  /** A read has ended that stepped over so many. */
  void add(long cells) {
    passed.addAndGet(cells);
  }

  /** Whether the caller is to see to it that somebody looks; true for one caller only. */
  public boolean takeLook() {
    long look = nextLook.get();
    return passed.get() >= look
        && look != Long.MAX_VALUE
        && nextLook.compareAndSet(look, Long.MAX_VALUE);
  }

  /** The look that was taken is over: the next is due when so many more were stepped over. */
  public void lookAgainAfter(long cells) {
    nextLook.set(passed.get() + cells);
  }

  /** How many since the last {@link #flushed}. */
  public long sinceFlush() {
    return passed.get() - passedAtFlush;
  }

  /** How many since the last {@link #compacted}. */
  public long sinceCompaction() {
    return passed.get() - passedAtCompaction;
  }

  /**
   * A flush begins that drops what it can.
   *
   * @param all whether there are no files that may have more
   */
  public void flushed(boolean all) {
    passedAtFlush = passed.get();
    if (all) {
      compacted();
    }
  }

  /** A major compaction begins. */
  public void compacted() {
    passedAtCompaction = passed.get();
  }
}
