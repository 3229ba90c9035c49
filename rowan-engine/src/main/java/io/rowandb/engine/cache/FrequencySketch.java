package io.rowandb.engine.cache;

/**
 * Estimates how often each block was requested recently: a count-min sketch of four-bit counters,
 * all halved from time to time so that old requests count less (Einziger and others, "TinyLFU",
 * 2017).
 *
 * <p>Readers count without a lock and without order. A lost count changes an estimate by one; a
 * count during a halving may leave the sixteen counters of a word unhalved. Halved by one thread at
 * a time, so never twice for the same counts.
 */
final class FrequencySketch {
  private static final int ROWS = 4;
  private static final int MOST = 15;

  /** Words of a cache line. */
  private static final int LINE_WORDS = 8;

  private static final long ONE_OF_EACH = 0x7777777777777777L;

  /** After so many counts for each block it is made for, all counters are halved: the paper's. */
  private static final int COUNTS_PER_BLOCK = 10;

  /** Sixteen counters each; a block has one counter in each of four words of a line. */
  private final long[] words;

  private final int countsUntilHalved;

  /** Since the last halving, about. Written by readers too; a lost one delays the next a little. */
  private int counts;

  /**
   * @param blocks about as many as the cache holds
   */
  FrequencySketch(int blocks) {
    words = new long[Integer.highestOneBit(Math.max(16, blocks - 1)) * 2];
    countsUntilHalved = COUNTS_PER_BLOCK * words.length;
  }

  /** Counts a use. Called by many threads at once. */
  void count(int hash) {
    int mixed = mix(hash);
    int line = line(hash);
    boolean added = false;
    for (int row = 0; row < ROWS; row++) {
      int at = line + word(mixed, row);
      int shift = shift(mixed, row);
      long word = words[at];
      if ((word >>> shift & MOST) < MOST) {
        words[at] = word + (1L << shift);
        added = true;
      }
    }
    if (added) {
      counts++;
    }
  }

  /** Halves all counters when it is time. Called by one thread at a time. */
  void fade() {
    if (counts < countsUntilHalved) {
      return;
    }
    counts = countsUntilHalved / 2;
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i] >>> 1 & ONE_OF_EACH;
    }
  }

  /** An estimate of the uses counted, rarely too high. */
  int frequency(int hash) {
    int mixed = mix(hash);
    int line = line(hash);
    int least = MOST;
    for (int row = 0; row < ROWS; row++) {
      long word = words[line + word(mixed, row)];
      least = Math.min(least, (int) (word >>> shift(mixed, row)) & MOST);
    }
    return least;
  }

  /** Where the words of a block begin: all its counters are in one cache line. */
  private int line(int hash) {
    return (hash & words.length / LINE_WORDS - 1) * LINE_WORDS;
  }

  /** Which word of the line has a row's counter: one of two. */
  private static int word(int mixed, int row) {
    return (row << 1) | (mixed >>> row & 1);
  }

  /** Where in the word it is: one of sixteen places. */
  private static int shift(int mixed, int row) {
    return (mixed >>> (8 + 4 * row) & 15) << 2;
  }

  private static int mix(int value) {
    int v = (value ^ value >>> 15) * 0x2c1b3c6d;
    v = (v ^ v >>> 12) * 0x297a2d39;
    return v ^ v >>> 15;
  }
}
