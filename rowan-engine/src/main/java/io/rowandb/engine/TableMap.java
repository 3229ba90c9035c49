package io.rowandb.engine;

import io.rowandb.engine.region.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * All tables as they are now. Readers see one immutable map; whoever changes it holds the lock of
 * {@link Schema}, so the map changes in one volatile write.
 */
final class TableMap {
  /** A table and whether it is kept in the manifest. */
  record Entry(TableView view, boolean isTransient) {}

  private volatile Map<TableName, Entry> tables = Map.of();

  TableView view(TableName name) {
    Entry entry = tables.get(name);
    return entry == null ? null : entry.view();
  }

  Entry entry(TableName name) {
    return tables.get(name);
  }

  void put(TableView view, boolean isTransient) {
    Map<TableName, Entry> next = new HashMap<>(tables);
    next.put(view.descriptor().name(), new Entry(view, isTransient));
    tables = Map.copyOf(next);
  }

  void remove(TableName name) {
    Map<TableName, Entry> next = new HashMap<>(tables);
    next.remove(name);
    tables = Map.copyOf(next);
  }

  /** Names of the tables in the manifest, sorted. */
  List<TableName> names() {
    TreeSet<TableName> names = new TreeSet<>();
    tables.forEach(
        (name, entry) -> {
          if (!entry.isTransient()) {
            names.add(name);
          }
        });
    return List.copyOf(names);
  }

  /** All regions of enabled tables that are logged and flushed. */
  List<Region> storedRegions() {
    List<Region> regions = new ArrayList<>();
    for (Entry entry : tables.values()) {
      if (!entry.isTransient() && entry.view().enabled()) {
        regions.addAll(entry.view().regions());
      }
    }
    return regions;
  }

  /** All regions that serve. */
  List<Region> openRegions() {
    List<Region> regions = new ArrayList<>();
    for (Entry entry : tables.values()) {
      if (entry.view().enabled()) {
        regions.addAll(entry.view().regions());
      }
    }
    return regions;
  }
}
