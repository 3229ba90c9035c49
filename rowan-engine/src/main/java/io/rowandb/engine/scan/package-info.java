/**
 * From sorted cells to visible cells: the one pipeline of user scans, flushes and compactions.
 *
 * <p>Enters: sorted {@link io.rowandb.engine.cell.CellScanner}s and a {@link
 * io.rowandb.engine.scan.ScanSpec}. Leaves: cells. Only this package has HBase's rules for deletes,
 * versions, TTL and filters. Runs in the caller's thread; holds nothing that a crash could lose.
 *
 * <p>Read {@code ScanPipeline} first, whose {@code judge} has the order of the stages, then {@link
 * io.rowandb.engine.scan.RowScanner} and {@link io.rowandb.engine.scan.RewriteScanner}.
 */
package io.rowandb.engine.scan;
