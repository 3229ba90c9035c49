package io.rowandb.engine.catalog;

import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.wal.WalExtent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What exists: namespaces, tables, regions and their live files. Immutable; {@link CatalogBuilder}
 * makes the next catalogue from this one and some edits.
 *
 * @param storeId the database's permanent id
 * @param nextRegionNumber the number for the next new region
 * @param nextFileNumber the number for the next new file
 * @param namespaces all namespaces by name
 * @param tables all tables
 * @param regions all regions by number
 * @param snapshots all snapshots by name
 * @param switches the switches that were ever set
 * @param log what the log has at a minimum
 */
public record Catalog(
    UUID storeId,
    long nextRegionNumber,
    long nextFileNumber,
    SortedMap<String, NamespaceDescriptor> namespaces,
    SortedMap<TableName, Table> tables,
    SortedMap<Long, RegionEntry> regions,
    SortedMap<String, Snapshot> snapshots,
    SortedMap<String, Boolean> switches,
    WalExtent log) {

  /** A table and whether it serves. */
  public record Table(TableDescriptor descriptor, boolean enabled) {}

  /** A region and its families by name; one that never had a file may be missing. */
  public record RegionEntry(RegionInfo info, Map<String, Family> families) {
    /** The edits that put it into the manifest. */
    public List<ManifestEdit> additions() {
      List<ManifestEdit> edits = new ArrayList<>(1 + families.size());
      edits.add(new ManifestEdit.RegionAdded(info));
      families.forEach(
          (name, family) ->
              edits.add(
                  new ManifestEdit.FilesChanged(
                      info.number(), name, family.files(), List.of(), family.flushedSequence())));
      return edits;
    }
  }

  /**
   * One family of one region.
   *
   * @param files names of its live files, oldest first
   * @param flushedSequence all its entries up to this sequence id are in files
   */
  public record Family(List<String> files, long flushedSequence) {
    /** A family that never had a file. */
    public static final Family EMPTY = new Family(List.of(), 0);
  }

  /**
   * A snapshot.
   *
   * @param descriptor its name and age
   * @param table what the table was like
   * @param regions the table's regions then, in key order, with the names of the snapshot's files
   */
  public record Snapshot(
      SnapshotDescriptor descriptor, TableDescriptor table, List<RegionEntry> regions) {
    /** Copies the list. */
    public Snapshot {
      regions = List.copyOf(regions);
    }
  }

  /** Whether a switch of the client is on; it is until it is turned off. */
  public boolean isSwitchOn(String name) {
    return switches.getOrDefault(name, true);
  }

  /** The regions of one table, in key order. */
  public List<RegionEntry> regionsOf(TableName table) {
    String fullName = table.fullName();
    return regions.values().stream()
        .filter(region -> region.info().table().equals(fullName))
        .sorted(
            Comparator.comparing(
                region -> region.info().range().startKey(), Arrays::compareUnsigned))
        .toList();
  }

  /**
   * The highest sequence id in any file; 0 when there are none. Those of snapshots count too: a
   * clone's cells must not come after its first read point.
   */
  public long maxFlushedSequence() {
    return allRegions()
        .flatMap(region -> region.families().values().stream())
        .mapToLong(Family::flushedSequence)
        .max()
        .orElse(0);
  }

  /** The regions of all tables and all snapshots. */
  Stream<RegionEntry> allRegions() {
    return Stream.concat(
        regions.values().stream(),
        snapshots.values().stream().flatMap(snapshot -> snapshot.regions().stream()));
  }
}
