package io.rowandb.engine.stats;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.store.StoreCounts;
import io.rowandb.engine.store.StoreStats;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sizes and counts of one table at one moment. Counts are those of the regions it has now.
 *
 * @param name the table
 * @param enabled whether it serves; if not, its regions have no figures
 * @param regions its regions, in key order
 */
public record TableStats(TableName name, boolean enabled, List<RegionStats> regions) {
  /** Copies the list. */
  public TableStats {
    regions = List.copyOf(regions);
  }

  /** Its families over all regions, sorted by name. */
  public Collection<StoreStats> families() {
    Map<String, StoreStats> families = new TreeMap<>();
    for (RegionStats region : regions) {
      region.families().forEach(store -> families.merge(store.family(), store, StoreStats::plus));
    }
    return families.values();
  }

  /** What was done in all its families and regions. */
  public StoreCounts counts() {
    return regions.stream()
        .map(RegionStats::counts)
        .reduce(StoreCounts.NONE, (one, other) -> one.plus(other));
  }

  /** Time that writers waited for memory or files, added up. */
  public long writeStallMillis() {
    return regions.stream().mapToLong(RegionStats::writeStallMillis).sum();
  }

  /** Space amplification of all its families, as {@link StoreStats#spaceAmplification}. */
  public double spaceAmplification() {
    return StoreCounts.ratio(
        families().stream().mapToLong(StoreStats::storeFileBytes).sum(),
        families().stream().mapToLong(StoreStats::largestFileBytes).sum());
  }

  /** Gets, and rows that scans asked for. */
  public long readRequests() {
    return regions.stream().mapToLong(RegionStats::readRequests).sum();
  }

  /** Applied mutations. */
  public long writeRequests() {
    return regions.stream().mapToLong(RegionStats::writeRequests).sum();
  }
}
