package io.rowandb.engine.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads put blocks into a cache that is full, so that each drops others and moves some. */
@JCStressTest
@Description("A full cache stays within its bytes; what is found is what was looked for.")
@Outcome(id = "[01], [01], 1", expect = ACCEPTABLE, desc = "either may have been dropped")
@State
public class CacheEvictionStress {
  private static final int BLOCKS = 24;

  private final BlockCache cache = new BlockCache(BLOCKS * StressBlock.COUNTED_BYTES);

  /** Full. */
  public CacheEvictionStress() {
    for (int i = 0; i < BLOCKS; i++) {
      cache.put(CacheGrowthStress.block(i), false);
    }
  }

  /** Puts some and looks for an old one. */
  @Actor
  public void first(III_Result r) {
    for (int i = 0; i < 6; i++) {
      cache.put(CacheGrowthStress.block(100 + i), false);
    }
    r.r1 = CacheGrowthStress.found(cache, 7);
  }

  /** The same with others. */
  @Actor
  public void second(III_Result r) {
    for (int i = 0; i < 6; i++) {
      cache.put(CacheGrowthStress.block(200 + i), false);
    }
    r.r2 = CacheGrowthStress.found(cache, 11);
  }

  /** Whether its account is right. */
  @Arbiter
  public void afterwards(III_Result r) {
    boolean within = cache.bytes() <= cache.maxBytes();
    long blocks = cache.bytes() / StressBlock.COUNTED_BYTES;
    r.r3 = within && cache.drop(1) == blocks && cache.bytes() == 0 ? 1 : 0;
  }
}
