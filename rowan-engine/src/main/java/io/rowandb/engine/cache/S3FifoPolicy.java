package io.rowandb.engine.cache;

import java.util.function.Consumer;

/**
 * Three queues (Yang and others, "FIFO queues are all you need for cache eviction", 2023): a new
 * block waits in a small one. If it was used again when its turn to go comes, it moves to the main
 * one, otherwise it goes and only its name is kept for a while; a block that comes while its name
 * is known goes to the main queue at once. There a block goes when its turn comes unless it was
 * used since; then it is put behind all others and loses one use.
 *
 * <p>So a scan passes through the small queue and leaves the main one alone. A reader that finds a
 * block counts up to three in it and writes nothing else.
 *
 * <p>Blocks of IN_MEMORY families start in the main queue with all uses counted.
 */
final class S3FifoPolicy implements EvictionPolicy {
  /** What two bits count: the paper's. */
  private static final int MOST_USES = 3;

  /** The small queue's part of the bytes: one in so many: the paper's. */
  private static final int SMALL_PART = 10;

  // Fixed at construction.
  private final long maxBytes;
  private final long smallBytes;

  // Guarded by the shard's lock.
  private final EntryQueue small = new EntryQueue();
  private final EntryQueue main = new EntryQueue();
  private final GoneNames names = new GoneNames();

  S3FifoPolicy(long maxBytes) {
    this.maxBytes = maxBytes;
    this.smallBytes = maxBytes / SMALL_PART;
  }

  @Override
  public void hit(CacheEntry entry) {
    entry.use(MOST_USES);
  }

  @Override
  public void add(CacheEntry entry) {
    if (entry.inMemory()) {
      entry.setUses(MOST_USES);
      main.add(entry);
    } else if (names.take(entry.file(), entry.offset())) {
      main.add(entry);
    } else {
      small.add(entry);
    }
  }

  @Override
  public void remove(CacheEntry entry) {
    entry.queue.remove(entry);
  }

  @Override
  public long bytesWithoutLoss() {
    return maxBytes;
  }

  @Override
  public void makeRoom(long used, long wanted, Consumer<CacheEntry> gone) {
    long left = used;
    while (left + wanted > maxBytes) {
      CacheEntry victim =
          small.bytes() > smallBytes || main.count() == 0
              ? ofSmall()
              : main.takeUnused(MOST_USES + 1);
      if (victim != null) {
        left -= victim.bytes();
        gone.accept(victim);
      }
    }
  }

  /** Takes the oldest of the small queue; null when it moved to the main one instead. */
  private CacheEntry ofSmall() {
    CacheEntry oldest = small.oldest();
    if (oldest.uses() > 0) {
      oldest.setUses(0);
      small.moveTo(main, oldest);
      return null;
    }
    small.remove(oldest);
    names.add(oldest.file(), oldest.offset(), main.count());
    return oldest;
  }
}
