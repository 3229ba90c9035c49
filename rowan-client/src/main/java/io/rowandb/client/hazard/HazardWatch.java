package io.rowandb.client.hazard;

import io.rowandb.engine.Database;
import io.rowandb.engine.background.TableView;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.region.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Wraps the regions that requests go to in a watch, or returns them unchanged when hazards are off.
 * Immutable.
 */
public final class HazardWatch {
  /** Null when it is off. */
  private final HazardReports reports;

  private final Supplier<Database> database;

  private HazardWatch(HazardReports reports, Supplier<Database> database) {
    this.reports = reports;
    this.database = database;
  }

  /** A watch over the tables of the database that is open when a request comes. */
  public static HazardWatch of(HazardMode mode, Supplier<Database> database) {
    return new HazardWatch(mode == HazardMode.OFF ? null : new HazardReports(mode), database);
  }

  /** The table with watched regions; the same object when it is off, also for all its families. */
  public TableView on(TableView table) {
    if (reports == null || !new TableRules(table.descriptor()).looks()) {
      return table;
    }
    List<Region> watched = new ArrayList<>(table.regions().size());
    for (Region region : table.regions()) {
      watched.add(on(region, table.descriptor()));
    }
    return new TableView(table.descriptor(), table.enabled(), watched);
  }

  /** The region, watched; the same object when it is off, also for all families of its table. */
  public Region on(Region region, TableDescriptor table) {
    TableRules rules = new TableRules(table);
    return reports == null || !rules.looks()
        ? region
        : new WatchedRegion(region, rules, database, reports);
  }
}
