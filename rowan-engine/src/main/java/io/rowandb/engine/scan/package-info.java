/**
 * From sorted cells to visible cells: the one pipeline of user scans, flushes and compactions.
 *
 * <p>Enters: sorted {@link io.rowandb.engine.cell.CellScanner}s and a {@link
 * io.rowandb.engine.scan.ScanSpec}. Leaves: cells. HBase's rules for deletes, versions, TTL and
 * filters live here and nowhere else. Runs in the thread of whoever scans; holds nothing that a
 * crash could lose.
 *
 * <p>Read {@code ScanPipeline} first, whose {@code judge} has the order of the stages, then {@link
 * io.rowandb.engine.scan.RowScanner} and {@link io.rowandb.engine.scan.RewriteScanner}.
 */
package io.rowandb.engine.scan;
