/**
 * Recent cells, sorted, in memory.
 *
 * <p>Enters: whole cells with their sequence ids, from one writer at a time. Leaves: {@link
 * io.rowandb.engine.cell.CellScanner}s over the same bytes, which any number of threads may use
 * while the writer goes on. No thread lives here and nothing here blocks. After a crash nothing of
 * it is left: the log brings it back. Read {@link io.rowandb.engine.memstore.MemStore} first, then
 * {@code CellSkipList}.
 */
package io.rowandb.engine.memstore;
