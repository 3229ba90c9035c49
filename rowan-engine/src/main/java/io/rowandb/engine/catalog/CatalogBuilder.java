package io.rowandb.engine.catalog;

import io.rowandb.engine.catalog.Catalog.Family;
import io.rowandb.engine.catalog.Catalog.RegionEntry;
import io.rowandb.engine.catalog.Catalog.Snapshot;
import io.rowandb.engine.catalog.Catalog.Table;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.wal.WalExtent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Applies edits to a copy of a catalogue. An edit that contradicts it (a region without its table,
 * a removed file that is not live) is refused with an {@link IllegalArgumentException}, after which
 * the builder is useless. Used by one thread.
 */
public final class CatalogBuilder {
  private UUID storeId;
  private long nextRegionNumber;
  private long nextFileNumber;
  private final TreeMap<String, NamespaceDescriptor> namespaces;
  private final TreeMap<TableName, Table> tables;
  private final TreeMap<Long, RegionEntry> regions;
  private final TreeMap<String, Snapshot> snapshots;
  private final TreeMap<String, Boolean> switches;
  private WalExtent log;

  private CatalogBuilder(Catalog from) {
    storeId = from.storeId();
    nextRegionNumber = from.nextRegionNumber();
    nextFileNumber = from.nextFileNumber();
    namespaces = new TreeMap<>(from.namespaces());
    tables = new TreeMap<>(from.tables());
    regions = new TreeMap<>(from.regions());
    snapshots = new TreeMap<>(from.snapshots());
    switches = new TreeMap<>(from.switches());
    log = from.log();
  }

  /** Starts from nothing. Region and file numbers begin with 1. */
  public static CatalogBuilder empty() {
    return new CatalogBuilder(
        new Catalog(
            null,
            1,
            1,
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            WalExtent.UNKNOWN));
  }

  /** Starts from a catalogue, which stays as it is. */
  public static CatalogBuilder from(Catalog catalog) {
    return new CatalogBuilder(catalog);
  }

  /**
   * Refuses a file whose edits gave the store no id, without which there is no catalogue.
   *
   * @param position behind the last of them
   */
  void requireStore(Path file, long position) throws CorruptFileException {
    if (storeId == null) {
      throw new CorruptFileException(file, position, "no record has the store's id");
    }
  }

  /** The catalogue with all edits applied so far. */
  public Catalog build() {
    if (storeId == null) {
      throw contradiction("the catalogue has no store id");
    }
    return new Catalog(
        storeId,
        nextRegionNumber,
        nextFileNumber,
        Collections.unmodifiableSortedMap(namespaces),
        Collections.unmodifiableSortedMap(tables),
        Collections.unmodifiableSortedMap(regions),
        Collections.unmodifiableSortedMap(snapshots),
        Collections.unmodifiableSortedMap(switches),
        log);
  }

  /** Applies edits in their order. */
  public CatalogBuilder applyAll(List<ManifestEdit> edits) {
    edits.forEach(this::apply);
    return this;
  }

  /** One edit; the sealed interface and the list of kinds here are the same. */
  public void apply(ManifestEdit edit) {
    if (edit instanceof ManifestEdit.StoreId it) {
      if (storeId != null && !storeId.equals(it.id())) {
        throw contradiction("a store id never changes: " + it);
      }
      storeId = it.id();
    } else if (edit instanceof ManifestEdit.NumbersReserved it) {
      nextRegionNumber = Math.max(nextRegionNumber, it.nextRegionNumber());
      nextFileNumber = Math.max(nextFileNumber, it.nextFileNumber());
    } else if (edit instanceof ManifestEdit.NamespacePut it) {
      namespaces.put(it.namespace().name(), it.namespace());
    } else if (edit instanceof ManifestEdit.NamespaceRemoved it) {
      removeNamespace(it.name());
    } else if (edit instanceof ManifestEdit.TablePut it) {
      putTable(it);
    } else if (edit instanceof ManifestEdit.TableRemoved it) {
      removeTable(it.name());
    } else if (edit instanceof ManifestEdit.RegionAdded it) {
      addRegion(it.region());
    } else if (edit instanceof ManifestEdit.RegionRemoved it) {
      removeRegion(it);
    } else if (edit instanceof ManifestEdit.FilesChanged it) {
      changeFiles(it);
    } else if (edit instanceof ManifestEdit.SnapshotTaken it) {
      addSnapshot(it.snapshot());
    } else if (edit instanceof ManifestEdit.SnapshotRemoved it) {
      removeSnapshot(it.name());
    } else if (edit instanceof ManifestEdit.SwitchSet it) {
      switches.put(it.name(), it.on());
    } else if (edit instanceof ManifestEdit.LogNoted it) {
      log = it.log();
    } else if (!(edit instanceof ManifestEdit.UnloggedListed)) {
      throw new IllegalArgumentException("unknown kind of edit: " + edit);
    }
  }

  private void removeNamespace(String name) {
    if (namespaces.remove(name) == null) {
      throw contradiction("no namespace \"" + name + "\"");
    }
    for (TableName table : tables.keySet()) {
      if (table.namespace().equals(name)) {
        throw contradiction("namespace \"" + name + "\" has tables");
      }
    }
  }

  private void removeRegion(ManifestEdit.RegionRemoved edit) {
    if (regions.remove(edit.regionNumber()) == null) {
      throw contradiction("no region of " + edit);
    }
  }

  private void putTable(ManifestEdit.TablePut edit) {
    TableName name = edit.table().name();
    if (!namespaces.containsKey(name.namespace())) {
      throw contradiction("no namespace for table " + name);
    }
    tables.put(name, new Table(edit.table(), edit.enabled()));
    Set<String> kept = new LinkedHashSet<>();
    edit.table().families().forEach(family -> kept.add(family.name()));
    regions.replaceAll(
        (number, region) -> ofTable(region, name) ? withFamilies(region, kept) : region);
  }

  private static RegionEntry withFamilies(RegionEntry region, Set<String> kept) {
    if (kept.containsAll(region.families().keySet())) {
      return region;
    }
    TreeMap<String, Family> families = new TreeMap<>(region.families());
    families.keySet().retainAll(kept);
    return new RegionEntry(region.info(), Collections.unmodifiableSortedMap(families));
  }

  private void removeTable(TableName name) {
    if (tables.remove(name) == null) {
      throw contradiction("no table " + name);
    }
    regions.values().removeIf(region -> ofTable(region, name));
  }

  private void addRegion(RegionInfo info) {
    if (!tables.containsKey(TableName.of(info.table()))) {
      throw contradiction("no table for region " + info);
    }
    if (regions.putIfAbsent(info.number(), new RegionEntry(info, Map.of())) != null) {
      throw contradiction("region number in use: " + info);
    }
    nextRegionNumber = Math.max(nextRegionNumber, info.number() + 1);
  }

  private void changeFiles(ManifestEdit.FilesChanged edit) {
    RegionEntry region = regions.get(edit.regionNumber());
    if (region == null) {
      throw contradiction("no region of " + edit);
    }
    if (!hasFamily(tables.get(TableName.of(region.info().table())).descriptor(), edit.family())) {
      throw contradiction("table " + region.info().table() + " has no family of " + edit);
    }
    Family before = region.families().getOrDefault(edit.family(), Family.EMPTY);
    Set<String> files = new LinkedHashSet<>(before.files());
    for (String name : edit.removed()) {
      if (!files.remove(name)) {
        throw contradiction("file " + name + " is not live: " + edit);
      }
    }
    for (String name : edit.added()) {
      if (!files.add(name)) {
        throw contradiction("file " + name + " is live already: " + edit);
      }
    }
    long flushed = Math.max(before.flushedSequence(), edit.flushedSequence());
    TreeMap<String, Family> families = new TreeMap<>(region.families());
    families.put(edit.family(), new Family(List.copyOf(new ArrayList<>(files)), flushed));
    regions.put(
        edit.regionNumber(),
        new RegionEntry(region.info(), Collections.unmodifiableSortedMap(families)));
  }

  private void addSnapshot(Snapshot snapshot) {
    String table = snapshot.table().name().fullName();
    for (RegionEntry region : snapshot.regions()) {
      if (!region.info().table().equals(table)) {
        throw contradiction(
            "snapshot " + snapshot.descriptor().name() + " of " + table + " has " + region.info());
      }
      for (String family : region.families().keySet()) {
        if (!hasFamily(snapshot.table(), family)) {
          throw contradiction(
              "snapshot "
                  + snapshot.descriptor().name()
                  + " has files of a family that its table has not: \""
                  + family
                  + "\"");
        }
      }
    }
    if (snapshots.putIfAbsent(snapshot.descriptor().name(), snapshot) != null) {
      throw contradiction("snapshot exists: " + snapshot.descriptor());
    }
  }

  private void removeSnapshot(String name) {
    if (snapshots.remove(name) == null) {
      throw contradiction("no snapshot \"" + name + "\"");
    }
  }

  private static boolean ofTable(RegionEntry region, TableName name) {
    return region.info().table().equals(name.fullName());
  }

  private static boolean hasFamily(TableDescriptor table, String family) {
    for (FamilyDescriptor each : table.families()) {
      if (each.name().equals(family)) {
        return true;
      }
    }
    return false;
  }

  private static IllegalArgumentException contradiction(String what) {
    return new IllegalArgumentException(what);
  }
}
