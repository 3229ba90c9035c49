package io.rowandb.engine.cache;

import java.util.function.Consumer;

/**
 * W-TinyLFU (Einziger and others, 2017), which HBase uses through Caffeine. A new block enters a
 * small window. When it must leave the window, it competes with the next victim of the main part:
 * the one requested more often recently stays, the other is evicted. The main part has blocks on
 * probation and protected blocks, which were used while on probation; four fifths of it are
 * protected.
 *
 * <p>The paper moves a block whenever it is used. Here a use is only noted in the block, and the
 * move is made when the block would be evicted, so a reader takes no lock.
 *
 * <p>Index and Bloom blocks, each of which leads to many others, and blocks of IN_MEMORY families
 * are protected at once.
 */
final class TinyLfuPolicy implements EvictionPolicy {
  /** The window's part of the bytes, one in so many: the paper's, good for most traces. */
  private static final int WINDOW_PART = 100;

  /** Blocks to prepare for: a smaller usual size would make a larger sketch. */
  private static final long USUAL_BLOCK_BYTES = 8 << 10;

  /** Bounds the sketch of a shard to 8 MB: enough for 8 GB of blocks of the usual size. */
  private static final int MAX_SKETCH_BLOCKS = 1 << 20;

  // Fixed at construction.
  private final long maxBytes;
  private final long windowBytes;
  private final long protectedBytes;
  private final long countedFromBytes;
  private final FrequencySketch sketch;

  /**
   * Whether uses are counted: while no eviction is near, the counts are not needed. Written under
   * the shard's lock; a reader may see it late.
   */
  private boolean counting;

  // Guarded by the shard's lock.
  private final EntryQueue window = new EntryQueue();
  private final EntryQueue probation = new EntryQueue();
  private final EntryQueue guarded = new EntryQueue();

  TinyLfuPolicy(long maxBytes) {
    this.maxBytes = maxBytes;
    this.windowBytes = maxBytes / WINDOW_PART;
    this.protectedBytes = (maxBytes - windowBytes) / 5 * 4;
    this.countedFromBytes = maxBytes / 8 * 7;
    this.sketch =
        new FrequencySketch((int) Math.min(MAX_SKETCH_BLOCKS, maxBytes / USUAL_BLOCK_BYTES));
  }

  @Override
  public void hit(CacheEntry entry) {
    entry.use();
    if (counting) {
      sketch.count(hash(entry));
    }
  }

  @Override
  public void add(CacheEntry entry) {
    sketch.count(hash(entry));
    sketch.fade();
    counting |= window.bytes() + probation.bytes() + guarded.bytes() > countedFromBytes;
    if (entry.inMemory() || entry.kind() != BlockKind.DATA) {
      guarded.add(entry);
      return;
    }
    window.add(entry);
    // Nothing has to go yet: who leaves the window goes on probation unasked.
    while (window.bytes() > windowBytes && window.count() > 1) {
      window.moveTo(probation, window.oldest());
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
      CacheEntry victim = victim(wanted);
      victim.queue.remove(victim);
      left -= victim.bytes();
      gone.accept(victim);
    }
  }

  private CacheEntry victim(long wanted) {
    CacheEntry candidate = window.bytes() + wanted > windowBytes ? oldestOfWindow() : null;
    CacheEntry main = oldestOfMain();
    if (candidate == null || main == null) {
      return candidate == null ? main == null ? window.oldest() : main : candidate;
    }
    if (sketch.frequency(hash(candidate)) <= sketch.frequency(hash(main))) {
      return candidate;
    }
    window.moveTo(probation, candidate);
    return main;
  }

  /** The block that leaves the window next; those used in it go round once more. */
  private CacheEntry oldestOfWindow() {
    for (int i = window.count(); i > 0 && window.oldest().used(); i--) {
      renew(window, window);
    }
    return window.oldest();
  }

  /** The block that the main part lets go next. */
  private CacheEntry oldestOfMain() {
    for (int i = probation.count(); i > 0 && probation.oldest().used(); i--) {
      renew(probation, guarded);
    }
    for (int i = guarded.count(); i > 0 && guarded.bytes() > protectedBytes; i--) {
      renew(guarded, guarded.oldest().used() ? guarded : probation);
    }
    return probation.count() > 0 ? probation.oldest() : guarded.oldest();
  }

  /** Moves the oldest of a queue behind all others of one, with its use forgotten. */
  private static void renew(EntryQueue from, EntryQueue to) {
    CacheEntry oldest = from.oldest();
    oldest.forgetUse();
    from.moveTo(to, oldest);
  }

  private static int hash(CacheEntry entry) {
    return EntryTable.otherHash(entry.file(), entry.offset());
  }
}
