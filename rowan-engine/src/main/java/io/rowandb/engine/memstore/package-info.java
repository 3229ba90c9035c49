/**
 * Recent cells, sorted, in memory.
 *
 * <p>Enters: whole cells with their sequence ids, from one writer at a time, who takes the memory
 * for them before ({@link io.rowandb.engine.memstore.ReservedCells}). Leaves: {@link
 * io.rowandb.engine.cell.CellScanner}s over the same bytes, which any number of threads may use
 * while the writer goes on. No thread lives here and nothing here blocks; the lock of {@link
 * io.rowandb.engine.memstore.ChunkPool} is held for a few steps. Chunks and index pages of a
 * flushed memstore are used again when it is certain that nobody looks at them any more, which
 * {@link io.rowandb.engine.memstore.MemStore} explains. After a crash nothing of it is left: the
 * log brings it back. Read {@link io.rowandb.engine.memstore.MemStore} first, then {@code
 * CellSkipList}.
 */
package io.rowandb.engine.memstore;
