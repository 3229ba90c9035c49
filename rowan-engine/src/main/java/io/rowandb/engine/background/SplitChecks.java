package io.rowandb.engine.background;

import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.settings.TableAttributes;
import io.rowandb.engine.split.SplitRules;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Whether a region is to be split now without being asked for, and where. It looks and changes
 * nothing; what it says is certain only while the caller holds the lock of {@code Schema}. Safe for
 * many threads.
 */
public final class SplitChecks {
  // Fixed at construction.
  private final DatabaseOptions options;
  private final TableMap tables;
  private final BooleanSupplier switchedOn;

  /**
   * For the regions of a database.
   *
   * @param switchedOn whether its user lets regions be split
   */
  public SplitChecks(DatabaseOptions options, TableMap tables, BooleanSupplier switchedOn) {
    this.options = options;
    this.tables = tables;
    this.switchedOn = switchedOn;
  }

  /**
   * The first row of the second half of a region that is to be split. As in HBase a region with
   * references waits until it is compacted, and one with so many files that flushes wait lets the
   * compaction go first.
   *
   * @return null when it is not to be split, or cannot be
   */
  public byte[] dueRow(StoredRegion region) throws IOException {
    TableMap.Entry table = tables.entry(TableName.of(region.info().table()));
    if (!switchedOn.getAsBoolean()
        || table == null
        || !table.enabled()
        || table.isTransient()
        || !table.regions().contains(region)) {
      return null;
    }
    SplitRules rules = TableAttributes.splitRules(table.descriptor(), options);
    boolean due =
        rules.isAutomatic()
            && rules.isTooLarge(
                region.familyBytes(), table.regions().size(), region.info().encodedName())
            && region.filesLeft() > 0
            && region.stats().references() == 0
            && tables.storedRegions().size() < options.splits().maxRegions();
    byte[] middle = due ? region.splitRow() : null;
    byte[] row = middle == null ? null : rules.splitRow(middle);
    return row != null && region.info().range().isDividedBy(row) ? row : null;
  }
}
