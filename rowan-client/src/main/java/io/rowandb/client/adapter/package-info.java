/**
 * Between HBase's objects and the engine's requests, one small class a kind; both doors use them.
 *
 * <p>Enters: HBase's {@code Put}, {@code Get}, {@code Scan}, {@code Filter}, {@code
 * CheckAndMutate}, descriptors; and the engine's {@link io.rowandb.engine.cell.CellBatch}es,
 * descriptors and refusals. Leaves: {@link io.rowandb.engine.cell.RowMutation}s, {@link
 * io.rowandb.engine.scan.ScanSpec}s; and HBase's {@code Result}, descriptors and exceptions. All
 * run in the caller's thread, nothing here blocks, reads a file or keeps a reference to a
 * connection, so nothing is to be said of crashes.
 *
 * <p>Read {@link io.rowandb.client.adapter.MutationAdapter} and {@link
 * io.rowandb.client.adapter.ResultAdapter} first: a cell on its way down, and on its way up.
 */
package io.rowandb.client.adapter;
