package io.rowandb.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestFailedException;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.catalog.SnapshotDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.StoreNames;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.PinnedFiles;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.store.Listed;
import io.rowandb.engine.store.NewLinks;
import io.rowandb.engine.store.StoreEnvironment;
import io.rowandb.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Snapshots of tables, made of additional links to their store files.
 *
 * <ol>
 *   <li>Of each region a snapshot has the complete output of its flushes up to one of them. Writes
 *       continue meanwhile, so two regions may be of different moments.
 *   <li>A file of a snapshot is never a file of a table: a compaction, or dropping the table,
 *       deletes only the table's own link.
 *   <li>Every change is one edit of the manifest. Links are made and forced before it and deleted
 *       after it, so a crash leaves at most links that opening removes.
 * </ol>
 *
 * Safe for many threads. Changes hold the lock of {@link Schema}: no table comes, goes or changes
 * its state while its snapshot is taken.
 */
final class Snapshots {
  // Fixed at construction.
  private final Manifest manifest;
  private final ManifestFiles files;
  private final Schema schema;
  private final RegionOpener opener;
  private final StoreLayout layout;
  private final StoreEnvironment environment;
  private final Maintenance maintenance;

  Snapshots(
      Manifest manifest,
      ManifestFiles files,
      Schema schema,
      RegionOpener opener,
      StoreLayout layout,
      StoreEnvironment environment,
      Maintenance maintenance) {
    this.manifest = manifest;
    this.files = files;
    this.schema = schema;
    this.opener = opener;
    this.layout = layout;
    this.environment = environment;
    this.maintenance = maintenance;
  }

  /** All of them, sorted by name; those whose time is over too. */
  List<SnapshotDescriptor> all() {
    return manifest.catalog().snapshots().values().stream()
        .map(Catalog.Snapshot::descriptor)
        .toList();
  }

  /**
   * Takes one.
   *
   * @param flush whether what is in memory belongs to it too
   */
  void take(SnapshotDescriptor snapshot, boolean flush) throws IOException {
    synchronized (schema) {
      if (manifest.catalog().snapshots().containsKey(snapshot.name())) {
        throw new RefusedException(
            Reason.SNAPSHOT_EXISTS,
            snapshot.name(),
            "Snapshot " + snapshot.name() + " already exists");
      }
      StoreNames.requireLength("Name of a snapshot", snapshot.name());
      TableMap.Entry table = schema.stored(snapshot.table());
      NewLinks links = new NewLinks(environment);
      Listed listed = Listed.NO;
      try {
        List<Catalog.RegionEntry> regions = new ArrayList<>();
        for (StoredRegion region : table.regions()) {
          regions.add(
              table.enabled()
                  ? linkOpen(snapshot.name(), region, flush, links)
                  : linkClosed(snapshot.name(), region.info(), links));
        }
        links.force();
        Catalog.Snapshot whole = new Catalog.Snapshot(snapshot, table.descriptor(), regions);
        append(List.of(new ManifestEdit.SnapshotTaken(whole)));
        listed = Listed.YES;
      } catch (ManifestFailedException e) {
        listed = Listed.PERHAPS;
        throw e;
      } finally {
        if (!listed.mayBe()) {
          links.discard();
        }
      }
    }
  }

  /** Deletes one; tables made from it stay. */
  void delete(String name) throws IOException {
    synchronized (schema) {
      Catalog.Snapshot snapshot = existing(name);
      manifest.append(List.of(new ManifestEdit.SnapshotRemoved(name)));
      // What cannot be deleted was logged, and is tried again when the database opens.
      layout.deleteSnapshot(snapshot);
    }
  }

  /** Makes a table of one, enabled, with the regions that the snapshot's table had. */
  void cloneTo(String name, TableName table, long nowMillis) throws IOException {
    synchronized (schema) {
      schema.checkNew(table);
      Catalog.Snapshot snapshot = living(name, nowMillis);
      schema.quota(table).checkTable(table, snapshot.regions().size());
      TableDescriptor descriptor =
          new TableDescriptor(table, snapshot.table().families(), snapshot.table().attributes());
      List<StoreOptions> unused = opener.newFamilies(descriptor); // or it is refused
      NewLinks links = new NewLinks(environment);
      List<StoredRegion> opened = List.of();
      Listed listed = Listed.NO;
      try {
        List<ManifestEdit> edits = new ArrayList<>();
        edits.add(new ManifestEdit.TablePut(descriptor, true));
        List<Catalog.RegionEntry> regions = linkAgain(snapshot, table, links);
        for (Catalog.RegionEntry region : regions) {
          StoreNames.requireRegionName(region.info());
          edits.addAll(region.additions());
        }
        // Opened first, so that a table which cannot be opened is never listed.
        opened = opener.openAll(descriptor, regions);
        append(edits);
        listed = Listed.YES;
        schema.serve(descriptor, opened);
      } catch (ManifestFailedException e) {
        listed = Listed.PERHAPS;
        opened.forEach(region -> region.close(Reason.REGION_CLOSED));
        throw e;
      } finally {
        if (!listed.mayBe()) {
          opened.forEach(region -> region.close(Reason.REGION_CLOSED));
          links.discard();
        }
      }
    }
  }

  /** Gives a disabled table the content, families and attributes of its snapshot. */
  void restore(String name, long nowMillis) throws IOException {
    synchronized (schema) {
      Catalog.Snapshot snapshot = living(name, nowMillis);
      TableDescriptor descriptor = snapshot.table();
      List<StoreOptions> unused = opener.newFamilies(descriptor); // or it is refused
      TableMap.Entry before = schema.disabled(descriptor.name());
      schema
          .quota(descriptor.name())
          .checkRegions(descriptor.name(), before.regions().size(), snapshot.regions().size());
      NewLinks links = new NewLinks(environment);
      Listed listed = Listed.NO;
      try {
        List<ManifestEdit> edits = new ArrayList<>();
        before
            .regions()
            .forEach(it -> edits.add(new ManifestEdit.RegionRemoved(it.info().number())));
        edits.add(new ManifestEdit.TablePut(descriptor, false));
        List<Catalog.RegionEntry> regions = linkAgain(snapshot, descriptor.name(), links);
        regions.forEach(region -> edits.addAll(region.additions()));
        // Opened once: for what cannot be read, what the table has now is not given up.
        opener.openAll(descriptor, regions).forEach(it -> it.close(Reason.REGION_CLOSED));
        append(edits);
        listed = Listed.YES;
        schema.replace(before, descriptor, regions);
      } catch (ManifestFailedException e) {
        listed = Listed.PERHAPS;
        throw e;
      } finally {
        if (!listed.mayBe()) {
          links.discard();
        }
      }
    }
  }

  private void append(List<ManifestEdit> edits) throws IOException {
    List<ManifestEdit> all = new ArrayList<>(edits);
    all.add(files.namesGiven());
    manifest.append(all);
  }

  private Catalog.RegionEntry linkOpen(
      String snapshot, StoredRegion region, boolean flush, NewLinks links) throws IOException {
    if (flush) {
      maintenance.flush(region);
    }
    // Flushed again for the little that came meanwhile: alone it would be of some families only.
    try (PinnedFiles pinned = flush ? region.flushAndPin() : region.pinFiles()) {
      return link(snapshot, region.info(), pinned.byFamily(), links);
    }
  }

  /** The files of a closed region: they are not deleted while its table cannot be changed. */
  private Catalog.RegionEntry linkClosed(String snapshot, RegionInfo region, NewLinks links)
      throws IOException {
    Map<String, List<Path>> paths = new TreeMap<>();
    families(region)
        .forEach(
            (name, family) -> {
              Path directory = layout.familyDirectory(region, name);
              paths.put(name, family.files().stream().map(directory::resolve).toList());
            });
    return link(snapshot, region, paths, links);
  }

  private Catalog.RegionEntry link(
      String snapshot, RegionInfo region, Map<String, List<Path>> byFamily, NewLinks links)
      throws IOException {
    Map<String, Catalog.Family> linked = new TreeMap<>();
    // Asked for after the files were chosen, so that it is not below what they have.
    Map<String, Catalog.Family> listed = families(region);
    for (Map.Entry<String, List<Path>> family : byFamily.entrySet()) {
      String name = family.getKey();
      Path directory = layout.snapshotDirectory(snapshot, region, name);
      List<String> names = new ArrayList<>();
      for (Path file : family.getValue()) {
        names.add(links.add(file, directory));
      }
      linked.put(name, new Catalog.Family(names, listed.get(name).flushedSequence()));
    }
    return new Catalog.RegionEntry(region, Collections.unmodifiableMap(linked));
  }

  private Map<String, Catalog.Family> families(RegionInfo region) {
    return manifest.catalog().regions().get(region.number()).families();
  }

  /** New regions of a table with the ranges and files of a snapshot's, durable but not listed. */
  @GuardedBy("schema")
  private List<Catalog.RegionEntry> linkAgain(
      Catalog.Snapshot snapshot, TableName table, NewLinks links) throws IOException {
    List<Catalog.RegionEntry> old = snapshot.regions();
    List<byte[]> splits =
        old.stream().skip(1).map(region -> region.info().range().startKey()).toList();
    List<RegionInfo> infos = schema.newRegions(table, splits);
    List<Catalog.RegionEntry> regions = new ArrayList<>();
    for (int i = 0; i < infos.size(); i++) {
      Map<String, Catalog.Family> families = new TreeMap<>();
      for (Map.Entry<String, Catalog.Family> family : old.get(i).families().entrySet()) {
        Path from =
            layout.snapshotDirectory(
                snapshot.descriptor().name(), old.get(i).info(), family.getKey());
        Path to = layout.familyDirectory(infos.get(i), family.getKey());
        List<String> names = new ArrayList<>();
        for (String file : family.getValue().files()) {
          names.add(links.add(from.resolve(file), to));
        }
        families.put(
            family.getKey(), new Catalog.Family(names, family.getValue().flushedSequence()));
      }
      regions.add(new Catalog.RegionEntry(infos.get(i), Collections.unmodifiableMap(families)));
    }
    links.force();
    return regions;
  }

  private Catalog.Snapshot existing(String name) throws RefusedException {
    Catalog.Snapshot snapshot = manifest.catalog().snapshots().get(name);
    if (snapshot == null) {
      throw new RefusedException(
          Reason.SNAPSHOT_NOT_FOUND, name, "Snapshot " + name + " does not exist");
    }
    return snapshot;
  }

  private Catalog.Snapshot living(String name, long nowMillis) throws RefusedException {
    Catalog.Snapshot snapshot = existing(name);
    if (snapshot.descriptor().isExpired(nowMillis)) {
      throw new RefusedException(
          Reason.SNAPSHOT_EXPIRED,
          "Snapshot "
              + name
              + " was to be kept for "
              + snapshot.descriptor().ttlMillis()
              + " ms from "
              + snapshot.descriptor().createdMillis());
    }
    return snapshot;
  }
}
