package io.rowandb.engine.region;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.List;

/**
 * The rows of one key range: atomic changes, consistent reads. Safe for use by many threads.
 *
 * <p>All methods throw {@link RefusedException} with WRONG_REGION, FAMILY_NOT_FOUND, REGION_CLOSED,
 * BAD_REQUEST, REGION_TOO_BUSY or LOG_FAILED as applicable; then nothing was changed.
 */
public interface Region {
  /** Its names and its range. */
  RegionInfo info();

  /** Opens a scan of the part of {@code spec}'s rows that lies in this region. */
  RegionScanner scan(ScanSpec spec) throws IOException;

  /**
   * Appends the visible cells of one row to {@code out}.
   *
   * @param spec made by {@link ScanSpec#get}
   */
  void get(ScanSpec spec, CellBatch out) throws IOException;

  /** Applies one put or delete; when it returns the change is visible and as durable as asked. */
  void write(RowMutation mutation) throws IOException;

  /**
   * Applies puts and deletes, each row atomic, the whole not; cells without a timestamp get one
   * common time. A mutation that is refused does not hold up the others.
   *
   * @return null when all were applied; else, at the index of each refused one, why
   */
  IOException[] writeAll(List<RowMutation> mutations) throws IOException;

  /**
   * Applies mutations of any kind, all of the same row, as one: all or nothing, one timestamp.
   *
   * @param condition checked under the row's lock first, or null
   * @param result gets the new cells of increments and appends that want them back, with the
   *     sequence id of the change
   * @return false when the condition did not hold and nothing was changed
   */
  boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException;

  /**
   * Applies mutations of any kind, of several rows of this region, as one: all or nothing, one
   * timestamp, each seeing the rows as they were before.
   *
   * @param conditions of this region's rows, checked under the locks of all rows first
   * @return false when a condition did not hold and nothing was changed
   */
  boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions) throws IOException;

  /** Its sizes and counts now. */
  RegionStats stats();
}
