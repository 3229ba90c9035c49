package io.rowandb.engine.cache;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Which blocks are evicted when the block cache is full: the values of hfile.block.cache.policy.
 */
public enum CachePolicy {
  /** HBase's default: least recently used, with three priorities. */
  LRU("LRU") {
    @Override
    EvictionPolicy forShard(long maxBytes, LruShares shares) {
      return new LruPolicy(maxBytes, shares);
    }
  },
  /** By frequency, with a window for what is new; Rowan's default, HBase's other choice. */
  TINY_LFU("TinyLFU") {
    @Override
    EvictionPolicy forShard(long maxBytes, LruShares shares) {
      return new TinyLfuPolicy(maxBytes);
    }
  },
  /** HBase's LRU that keeps no blocks of cells. */
  INDEX_ONLY_LRU("IndexOnlyLRU") {
    @Override
    EvictionPolicy forShard(long maxBytes, LruShares shares) {
      return new LruPolicy(maxBytes, shares);
    }

    @Override
    boolean keeps(BlockKind kind) {
      return kind != BlockKind.DATA;
    }
  };

  private final String value;

  CachePolicy(String value) {
    this.value = value;
  }

  /** A policy for one shard. */
  abstract EvictionPolicy forShard(long maxBytes, LruShares shares);

  /** Whether blocks of this kind are kept at all. */
  boolean keeps(BlockKind kind) {
    return true;
  }

  /** Its name in a configuration. */
  public String value() {
    return value;
  }

  /**
   * The policy of this name, ignoring case.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static CachePolicy of(String name) {
    for (CachePolicy policy : values()) {
      if (policy.value.equalsIgnoreCase(name)) {
        return policy;
      }
    }
    throw new IllegalArgumentException(
        "hfile.block.cache.policy must be "
            + Arrays.stream(values()).map(CachePolicy::value).collect(Collectors.joining(", "))
            + ": "
            + name);
  }
}
