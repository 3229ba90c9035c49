package io.rowandb.engine.region;

import io.rowandb.engine.store.StoreCounts;
import io.rowandb.engine.store.StoreStats;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A region's sizes and counts at one moment. Counts begin when it is opened and never decrease.
 *
 * @param region its identity
 * @param families its families, in byte order of the names; none when it is closed
 * @param readRequests gets, and rows that scans asked for
 * @param filteredRows rows that a filter kept from being returned
 * @param writeRequests applied mutations
 * @param writeStallMillis time that writers waited for memory or files, added up
 */
public record RegionStats(
    RegionInfo region,
    List<StoreStats> families,
    long readRequests,
    long filteredRows,
    long writeRequests,
    long writeStallMillis) {
  /** Copies the list. */
  public RegionStats {
    families = List.copyOf(families);
  }

  /** How many store files. */
  public int storeFiles() {
    return (int) sum(StoreStats::storeFiles);
  }

  /** How many of them have rows of other regions too, since a split. */
  public int references() {
    return (int) sum(StoreStats::references);
  }

  /** Their bytes on disk; of a reference the region's share. */
  public long storeFileBytes() {
    return sum(StoreStats::storeFileBytes);
  }

  /** Bytes of their blocks before compression. */
  public long uncompressedBytes() {
    return sum(StoreStats::uncompressedBytes);
  }

  /** Memory that the roots of their indexes take. */
  public long rootIndexBytes() {
    return sum(StoreStats::rootIndexBytes);
  }

  /** Bytes of all blocks of their indexes. */
  public long indexBytes() {
    return sum(StoreStats::indexBytes);
  }

  /** Bytes of their Bloom filters. */
  public long bloomBytes() {
    return sum(StoreStats::bloomBytes);
  }

  /** Heap bytes of its memstores. */
  public long memStoreBytes() {
    return sum(StoreStats::memStoreBytes);
  }

  /** When the oldest of its files was last rewritten whole; 0 if never. */
  public long lastMajorCompactionMillis() {
    return families.stream()
        .mapToLong(StoreStats::lastMajorCompactionMillis)
        .filter(millis -> millis > 0)
        .min()
        .orElse(0);
  }

  /** Sequence id of its newest change on disk. */
  public long maxSequence() {
    return families.stream().mapToLong(StoreStats::maxSequence).max().orElse(0);
  }

  /** What was done in all its families. */
  public StoreCounts counts() {
    return families.stream()
        .map(StoreStats::counts)
        .reduce(StoreCounts.NONE, (one, other) -> one.plus(other));
  }

  /** Space amplification of all its families, as {@link StoreStats#spaceAmplification}. */
  public double spaceAmplification() {
    return StoreCounts.ratio(storeFileBytes(), sum(StoreStats::largestFileBytes));
  }

  private long sum(ToLongFunction<StoreStats> figure) {
    return families.stream().mapToLong(figure).sum();
  }
}
