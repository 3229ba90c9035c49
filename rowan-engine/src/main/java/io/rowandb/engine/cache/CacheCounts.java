package io.rowandb.engine.cache;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts lookups in the block cache, by the kind of block. Safe for use by many threads; each count
 * is exact, but they are not all of the same moment. Counts never decrease.
 */
public final class CacheCounts {
  // Fixed at construction; the adders are atomic.
  private final Map<BlockKind, LongAdder> hits = adders();
  private final Map<BlockKind, LongAdder> misses = adders();

  /** Counts nothing yet. */
  public CacheCounts() {}

  private static Map<BlockKind, LongAdder> adders() {
    Map<BlockKind, LongAdder> adders = new EnumMap<>(BlockKind.class);
    for (BlockKind kind : BlockKind.values()) {
      adders.put(kind, new LongAdder());
    }
    return adders;
  }

  /**
   * Lookups of one kind.
   *
   * @param hits those that found their block
   * @param misses those that did not
   */
  public record Lookups(long hits, long misses) {
    /** Both together. */
    Lookups plus(Lookups other) {
      return new Lookups(hits + other.hits, misses + other.misses);
    }
  }

  /**
   * Lookups of all kinds.
   *
   * @param data of cells
   * @param index of parts of an index
   * @param bloom of parts of a Bloom filter
   */
  public record Counts(Lookups data, Lookups index, Lookups bloom) {
    /** No lookup. */
    public static final Counts NONE =
        new Counts(new Lookups(0, 0), new Lookups(0, 0), new Lookups(0, 0));

    /** Those of one kind. */
    Lookups of(BlockKind kind) {
      return switch (kind) {
        case DATA -> data;
        case INDEX -> index;
        case BLOOM -> bloom;
      };
    }

    /** Lookups of any kind that found their block. */
    public long hits() {
      return data.hits + index.hits + bloom.hits;
    }

    /** Lookups of any kind that did not. */
    public long misses() {
      return data.misses + index.misses + bloom.misses;
    }

    /** Both together. */
    public Counts plus(Counts other) {
      return new Counts(data.plus(other.data), index.plus(other.index), bloom.plus(other.bloom));
    }
  }

  /** All counts. */
  public Counts counts() {
    return new Counts(lookups(BlockKind.DATA), lookups(BlockKind.INDEX), lookups(BlockKind.BLOOM));
  }

  private Lookups lookups(BlockKind kind) {
    return new Lookups(hits.get(kind).sum(), misses.get(kind).sum());
  }

  void hit(BlockKind kind) {
    hits.get(kind).increment();
  }

  void missed(BlockKind kind) {
    misses.get(kind).increment();
  }
}
