package io.rowandb.engine.scan;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many cells the reads of a family stepped over because deletions hide them, delete markers
 * included. Safe for many threads.
 */
public final class HiddenCells {
  private final AtomicLong passed = new AtomicLong();

  /** Whether anybody asks; else readers need not meet here. */
  private final boolean counts;

  /** Counts from 0, or stays there. */
  public HiddenCells(boolean counts) {
    this.counts = counts;
  }

  /** A read has ended that stepped over so many. */
  void add(long cells) {
    if (counts) {
      passed.addAndGet(cells);
    }
  }

  /** How many so far; never decreases. */
  public long passed() {
    return passed.get();
  }
}
