package io.rowandb.bench.cache;

import io.rowandb.engine.cache.BlockKind;
import java.util.Random;

/** Traces generated from a seed, as used in the literature on caches. */
final class MadeTraces {
  /** Data blocks of the store that is read. */
  private static final int BLOCKS = 20_000;

  private static final int BLOCK_BYTES = 9 << 10;

  /** Data blocks under one outline, and under one leaf of the index. */
  private static final int BLOCKS_OF_OUTLINE = 8;

  private static final int BLOCKS_OF_LEAF = 2_000;

  private static final int OUTLINE_BYTES = 1 << 10;
  private static final int LEAF_BYTES = 128 << 10;

  private static final long HOT_FILE = 1;
  private static final long OUTLINES = 2;
  private static final long LEAVES = 3;
  private static final long SCANNED_FILE = 4;

  private final Random random;
  private final int requests;

  MadeTraces(long seed, int requests) {
    this.random = new Random(seed);
    this.requests = requests;
  }

  /** Every block as likely as any other. */
  BlockTrace uniform() {
    BlockTrace trace = new BlockTrace("uniform");
    for (int i = 0; i < requests; i++) {
      data(trace, HOT_FILE, random.nextInt(BLOCKS));
    }
    return trace;
  }

  /** Few blocks are popular, as YCSB's requests are; all the time the same. */
  BlockTrace zipf() {
    Zipf popular = new Zipf(BLOCKS, random);
    BlockTrace trace = new BlockTrace("zipf");
    for (int i = 0; i < requests; i++) {
      data(trace, HOT_FILE, popular.next());
    }
    return trace;
  }

  /** The same while another file is scanned, again and again, three blocks for each of its own. */
  BlockTrace scans() {
    Zipf popular = new Zipf(BLOCKS, random);
    BlockTrace trace = new BlockTrace("zipf and scans");
    int scanned = 0;
    for (int i = 0; i < requests; i++) {
      boolean scanning = i / (requests / 10) % 2 == 1;
      if (scanning && i % 4 != 0) {
        data(trace, SCANNED_FILE, scanned++ % (2 * BLOCKS));
      } else {
        data(trace, HOT_FILE, popular.next());
      }
    }
    return trace;
  }

  /** Gets with their index blocks and short scans, of blocks whose popularity moves on. */
  BlockTrace mixed() {
    Zipf popular = new Zipf(BLOCKS, random);
    BlockTrace trace = new BlockTrace("mixed, moving");
    while (trace.reads().size() < requests) {
      int moved = trace.reads().size() / (requests / 8) * (BLOCKS / 16);
      int block = (popular.next() + moved) % BLOCKS;
      int blocks = random.nextInt(10) < 3 ? 4 : 1;
      trace.add(LEAVES, block / BLOCKS_OF_LEAF, BlockKind.INDEX, LEAF_BYTES);
      for (int i = block; i < Math.min(BLOCKS, block + blocks); i++) {
        trace.add(OUTLINES, i / BLOCKS_OF_OUTLINE, BlockKind.INDEX, OUTLINE_BYTES);
        data(trace, HOT_FILE, i);
      }
    }
    return trace;
  }

  private static void data(BlockTrace trace, long file, int block) {
    trace.add(file, (long) block * BLOCK_BYTES, BlockKind.DATA, BLOCK_BYTES);
  }
}
