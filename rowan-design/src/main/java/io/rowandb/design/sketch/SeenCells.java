package io.rowandb.design.sketch;

/**
 * Which cells were written before, with what, and how often. Bounded: when it is full it forgets
 * every second key, chosen by the hash, and from then on looks only at those like the others;
 * {@link #oneOf} says one in how many. One thread.
 */
public final class SeenCells {
  private static final double FULLEST = 0.75;

  private final int mostSlots;

  private long[] keys;
  private long[] contents;
  private int[] firstRows;
  private short[] counts;
  private int size;

  /** Bits of a hash that must be 0 for a key to be looked at. */
  private int zeroBits;

  /**
   * A table that grows to so many slots, a power of two; a slot has 22 bytes. While it grows the
   * old slots, half as many, are held too.
   */
  public SeenCells(int mostSlots) {
    if (Integer.bitCount(mostSlots) != 1) {
      throw new IllegalArgumentException(mostSlots + " slots are no power of two");
    }
    this.mostSlots = mostSlots;
    allocate(Math.min(mostSlots, 1 << 12));
  }

  private void allocate(int slots) {
    keys = new long[slots];
    contents = new long[slots];
    firstRows = new int[slots];
    counts = new short[slots];
    size = 0;
  }

  /** What a write found. */
  public enum Before {
    /** Nothing, or the key is not looked at. */
    NOTHING,
    /** The same content. */
    SAME,
    /** Something else. */
    OTHER
  }

  /** The place of a cell that {@link #add} found; valid until the next. */
  private int found;

  private boolean kept;

  /**
   * Notes a write.
   *
   * @param row its number, from 0
   */
  public Before add(long key, long content, long row) {
    long wanted = key == 0 ? 1 : key; // 0 is an empty slot
    kept = false;
    if (!isLookedAt(wanted)) {
      return Before.NOTHING;
    }
    found = place(wanted);
    if (keys[found] == 0) {
      insert(wanted, content, (int) Math.min(row, Integer.MAX_VALUE), (short) 1);
      kept = isLookedAt(wanted);
      return Before.NOTHING;
    }
    if (contents[found] == content) {
      return Before.SAME;
    }
    contents[found] = content;
    counts[found] += (short) (counts[found] < Short.MAX_VALUE ? 1 : 0);
    return Before.OTHER;
  }

  /** Whether the cell that was added last, and not there before, is one of those looked at. */
  public boolean isKept() {
    return kept;
  }

  /** How many different contents in turn the cell had that was found last; up to 32,767. */
  public int count() {
    return counts[found];
  }

  /** The number of the row that first wrote the cell that was found last. */
  public int firstRow() {
    return firstRows[found];
  }

  /** One in how many keys it looks at. */
  public long oneOf() {
    return 1L << zeroBits;
  }

  /** How many different cells there were, about. */
  public long distinct() {
    return (long) size << zeroBits;
  }

  private boolean isLookedAt(long key) {
    return zeroBits == 0 || key >>> (Long.SIZE - zeroBits) == 0;
  }

  private int place(long key) {
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (keys.length - 1);
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  private void insert(long key, long content, int row, short count) {
    if (size + 1 > keys.length * FULLEST) {
      makeRoom();
      if (!isLookedAt(key)) {
        return;
      }
    }
    int at = place(key);
    keys[at] = key;
    contents[at] = content;
    firstRows[at] = row;
    counts[at] = count;
    found = at;
    size++;
  }

  private void makeRoom() {
    if (keys.length == mostSlots) {
      zeroBits++;
      forget();
      return;
    }
    long[] oldKeys = keys;
    long[] oldContents = contents;
    int[] oldRows = firstRows;
    short[] oldCounts = counts;
    allocate(2 * oldKeys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        insert(oldKeys[i], oldContents[i], oldRows[i], oldCounts[i]);
      }
    }
  }

  /**
   * Forgets in place what is no longer looked at. It begins behind an empty slot, so that every key
   * is moved after those between it and its first choice, and finds a free slot among theirs.
   */
  private void forget() {
    int start = 0;
    while (keys[start] != 0) {
      start++;
    }
    for (int i = 1; i < keys.length; i++) {
      int from = (start + i) & (keys.length - 1);
      long key = keys[from];
      if (key != 0) {
        keys[from] = 0;
        size--;
        if (isLookedAt(key)) {
          insert(key, contents[from], firstRows[from], counts[from]);
        }
      }
    }
  }
}
