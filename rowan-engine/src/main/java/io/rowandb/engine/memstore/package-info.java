/**
 * Recent cells, sorted, in memory.
 *
 * <p>Enters: whole cells with their sequence ids, from one writer at a time, which reserves the
 * memory for them first ({@link io.rowandb.engine.memstore.ReservedCells}). Leaves: {@link
 * io.rowandb.engine.cell.CellScanner}s over the same bytes, which any number of threads may use
 * while the writer continues. There are no threads here and nothing here blocks; the lock of {@link
 * io.rowandb.engine.memstore.ChunkPool} is held for a few steps. Chunks and index pages of a
 * flushed memstore are reused when certainly nothing reads them any more; see {@link
 * io.rowandb.engine.memstore.MemStore}. After a crash a memstore is empty: the log restores it.
 * Read {@link io.rowandb.engine.memstore.MemStore} first, then {@code CellSkipList}.
 */
package io.rowandb.engine.memstore;
