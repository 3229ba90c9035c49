/**
 * Converts between HBase's objects and the engine's requests, with one small class per kind. Both
 * doors use it.
 *
 * <p>Enters: HBase's {@code Put}, {@code Get}, {@code Scan}, {@code Filter}, {@code
 * CheckAndMutate}, descriptors; and the engine's {@link io.rowandb.engine.cell.CellBatch}es,
 * descriptors and refusals. Leaves: {@link io.rowandb.engine.cell.RowMutation}s, {@link
 * io.rowandb.engine.scan.ScanSpec}s; and HBase's {@code Result}, descriptors and exceptions.
 * Everything runs in the caller's thread. Nothing here blocks, reads a file or keeps a reference to
 * a connection, so a crash loses nothing.
 *
 * <p>Read {@link io.rowandb.client.adapter.MutationAdapter} and {@link
 * io.rowandb.client.adapter.ResultAdapter} first: they convert a cell on its way into the engine
 * and on its way out.
 */
package io.rowandb.client.adapter;
