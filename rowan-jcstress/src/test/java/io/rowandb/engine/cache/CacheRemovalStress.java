package io.rowandb.engine.cache;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** One block goes, and those behind it in the table are moved while they are looked for. */
@JCStressTest
@Description("A block that is moved in the table is found; its neighbour's file is dropped.")
@Outcome(id = "1, [01], 0", expect = ACCEPTABLE, desc = "the moved one is there, the other goes")
@State
public class CacheRemovalStress {
  private static final long OTHER_FILE = 2;

  private final BlockCache cache = new BlockCache(1 << 20);

  /** Two blocks of a file that stays, and others of one that goes, in a table half full. */
  public CacheRemovalStress() {
    for (int i = 0; i < 15; i++) {
      cache.put(new StressBlock(OTHER_FILE, i), false);
      cache.put(CacheGrowthStress.block(i), false);
    }
  }

  /** Drops a file. */
  @Actor
  public void closer() {
    cache.drop(OTHER_FILE);
  }

  /** Looks for a block of each. */
  @Actor
  public void reader(III_Result r) {
    r.r1 = CacheGrowthStress.found(cache, 14);
    r.r2 = cache.get(OTHER_FILE, 14, BlockKind.BLOOM) == null ? 0 : 1;
  }

  /** Nothing of the file is left. */
  @Arbiter
  public void afterwards(III_Result r) {
    r.r3 = cache.drop(OTHER_FILE);
  }
}
