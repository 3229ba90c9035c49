package io.rowandb.engine.background;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.StoredRegion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The current tables. Readers see one immutable map; a writer holds the lock of {@code Schema} and
 * replaces the map in one volatile write.
 */
public final class TableMap {
  /**
   * A table.
   *
   * @param view what users see of it
   * @param regions the regions of the view
   * @param isTransient whether it is kept in memory only, and not in the manifest
   */
  public record Entry(TableView view, List<StoredRegion> regions, boolean isTransient) {
    /** Its families and attributes. */
    public TableDescriptor descriptor() {
      return view.descriptor();
    }

    /** Whether it serves requests. */
    public boolean enabled() {
      return view.enabled();
    }
  }

  /** All tables, and how many changes made them. */
  private record State(Map<TableName, Entry> tables, long version) {
    State with(Map<TableName, Entry> changed) {
      return new State(Map.copyOf(changed), version + 1);
    }
  }

  private volatile State state = new State(Map.of(), 0);
  private volatile RegionInterposer interposer = (table, region) -> region;

  /** Another number after each change: what was read before it, may be out of date. */
  public long version() {
    return state.version();
  }

  /** What users see of a table, or null. */
  public TableView view(TableName name) {
    Entry entry = entry(name);
    return entry == null ? null : entry.view();
  }

  /** A table, or null. */
  public Entry entry(TableName name) {
    return state.tables().get(name);
  }

  /** Puts a table into the place of the one of its name. */
  public void put(
      TableDescriptor table, boolean enabled, List<StoredRegion> regions, boolean isTransient) {
    prepare(table, enabled, regions, isTransient).run();
  }

  /**
   * The part of {@link #put} that can fail; the returned rest must be run before anything else
   * changes.
   */
  public Runnable prepare(
      TableDescriptor table, boolean enabled, List<StoredRegion> regions, boolean isTransient) {
    TableView view = view(table, enabled, regions);
    Map<TableName, Entry> changed = new HashMap<>(state.tables());
    changed.put(table.name(), new Entry(view, List.copyOf(regions), isTransient));
    State next = state.with(changed);
    return () -> state = next;
  }

  /** Puts something between users and regions, instead of what was there. */
  public void interpose(RegionInterposer next) {
    interposer = next;
    Map<TableName, Entry> again = new HashMap<>();
    state
        .tables()
        .forEach(
            (name, entry) -> {
              TableView view = view(entry.descriptor(), entry.enabled(), entry.regions());
              again.put(name, new Entry(view, entry.regions(), entry.isTransient()));
            });
    state = state.with(again);
  }

  /** What stands between the regions and their users. */
  public RegionInterposer interposer() {
    return interposer;
  }

  private TableView view(TableDescriptor table, boolean enabled, List<StoredRegion> regions) {
    RegionInterposer between = interposer;
    List<Region> shown = new ArrayList<>(regions.size());
    for (StoredRegion region : regions) {
      shown.add(between.between(table.name(), region));
    }
    return new TableView(table, enabled, shown);
  }

  /** Takes a table out. */
  public void remove(TableName name) {
    Map<TableName, Entry> next = new HashMap<>(state.tables());
    next.remove(name);
    state = state.with(next);
  }

  /** Names of the tables in the manifest, sorted. */
  public List<TableName> names() {
    TreeSet<TableName> names = new TreeSet<>();
    state
        .tables()
        .forEach(
            (name, entry) -> {
              if (!entry.isTransient()) {
                names.add(name);
              }
            });
    return List.copyOf(names);
  }

  /** All regions of enabled tables that are logged and flushed. */
  public List<StoredRegion> storedRegions() {
    List<StoredRegion> regions = new ArrayList<>();
    for (Entry entry : state.tables().values()) {
      if (!entry.isTransient() && entry.enabled()) {
        regions.addAll(entry.regions());
      }
    }
    return regions;
  }

  /** All regions that serve. */
  public List<StoredRegion> openRegions() {
    List<StoredRegion> regions = new ArrayList<>();
    for (Entry entry : state.tables().values()) {
      if (entry.enabled()) {
        regions.addAll(entry.regions());
      }
    }
    return regions;
  }

  /** The region of a table in the manifest that has this name and serves. */
  public StoredRegion storedRegion(String encodedName) throws RefusedException {
    for (StoredRegion region : storedRegions()) {
      if (region.info().encodedName().equals(encodedName)) {
        return region;
      }
    }
    throw new RefusedException(
        RefusedException.Reason.REGION_CLOSED, "No open region is named " + encodedName);
  }
}
