package io.rowandb.engine.cache;

import java.util.function.Consumer;

/**
 * An open hash table of entries by file and offset.
 *
 * <p>Invariants, whenever no change is in progress:
 *
 * <ol>
 *   <li>There is no empty slot between an entry's home slot and its slot.
 *   <li>At most half of the slots are used.
 * </ol>
 *
 * <p>Changed under the owner's exclusive lock. {@link #find} may run during a change and still
 * terminates, but its result is valid only if the owner knows that nothing was changed meanwhile.
 */
final class EntryTable {
  /** Half a kilobyte, so that tables of an idle database cost little; doubled when needed. */
  private static final int FIRST_SLOTS = 64;

  private CacheEntry[] slots = new CacheEntry[FIRST_SLOTS];
  private int count;

  /** A well-mixed number for a place in a file. */
  static int hash(long file, long offset) {
    long h = (file * 0x9e3779b97f4a7c15L ^ offset) * 0xc2b2ae3d27d4eb4fL;
    return (int) (h >>> 32);
  }

  /** Another well-mixed number, for what must not depend on the place in the table. */
  static int otherHash(long file, long offset) {
    long h = (offset * 0x9e3779b97f4a7c15L ^ file) * 0xff51afd7ed558ccdL;
    return (int) (h >>> 32);
  }

  /** The entry, or null. Looks at each slot once at most. Allocates nothing. */
  CacheEntry find(long file, long offset, int hash) {
    CacheEntry[] now = slots;
    int mask = now.length - 1;
    for (int i = 0; i <= mask; i++) {
      CacheEntry entry = now[(hash + i) & mask];
      if (entry == null || (entry.offset() == offset && entry.file() == file)) {
        return entry;
      }
    }
    return null;
  }

  /** Takes in an entry that is not here. */
  void add(CacheEntry entry) {
    if ((count + 1) * 2 > slots.length) {
      CacheEntry[] larger = new CacheEntry[slots.length * 2];
      for (CacheEntry old : slots) {
        if (old != null) {
          insert(larger, old);
        }
      }
      slots = larger;
    }
    insert(slots, entry);
    count++;
  }

  private static void insert(CacheEntry[] slots, CacheEntry entry) {
    int mask = slots.length - 1;
    int at = home(entry) & mask;
    while (slots[at] != null) {
      at = (at + 1) & mask;
    }
    slots[at] = entry;
  }

  private static int home(CacheEntry entry) {
    return hash(entry.file(), entry.offset());
  }

  /** Takes out an entry that is here, and moves later ones back so that invariant 1 holds. */
  void remove(CacheEntry gone) {
    int mask = slots.length - 1;
    int hole = home(gone) & mask;
    while (slots[hole] != gone) {
      hole = (hole + 1) & mask;
    }
    int at = hole;
    while (true) {
      at = (at + 1) & mask;
      CacheEntry entry = slots[at];
      if (entry == null) {
        break;
      }
      if (((at - home(entry)) & mask) >= ((at - hole) & mask)) {
        slots[hole] = entry;
        hole = at;
      }
    }
    slots[hole] = null;
    count--;
  }

  /** Takes out all entries, each shown to {@code gone}. */
  void removeAll(Consumer<CacheEntry> gone) {
    for (CacheEntry entry : slots) {
      if (entry != null) {
        gone.accept(entry);
      }
    }
    slots = new CacheEntry[FIRST_SLOTS];
    count = 0;
  }

  /** Takes out all entries of a file, each shown to {@code gone}; how many there were. */
  int removeFile(long file, Consumer<CacheEntry> gone) {
    int before = count;
    CacheEntry[] kept = new CacheEntry[slots.length];
    for (CacheEntry entry : slots) {
      if (entry == null) {
        continue;
      }
      if (entry.file() == file) {
        count--;
        gone.accept(entry);
      } else {
        insert(kept, entry);
      }
    }
    if (count < before) {
      slots = kept;
    }
    return before - count;
  }
}
