package io.rowandb.engine.background;

import io.rowandb.engine.catalog.Manifest;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.split.SplitRules;
import java.io.IOException;

/**
 * Decides whether a region is due for an automatic split, and where. It changes nothing; its answer
 * is reliable only while the caller holds the lock of {@code Schema}. Safe for many threads.
 */
public final class SplitChecks {
  /** The switch by which the user lets regions be split. */
  public static final String SWITCH = "split";

  // Fixed at construction.
  private final DatabaseOptions options;
  private final TableMap tables;
  private final Manifest manifest;

  /** For the regions of a database. */
  public SplitChecks(DatabaseOptions options, TableMap tables, Manifest manifest) {
    this.options = options;
    this.tables = tables;
    this.manifest = manifest;
  }

  /**
   * Whether a region is to be split. As in HBase one with references waits until it is compacted,
   * and one with so many files that flushes wait lets the compaction go first. It takes no lock and
   * reads no file.
   */
  boolean isDue(StoredRegion region) throws IOException {
    TableMap.Entry table = tables.entry(TableName.of(region.info().table()));
    if (!manifest.catalog().isSwitchOn(SWITCH)
        || table == null
        || !table.enabled()
        || table.isTransient()
        || !table.regions().contains(region)) {
      return false;
    }
    SplitRules rules = rules(table);
    return rules.isAutomatic()
        && rules.isTooLarge(
            region.familyBytes(), table.regions().size(), region.info().encodedName())
        && region.filesLeft() > 0
        && region.stats().references() == 0
        && tables.storedRegions().size() < options.splits().maxRegions();
  }

  /**
   * The first row of the second half of a region that is due for a split. The caller holds the lock
   * of {@code Schema}.
   *
   * @return null if no split is due or possible
   */
  public byte[] dueRow(StoredRegion region) throws IOException {
    byte[] middle = isDue(region) ? region.splitRow() : null;
    if (middle == null) {
      return null;
    }
    byte[] row = rules(tables.entry(TableName.of(region.info().table()))).splitRow(middle);
    return row != null && region.info().range().isDividedBy(row) ? row : null;
  }

  private SplitRules rules(TableMap.Entry table) throws IOException {
    return TableAttributes.splitRules(table.descriptor(), options);
  }
}
