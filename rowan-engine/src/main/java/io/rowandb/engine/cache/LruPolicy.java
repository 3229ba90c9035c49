package io.rowandb.engine.cache;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;

/**
 * HBase's LRU (its {@code LruBlockCache}): there are three groups, each with a share: blocks used
 * once, blocks used again, and blocks of IN_MEMORY families. In each group the least recently used
 * are evicted.
 *
 * <p>When a new block would fill more than the acceptable share, blocks are evicted down to the
 * minimum share. The group that exceeds its share by the least gives first, and no group gives more
 * than an equal part of what is still to be freed by the remaining groups; so the groups that
 * exceed it most give most.
 *
 * <p>Its time advances when a block is added. All blocks used between two additions count as used
 * at the same time, so readers need no shared clock.
 */
final class LruPolicy implements EvictionPolicy {
  // Fixed at construction.
  private final long acceptableBytes;
  private final long minBytes;
  private final long singleBytes;
  private final long multiBytes;
  private final long memoryBytes;

  /** All entries. Guarded by the shard's lock. */
  private final EntryQueue entries = new EntryQueue();

  /** How many entries came. Written under the shard's lock; readers may see it late. */
  private int now;

  LruPolicy(long maxBytes, LruShares shares) {
    this.acceptableBytes = (long) Math.floor(maxBytes * shares.acceptable());
    this.minBytes = (long) Math.floor(maxBytes * shares.min());
    this.singleBytes = (long) Math.floor(maxBytes * shares.single() * shares.min());
    this.multiBytes = (long) Math.floor(maxBytes * shares.multi() * shares.min());
    this.memoryBytes = (long) Math.floor(maxBytes * shares.memory() * shares.min());
  }

  @Override
  public void hit(CacheEntry entry) {
    entry.use();
    entry.useAt(now);
  }

  @Override
  public void add(CacheEntry entry) {
    entry.useAt(++now);
    entries.add(entry);
  }

  @Override
  public void remove(CacheEntry entry) {
    entries.remove(entry);
  }

  @Override
  public long bytesWithoutLoss() {
    return acceptableBytes;
  }

  @Override
  public void makeRoom(long used, long wanted, Consumer<CacheEntry> gone) {
    long due = used + wanted;
    if (due <= acceptableBytes || entries.count() == 0) {
      return;
    }
    long toFree = due - minBytes;
    Group[] groups = groups();
    Arrays.sort(groups, Comparator.comparingLong(Group::overflow));
    long freed = 0;
    for (int i = 0; i < groups.length; i++) {
      long share = Math.min(groups[i].overflow(), (toFree - freed) / (groups.length - i));
      freed += groups[i].free(share, gone);
    }
    // The new block is in no group yet, so the groups may think that they have too little to give.
    for (int i = groups.length - 1; i >= 0 && due - freed > acceptableBytes; i--) {
      freed += groups[i].free(due - freed - acceptableBytes, gone);
    }
  }

  private Group[] groups() {
    Group single = new Group(singleBytes, entries.count());
    Group multi = new Group(multiBytes, entries.count());
    Group memory = new Group(memoryBytes, entries.count());
    for (CacheEntry e = entries.oldest(); e != null; e = e.newer) {
      Group group = e.inMemory() ? memory : e.used() ? multi : single;
      group.add(e);
    }
    return new Group[] {single, multi, memory};
  }

  /** The entries of one priority while room is made. */
  private final class Group {
    private final long shareBytes;
    private final CacheEntry[] members;

    /**
     * How long ago each was used when it came in here, and its index: readers go on to use them,
     * and the order has to survive that, and an overflow of the time.
     */
    private final long[] order;

    private int count;
    private long bytes;
    private int freed = -1;

    Group(long shareBytes, int most) {
      this.shareBytes = shareBytes;
      this.members = new CacheEntry[most];
      this.order = new long[most];
    }

    void add(CacheEntry entry) {
      order[count] = (long) (entry.lastUse() - now) << Integer.SIZE | count;
      members[count++] = entry;
      bytes += entry.bytes();
    }

    long overflow() {
      return bytes - shareBytes;
    }

    /** Lets the least recently used go, at least so many bytes of them, as long as there are. */
    long free(long toFree, Consumer<CacheEntry> gone) {
      if (toFree <= 0) {
        return 0;
      }
      if (freed < 0) {
        Arrays.sort(order, 0, count);
        freed = 0;
      }
      long sum = 0;
      while (sum < toFree && freed < count) {
        CacheEntry entry = members[(int) order[freed++]];
        entries.remove(entry);
        sum += entry.bytes();
        bytes -= entry.bytes();
        gone.accept(entry);
      }
      return sum;
    }
  }
}
