/**
 * Rows: atomic changes and consistent reads of one key range.
 *
 * <p>Enters: {@link io.rowandb.engine.cell.RowMutation}s and {@link
 * io.rowandb.engine.scan.ScanSpec}s. Leaves: cells of rows. Runs in the threads of the callers;
 * flushes and compactions in those of their callers. After a crash every acknowledged change is
 * completely there, from files or from the log, and an unacknowledged one completely or not at all.
 *
 * <p>Read {@link io.rowandb.engine.region.StoredRegion} first, then {@code RegionContent}, {@code
 * RegionViews} and {@code Mvcc}.
 */
package io.rowandb.engine.region;
