package io.rowandb.engine.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A lookup reads the table without the lock while it is rebuilt in twice its size. */
@JCStressTest
@Description("A block that stays is found; one that comes is found or not; a found block is right.")
@Outcome(id = "1, [01], 0", expect = ACCEPTABLE, desc = "the old one is always there")
@State
public class CacheGrowthStress {
  /** As many as the first table takes. */
  private static final int BLOCKS = 32;

  private final BlockCache cache = new BlockCache(1 << 20);

  /** Full. */
  public CacheGrowthStress() {
    for (int i = 0; i < BLOCKS; i++) {
      cache.put(block(i), false);
    }
  }

  /** Adds one. */
  @Actor
  public void writer() {
    cache.put(block(BLOCKS), false);
  }

  /** Looks for an old one, the new one, and one that never comes. */
  @Actor
  public void reader(III_Result r) {
    r.r1 = found(cache, 7);
    r.r2 = found(cache, BLOCKS);
    r.r3 = found(cache, BLOCKS + 1);
  }

  static StressBlock block(int offset) {
    return new StressBlock(1, offset);
  }

  /** 1 when it is there, 0 when not, -1 when another was found. */
  static int found(BlockCache cache, int offset) {
    CachedBlock block = cache.get(1, offset, BlockKind.BLOOM);
    if (block == null) {
      return 0;
    }
    return block.offset() == offset && block.file() == 1 && block.heapBytes() > 0 ? 1 : -1;
  }
}
