/**
 * Rows: atomic changes and consistent reads of one key range.
 *
 * <p>Enters: {@link io.rowandb.engine.cell.RowMutation}s and {@link
 * io.rowandb.engine.scan.ScanSpec}s. Leaves: cells of rows. Runs in the threads of the callers;
 * flushes and compactions in those of whoever asks for them. After a crash every acknowledged
 * change is there whole, from files or from the log, and an unacknowledged one whole or not at all.
 *
 * <p>Read {@link io.rowandb.engine.region.StoredRegion} first, then {@code RegionContent}, {@code
 * RegionViews} and {@code Mvcc}.
 */
package io.rowandb.engine.region;
