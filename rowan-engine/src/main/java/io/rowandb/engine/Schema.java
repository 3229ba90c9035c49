package io.rowandb.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.background.DatabaseLog;
import io.rowandb.engine.background.Maintenance;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestFailedException;
import io.rowandb.engine.catalog.ManifestFiles;
import io.rowandb.engine.catalog.NamespaceDescriptor;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.StoreNames;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.namespace.NamespaceQuota;
import io.rowandb.engine.namespace.Namespaces;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RefusedException.Reason;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.store.StoreOptions;
import io.rowandb.engine.store.UncertainCommitException;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Changes of tables and namespaces, one at a time: each is checked, made durable in the manifest as
 * one edit, and then made in memory. A crash before the edit leaves everything as it was; a crash
 * after it leaves at most files that opening removes.
 */
final class Schema {
  // Fixed at construction.
  private final Manifest manifest;
  private final ManifestFiles files;
  private final Namespaces namespaces;
  private final TableMap tables;
  private final RegionOpener opener;
  private final StoreLayout layout;
  private final Maintenance maintenance;
  private final DatabaseOptions options;
  private final Regrouping regrouping;
  private final TableAlteration alteration;
  private final NewRegions newRegions;

  /** Enabled tables that were to be disabled and could not be flushed. */
  @GuardedBy("this")
  private final Set<TableName> unflushable = new HashSet<>();

  Schema(
      Manifest manifest,
      ManifestFiles files,
      TableMap tables,
      RegionOpener opener,
      StoreLayout layout,
      Maintenance maintenance,
      DatabaseLog log,
      DatabaseOptions options) {
    this.manifest = manifest;
    this.files = files;
    this.namespaces = new Namespaces(manifest);
    this.tables = tables;
    this.opener = opener;
    this.layout = layout;
    this.maintenance = maintenance;
    this.options = options;
    this.newRegions = new NewRegions(options.clock());
    this.alteration = new TableAlteration(manifest, tables, opener, layout, log, options);
    this.regrouping = new Regrouping(manifest, files, tables, opener, layout, maintenance, options);
  }

  /** Opens all tables of the catalog. */
  synchronized void openAll() throws IOException {
    Catalog catalog = manifest.catalog();
    newRegions.passOver(catalog);
    for (Catalog.Table table : catalog.tables().values()) {
      TableDescriptor descriptor = table.descriptor();
      List<Catalog.RegionEntry> entries = catalog.regionsOf(descriptor.name());
      List<StoredRegion> regions =
          table.enabled()
              ? openStored(descriptor, entries)
              : entries.stream().map(e -> opener.offline(e.info())).toList();
      tables.put(descriptor, table.enabled(), regions, false);
    }
  }

  /**
   * The store files that a crash left beside those of the catalog; no new file gets their names.
   */
  List<Path> orphans() throws IOException {
    List<Path> orphans = layout.unlisted(manifest.catalog());
    orphans.forEach(files::passOver);
    return orphans;
  }

  private List<StoredRegion> openStored(TableDescriptor table, List<Catalog.RegionEntry> entries)
      throws IOException {
    try {
      return opener.openAll(table, entries);
    } catch (RefusedException e) {
      // An older release took what this one refuses; whoever opens it does not know which table.
      throw new RefusedException(
          e.reason(), "Table " + table.name() + " cannot be opened: " + e.getMessage(), e);
    }
  }

  List<NamespaceDescriptor> namespaces() {
    return namespaces.all();
  }

  synchronized void createNamespace(NamespaceDescriptor namespace) throws IOException {
    namespaces.create(namespace);
  }

  synchronized void modifyNamespace(NamespaceDescriptor namespace) throws IOException {
    namespaces.modify(namespace);
  }

  synchronized void deleteNamespace(String name) throws IOException {
    namespaces.delete(name);
  }

  synchronized void create(TableDescriptor table, List<byte[]> splitKeys) throws IOException {
    opener.newFamilies(table); // refused before its name, as by HBase
    TableAttributes.splitRules(table, options);
    checkNew(table.name());
    List<RegionInfo> infos = newRegions(table.name(), NewRegions.sorted(splitKeys));
    for (RegionInfo info : infos) {
      StoreNames.requireRegionName(info);
    }
    quota(table.name()).checkTable(table.name(), infos.size());
    List<ManifestEdit> edits = new ArrayList<>();
    edits.add(new ManifestEdit.TablePut(table, true));
    serveNew(table, infos, edits, null);
  }

  /**
   * Makes regions without files, and lets them serve.
   *
   * @param edits of the table; those of its regions are added
   * @param before the table that they are to replace, or null
   */
  @GuardedBy("this")
  private void serveNew(
      TableDescriptor table,
      List<RegionInfo> infos,
      List<ManifestEdit> edits,
      TableMap.Entry before)
      throws IOException {
    List<Catalog.RegionEntry> entries = new ArrayList<>();
    for (RegionInfo info : infos) {
      layout.requireInside(info);
      edits.add(new ManifestEdit.RegionAdded(info));
      entries.add(new Catalog.RegionEntry(info, Map.of()));
    }
    // Opened first, so that a table which cannot be opened is never listed.
    List<StoredRegion> opened = opener.openAll(table, entries);
    boolean listed = false;
    try {
      if (before == null) {
        manifest.append(edits);
      } else {
        appendLast(edits, before, /* flushed= */ false);
      }
      listed = true;
    } finally {
      if (!listed) { // or perhaps: the next opening tells
        opened.forEach(region -> region.close(Reason.REGION_CLOSED));
      }
    }
    serve(table, opened);
  }

  synchronized void createTransient(TableDescriptor table) throws IOException {
    refuseExisting(table.name());
    RegionInfo info = newRegions.ofTransientTable(table.name());
    StoredRegion region = opener.openTransient(table, info);
    tables.put(table, true, List.of(region), true);
  }

  synchronized void emptyTransient(TableName name) throws IOException {
    TableMap.Entry before = tables.entry(name);
    if (before == null || !before.isTransient()) {
      throw new IllegalArgumentException(name + " is no transient table");
    }
    TableDescriptor table = before.descriptor();
    StoredRegion region = opener.openTransient(table, before.regions().get(0).info());
    tables.put(table, true, List.of(region), true);
  }

  synchronized void modify(TableDescriptor table) throws IOException {
    alteration.run(stored(table.name()), table);
  }

  synchronized void enable(TableName name) throws IOException {
    TableMap.Entry before = stored(name);
    if (before.enabled()) {
      throw new RefusedException(
          Reason.TABLE_NOT_DISABLED, name.fullName(), "Table " + name + " is not disabled");
    }
    List<StoredRegion> regions =
        opener.openAll(before.descriptor(), manifest.catalog().regionsOf(name));
    boolean enabled = false;
    try {
      manifest.append(List.of(new ManifestEdit.TablePut(before.descriptor(), true)));
      enabled = true;
    } finally {
      if (!enabled) {
        regions.forEach(r -> r.close(Reason.REGION_CLOSED));
      }
    }
    tables.put(before.descriptor(), true, regions, false);
  }

  /**
   * Flushes, lets no more writes in, flushes what came meanwhile, and closes the regions. When it
   * is unknown whether the manifest has it, the table takes no writes until the database is opened
   * again: as a disabled one it would not get back what only the log has.
   */
  synchronized void disable(TableName name) throws IOException {
    TableMap.Entry before = stored(name);
    if (!before.enabled()) {
      throw new RefusedException(
          Reason.TABLE_NOT_ENABLED, name.fullName(), "Table " + name + " is disabled already");
    }
    manifest.checkTakesEdits(); // its regions may already take no writes for that reason
    appendLast(
        List.of(new ManifestEdit.TablePut(before.descriptor(), false)),
        before,
        /* flushed= */ true);
    unflushable.remove(name);
    tables.put(before.descriptor(), false, before.regions(), false);
    before.regions().forEach(region -> region.close(Reason.REGION_CLOSED));
  }

  @GuardedBy("this")
  private void flushForGood(TableName table, StoredRegion region) throws IOException {
    try {
      maintenance.flush(region);
      region.stopWrites(true);
      maintenance.flush(region);
    } catch (UncertainCommitException e) {
      throw e;
    } catch (IOException e) {
      unflushable.add(table);
      throw new RefusedException(
          Reason.BAD_REQUEST,
          "Table "
              + table
              + " stays enabled: region "
              + region.info().encodedName()
              + " cannot be flushed, with "
              + e
              + ". Disable it when the cause is gone. Until then it can be deleted or truncated as"
              + " it is, and what no file has of it is given up with the rest",
          e);
    }
  }

  synchronized void delete(TableName name) throws IOException {
    TableMap.Entry entry = tables.entry(name);
    if (entry != null && entry.isTransient()) {
      tables.remove(name);
      entry.regions().forEach(region -> region.close(Reason.REGION_CLOSED));
      return;
    }
    TableMap.Entry before = givenUp(name);
    appendLast(List.of(new ManifestEdit.TableRemoved(name)), before, /* flushed= */ false);
    tables.remove(name);
    close(before);
    deleteFiles(before);
  }

  /**
   * A table that does not serve, or that was to be disabled and cannot be flushed: who deletes it
   * all the same gives up what no file has.
   */
  @GuardedBy("this")
  private TableMap.Entry givenUp(TableName name) throws RefusedException {
    TableMap.Entry entry = stored(name);
    boolean cannotBeDisabled =
        unflushable.contains(name) && entry.regions().stream().anyMatch(maintenance::cannotFlush);
    return cannotBeDisabled ? entry : disabled(name);
  }

  /**
   * Lets edits count with which a table ends, or its serving; if it serves, it takes no writes from
   * now on, and takes them again only if the edits certainly do not count.
   *
   * @param flushed whether files are to have all that was written
   */
  @GuardedBy("this")
  private void appendLast(List<ManifestEdit> edits, TableMap.Entry table, boolean flushed)
      throws IOException {
    boolean goesOn = table.enabled();
    try {
      for (StoredRegion region : goesOn ? table.regions() : List.<StoredRegion>of()) {
        if (flushed) {
          flushForGood(table.descriptor().name(), region);
        } else {
          region.stopWrites(true);
        }
      }
      manifest.append(edits);
      goesOn = false;
    } catch (ManifestFailedException e) {
      goesOn = false;
      throw e;
    } finally {
      if (goesOn) {
        table.regions().forEach(region -> region.stopWrites(false));
      }
    }
  }

  @GuardedBy("this")
  private void close(TableMap.Entry table) {
    if (table.enabled()) {
      unflushable.remove(table.descriptor().name());
      table.regions().forEach(region -> region.close(Reason.REGION_CLOSED));
    }
  }

  synchronized void truncate(TableName name, boolean preserveSplits) throws IOException {
    TableMap.Entry before = givenUp(name);
    List<byte[]> starts =
        preserveSplits
            ? before.regions().stream().skip(1).map(r -> r.info().range().startKey()).toList()
            : List.of();
    List<ManifestEdit> edits = new ArrayList<>();
    before.regions().forEach(r -> edits.add(new ManifestEdit.RegionRemoved(r.info().number())));
    edits.add(new ManifestEdit.TablePut(before.descriptor(), true));
    serveNew(before.descriptor(), newRegions(name, starts), edits, before);
    close(before);
    deleteFiles(before);
  }

  /** Refuses a name that a table has or that is kept for one, or without its namespace. */
  void checkNew(TableName name) throws RefusedException {
    if (name.equals(TableName.META)) {
      throw bad("Table " + name + " is derived from the catalogue and cannot be created");
    }
    refuseExisting(name);
    StoreNames.requireLength("Name of a table", name.fullName());
    if (!manifest.catalog().namespaces().containsKey(name.namespace())) {
      throw new RefusedException(
          Reason.NAMESPACE_NOT_FOUND,
          name.namespace(),
          "Namespace " + name.namespace() + " of table " + name + " not found");
    }
  }

  /** How files of each family of a table are to be written whose cells get their ids later. */
  Map<String, StoreFileOptions> bulkFiles(TableDescriptor table, boolean tags)
      throws RefusedException {
    Map<String, StoreFileOptions> families = new TreeMap<>();
    for (StoreOptions family : opener.families(table)) {
      families.put(family.family(), family.files().withSuffixes(tags, /* withSequences= */ false));
    }
    return families;
  }

  /** The manifest has a new table: lets it serve. */
  @GuardedBy("this")
  void serve(TableDescriptor table, List<StoredRegion> regions) {
    tables.put(table, true, regions, false);
  }

  /** The manifest has other regions of a disabled table: forgets those before. */
  @GuardedBy("this")
  void replace(TableMap.Entry before, TableDescriptor table, List<Catalog.RegionEntry> regions) {
    List<StoredRegion> offline = regions.stream().map(it -> opener.offline(it.info())).toList();
    tables.put(table, false, offline, false);
    deleteFiles(before);
  }

  /** What the namespace of a table may have, and has. */
  @GuardedBy("this")
  NamespaceQuota quota(TableName table) throws RefusedException {
    return NamespaceQuota.of(table.namespace(), manifest.catalog());
  }

  /** Replaces a region by two; returns these. */
  synchronized List<RegionInfo> split(String encodedName, byte[] splitRow) throws IOException {
    TableName table = TableName.of(tables.storedRegion(encodedName).info().table());
    if (quota(table).isFull()) {
      throw new RefusedException(
          Reason.NAMESPACE_FULL,
          "Region split not possible for :" + encodedName + " as quota limits are exceeded ");
    }
    return regrouping.split(encodedName, splitRow, newRegions.nextId());
  }

  /** Replaces a region by two if its namespace may have one more; returns whether it did. */
  synchronized boolean splitIfRoom(StoredRegion region, byte[] splitRow) throws IOException {
    return !quota(TableName.of(region.info().table())).isFull()
        && !split(region.info().encodedName(), splitRow).isEmpty();
  }

  /** Replaces adjacent regions by one; returns that. */
  synchronized RegionInfo merge(List<String> encodedNames) throws IOException {
    return regrouping.merge(encodedNames, newRegions.nextId());
  }

  /** Replaces a region by an empty one; returns that. */
  synchronized RegionInfo truncateRegion(String encodedName) throws IOException {
    return regrouping.truncate(encodedName, newRegions.nextId());
  }

  /** Regions for a table; the first split key starts the second. */
  @GuardedBy("this")
  List<RegionInfo> newRegions(TableName table, List<byte[]> splits) {
    return newRegions.ofTable(table, splits, manifest.catalog().nextRegionNumber());
  }

  private void refuseExisting(TableName name) throws RefusedException {
    if (tables.view(name) != null) {
      throw new RefusedException(
          Reason.TABLE_EXISTS, name.fullName(), "Table " + name + " already exists");
    }
  }

  /** A table that is in the manifest. */
  TableMap.Entry stored(TableName name) throws RefusedException {
    TableMap.Entry entry = tables.entry(name);
    if (entry == null) {
      throw new RefusedException(
          Reason.TABLE_NOT_FOUND, name.fullName(), "Table " + name + " not found");
    }
    if (entry.isTransient()) {
      throw bad("Table " + name + " is kept in memory and cannot be changed");
    }
    return entry;
  }

  /** A table that is in the manifest and does not serve. */
  TableMap.Entry disabled(TableName name) throws RefusedException {
    TableMap.Entry entry = stored(name);
    if (entry.enabled()) {
      throw new RefusedException(
          Reason.TABLE_NOT_DISABLED, name.fullName(), "Table " + name + " must be disabled first");
    }
    return entry;
  }

  private void deleteFiles(TableMap.Entry table) {
    // What cannot be deleted was logged, and is tried again when the database opens.
    table.regions().forEach(region -> layout.deleteRegion(region.info()));
  }

  private static RefusedException bad(String message) {
    return new RefusedException(Reason.BAD_REQUEST, message);
  }
}
