package io.rowandb.engine;

import io.rowandb.engine.background.DatabaseLog;
import io.rowandb.engine.background.TableMap;
import io.rowandb.engine.catalog.Catalog;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.ManifestEdit;
import io.rowandb.engine.catalog.ManifestFailedException;
import io.rowandb.engine.catalog.StoreLayout;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.region.FamilyChange;
import io.rowandb.engine.region.RegionEnvironment;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.store.StoreOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes the attributes or families of tables. Regions keep the families that stay. A new family
 * begins after everything that the log has now, so nothing of an older family of the same name can
 * come back.
 *
 * <p>The caller holds the lock of {@link Schema}.
 */
final class TableAlteration {
  // Fixed at construction.
  private final Manifest manifest;
  private final TableMap tables;
  private final RegionOpener opener;
  private final StoreLayout layout;
  private final DatabaseLog log;
  private final DatabaseOptions options;

  TableAlteration(
      Manifest manifest,
      TableMap tables,
      RegionOpener opener,
      StoreLayout layout,
      DatabaseLog log,
      DatabaseOptions options) {
    this.manifest = manifest;
    this.tables = tables;
    this.opener = opener;
    this.layout = layout;
    this.log = log;
    this.options = options;
  }

  /** Makes the table {@code before} what {@code table} says. */
  void run(TableMap.Entry before, TableDescriptor table) throws IOException {
    List<StoreOptions> families = opener.newFamilies(table);
    TableAttributes.splitRules(table, options); // or it is refused
    RegionEnvironment environment = opener.stored(table);
    if (before.enabled()) {
      alterServing(before, table, families, environment);
    } else {
      Catalog listed = manifest.catalog();
      manifest.append(edits(before, table));
      tables.put(table, false, before.regions(), false);
      deleteFamilies(before, table, listed);
    }
  }

  private void alterServing(
      TableMap.Entry before,
      TableDescriptor table,
      List<StoreOptions> families,
      RegionEnvironment environment)
      throws IOException {
    List<FamilyChange> changes = new ArrayList<>(before.regions().size());
    try {
      for (StoredRegion region : before.regions()) {
        changes.add(region.changeFamilies(families)); // it has room, so that each is closed
      }
      append(edits(before, table), changes);
      for (FamilyChange change : changes) {
        change.apply();
      }
      before.regions().forEach(region -> region.follow(environment));
      tables.put(table, true, before.regions(), false);
    } finally {
      changes.forEach(FamilyChange::close);
    }
  }

  private void append(List<ManifestEdit> edits, List<FamilyChange> changes) throws IOException {
    try {
      manifest.append(edits);
    } catch (ManifestFailedException e) {
      for (FamilyChange change : changes) {
        change.uncertain(e);
      }
      throw e;
    }
  }

  /** The regions of a table that serves are held by now: the log gets nothing more of them. */
  private List<ManifestEdit> edits(TableMap.Entry before, TableDescriptor table) {
    List<ManifestEdit> edits = new ArrayList<>();
    edits.add(new ManifestEdit.TablePut(table, before.enabled()));
    Set<String> old = names(before.descriptor());
    for (FamilyDescriptor family : table.families()) {
      if (!old.contains(family.name())) {
        for (StoredRegion region : before.regions()) {
          edits.add(
              new ManifestEdit.FilesChanged(
                  region.info().number(), family.name(), List.of(), List.of(), log.lastSequence()));
        }
      }
    }
    return edits;
  }

  /**
   * Deletes the files of the families that a disabled table has no more.
   *
   * @param listed what the manifest had of them
   */
  private void deleteFamilies(TableMap.Entry before, TableDescriptor table, Catalog listed) {
    Set<String> gone = names(before.descriptor());
    gone.removeAll(names(table));
    for (String family : gone) {
      for (StoredRegion region : before.regions()) {
        layout.deleteFamily(listed.regions().get(region.info().number()), family);
      }
    }
  }

  /** In the order in which the table has them. */
  private static Set<String> names(TableDescriptor table) {
    Set<String> names = new LinkedHashSet<>();
    table.families().forEach(family -> names.add(family.name()));
    return names;
  }
}
