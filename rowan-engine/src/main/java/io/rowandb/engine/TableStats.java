package io.rowandb.engine;

import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.store.StoreStats;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sizes and counts of one table at one moment. Counts are those of the regions it has now.
 *
 * @param name the table
 * @param enabled whether it serves; the regions of one that does not have no figures
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

  /** Gets, and rows that scans asked for. */
  public long readRequests() {
    return regions.stream().mapToLong(RegionStats::readRequests).sum();
  }

  /** Applied mutations. */
  public long writeRequests() {
    return regions.stream().mapToLong(RegionStats::writeRequests).sum();
  }
}
