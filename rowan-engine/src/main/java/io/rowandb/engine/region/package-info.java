/**
 * Rows: atomic changes and consistent reads of one key range.
 *
 * <p>Enters: {@link io.rowandb.engine.cell.RowMutation}s and {@link
 * io.rowandb.engine.scan.ScanSpec}s. Leaves: cells of rows. Runs in the threads of the callers.
 */
package io.rowandb.engine.region;
