package io.rowandb.engine.cache;

/**
 * About how often each block was asked for lately: a count-min sketch of four-bit counters, all
 * halved from time to time so that old fame fades (Einziger and others, "TinyLFU", 2017).
 *
 * <p>Counted by readers without a lock and without order; a lost count changes an estimate by one.
 */
final class FrequencySketch {
  private static final int ROWS = 4;
  private static final int MOST = 15;
  private static final long ONE_OF_EACH = 0x7777777777777777L;

  /** After so many counts for each block it is made for, all counters are halved. */
  private static final int COUNTS_PER_BLOCK = 10;

  /** Sixteen counters each; a block has one counter in each of four words. */
  private final long[] words;

  private final int countsUntilHalved;
  private int counts;

  /**
   * @param blocks about as many as the cache holds
   */
  FrequencySketch(int blocks) {
    words = new long[Integer.highestOneBit(Math.max(16, blocks - 1)) * 2];
    countsUntilHalved = COUNTS_PER_BLOCK * words.length;
  }

  /** Counts a use. */
  void count(int hash) {
    boolean added = false;
    int mixed = hash;
    for (int row = 0; row < ROWS; row++) {
      int at = mixed & words.length - 1;
      int shift = shift(hash, row);
      long word = words[at];
      if ((word >>> shift & MOST) < MOST) {
        words[at] = word + (1L << shift);
        added = true;
      }
      mixed = mix(mixed);
    }
    if (added && ++counts >= countsUntilHalved) {
      halve();
    }
  }

  private void halve() {
    counts = countsUntilHalved / 2;
    for (int i = 0; i < words.length; i++) {
      words[i] = words[i] >>> 1 & ONE_OF_EACH;
    }
  }

  /** An estimate of the uses counted, rarely too high. */
  int frequency(int hash) {
    int least = MOST;
    int mixed = hash;
    for (int row = 0; row < ROWS; row++) {
      long word = words[mixed & words.length - 1];
      least = Math.min(least, (int) (word >>> shift(hash, row)) & MOST);
      mixed = mix(mixed);
    }
    return least;
  }

  /** Where in its word a row's counter is: each row uses four of the sixteen. */
  private static int shift(int hash, int row) {
    return ((row << 2) | (hash >>> (24 + 2 * row) & 3)) << 2;
  }

  private static int mix(int value) {
    int v = (value ^ value >>> 15) * 0x2c1b3c6d;
    v = (v ^ v >>> 12) * 0x297a2d39;
    return v ^ v >>> 15;
  }
}
