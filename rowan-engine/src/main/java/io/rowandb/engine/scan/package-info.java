/**
 * From sorted cells to visible cells: the one pipeline of user scans, flushes and compactions.
 *
 * <p>Enters: sorted {@link io.rowandb.engine.cell.CellScanner}s and a {@link
 * io.rowandb.engine.scan.ScanSpec}. Leaves: cells. HBase's rules for deletes, versions, TTL and
 * filters live here and nowhere else. Runs in the thread of whoever scans.
 */
package io.rowandb.engine.scan;
