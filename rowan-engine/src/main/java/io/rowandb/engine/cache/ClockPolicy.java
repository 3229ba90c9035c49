package io.rowandb.engine.cache;

import java.util.function.Consumer;

/**
 * The second chance: the oldest block goes, unless it was used since it came or was last looked at;
 * then it is put behind all others and loses one use. A block of cells has one such chance, other
 * blocks and those of IN_MEMORY families, which stand for many, have four.
 */
final class ClockPolicy implements EvictionPolicy {
  private static final int MOST_USES = 1;
  private static final int MOST_USES_OF_FAVOURED = 4;

  private final long maxBytes;

  /** All entries. Guarded by the shard's lock. */
  private final EntryQueue entries = new EntryQueue();

  ClockPolicy(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public void hit(CacheEntry entry) {
    entry.use(isFavoured(entry) ? MOST_USES_OF_FAVOURED : MOST_USES);
  }

  private static boolean isFavoured(CacheEntry entry) {
    return entry.inMemory() || entry.kind() != BlockKind.DATA;
  }

  @Override
  public void add(CacheEntry entry) {
    if (isFavoured(entry)) {
      entry.setUses(MOST_USES_OF_FAVOURED);
    }
    entries.add(entry);
  }

  @Override
  public void remove(CacheEntry entry) {
    entries.remove(entry);
  }

  @Override
  public long bytesWithoutLoss() {
    return maxBytes;
  }

  @Override
  public void makeRoom(long used, long wanted, Consumer<CacheEntry> gone) {
    long left = used;
    while (left + wanted > maxBytes) {
      CacheEntry oldest = entries.takeUnused(MOST_USES_OF_FAVOURED + 1);
      left -= oldest.bytes();
      gone.accept(oldest);
    }
  }
}
