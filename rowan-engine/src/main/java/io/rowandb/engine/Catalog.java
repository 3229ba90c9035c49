package io.rowandb.engine;

import io.rowandb.engine.region.RegionInfo;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

/**
 * What exists: namespaces, tables, regions and their live files. Immutable; {@link CatalogBuilder}
 * makes the next one from this one and some edits.
 *
 * @param storeId the database's name that never changes
 * @param nextRegionNumber the number for the next new region
 * @param nextFileNumber the number for the next new file
 * @param namespaces all namespaces by name
 * @param tables all tables
 * @param regions all regions by number
 */
record Catalog(
    UUID storeId,
    long nextRegionNumber,
    long nextFileNumber,
    SortedMap<String, NamespaceDescriptor> namespaces,
    SortedMap<TableName, Table> tables,
    SortedMap<Long, RegionEntry> regions) {

  /** A table and whether it serves. */
  record Table(TableDescriptor descriptor, boolean enabled) {}

  /** A region and its families by name; one that never had a file may be missing. */
  record RegionEntry(RegionInfo info, Map<String, Family> families) {}

  /**
   * One family of one region.
   *
   * @param files names of its live files, oldest first
   * @param flushedSequence all its entries up to this sequence id are in files
   */
  record Family(List<String> files, long flushedSequence) {
    /** A family that never had a file. */
    static final Family EMPTY = new Family(List.of(), 0);
  }

  /** The regions of one table, in key order. */
  List<RegionEntry> regionsOf(TableName table) {
    String fullName = table.fullName();
    return regions.values().stream()
        .filter(region -> region.info().table().equals(fullName))
        .sorted(
            Comparator.comparing(
                region -> region.info().range().startKey(), Arrays::compareUnsigned))
        .toList();
  }

  /** The highest sequence id that any family has in its files; 0 when there are none. */
  long maxFlushedSequence() {
    return regions.values().stream()
        .flatMap(region -> region.families().values().stream())
        .mapToLong(Family::flushedSequence)
        .max()
        .orElse(0);
  }
}
