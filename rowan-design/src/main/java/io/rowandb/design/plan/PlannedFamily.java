package io.rowandb.design.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * A column family.
 *
 * @param versions at most kept of a cell, 1 or more
 * @param minVersions kept although expired, 0 or more
 * @param ttl how long cells are kept; empty for ever
 * @param isInMemory whether its blocks have a part of the cache of their own
 * @param compression a codec's name; {@code NONE}
 * @param encoding a data block encoding's name; {@code NONE}
 * @param blockBytes size of a block before compression
 */
public record PlannedFamily(
    String name,
    int versions,
    int minVersions,
    Optional<Duration> ttl,
    Bloom bloom,
    boolean isInMemory,
    String compression,
    String encoding,
    int blockBytes) {
  /** What a Bloom filter has. */
  public enum Bloom {
    /** There is none. */
    NONE,
    /** Row keys. */
    ROW,
    /** Row keys with columns. */
    ROWCOL
  }

  /** With HBase's defaults. */
  public static PlannedFamily of(String name) {
    return new PlannedFamily(
        name, 1, 0, Optional.empty(), Bloom.ROW, false, "NONE", "NONE", 64 << 10);
  }
}
