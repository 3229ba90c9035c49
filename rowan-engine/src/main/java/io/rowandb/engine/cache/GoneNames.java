package io.rowandb.engine.cache;

/**
 * Names of blocks that went lately, 32 bits of each: the ghosts of {@link S3FifoPolicy}. A table in
 * which a name has four places, of which it takes the one written longest ago; so the oldest are
 * forgotten, about. A wrong answer, one in some hundred million, makes a block start in the better
 * queue. Guarded by the shard's lock.
 */
final class GoneNames {
  private static final int WAYS = 4;
  private static final int FIRST_SETS = 16;

  /** Bounds the table: 2^18 names are 2 MB. */
  private static final int MAX_SETS = 1 << 16;

  /** Name in the upper half, time of its writing in the lower; 0 where there is none. */
  private long[] places = new long[FIRST_SETS * WAYS];

  private int now;

  /**
   * Adds a name.
   *
   * @param wanted how many names are worth keeping: as many as there are blocks in the main queue
   */
  void add(long file, long offset, int wanted) {
    if (wanted > places.length && places.length < MAX_SETS * WAYS) {
      // The names known so far are lost, which happens a few times while a cache fills.
      places = new long[places.length * 2];
    }
    int name = name(file, offset);
    int set = set(name);
    int oldest = set;
    now++;
    for (int i = set; i < set + WAYS; i++) {
      if (places[i] == 0) {
        oldest = i;
        break;
      }
      if (now - (int) places[i] > now - (int) places[oldest]) {
        oldest = i;
      }
    }
    places[oldest] = (long) name << 32 | (now & 0xffffffffL);
  }

  /** Whether a name is here; then it is taken out. */
  boolean take(long file, long offset) {
    int name = name(file, offset);
    int set = set(name);
    for (int i = set; i < set + WAYS; i++) {
      if ((int) (places[i] >>> 32) == name) {
        places[i] = 0;
        return true;
      }
    }
    return false;
  }

  private int set(int name) {
    return (name & places.length / WAYS - 1) * WAYS;
  }

  /** Never 0. */
  private static int name(long file, long offset) {
    int hash = EntryTable.otherHash(file, offset);
    return hash == 0 ? 1 : hash;
  }
}
