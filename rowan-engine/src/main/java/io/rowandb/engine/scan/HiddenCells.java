package io.rowandb.engine.scan;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many cells the reads of a family stepped over because deletions hide them, delete markers
 * included. Safe for many threads.
 */
public final class HiddenCells {
  private final AtomicLong passed = new AtomicLong();

  /** Counts from 0. */
  public HiddenCells() {}

  /** A read has ended that stepped over so many. */
  void add(long cells) {
    passed.addAndGet(cells);
  }

  /** How many so far; never decreases. */
  public long passed() {
    return passed.get();
  }
}
