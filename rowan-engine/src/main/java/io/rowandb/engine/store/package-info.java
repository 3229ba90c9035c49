/**
 * One family of one region: a memstore, files, and the steps that turn the one into the other.
 *
 * <p>Enters: frozen memstores, compaction wishes. Leaves: immutable {@link
 * io.rowandb.engine.store.StoreView}s and the {@link io.rowandb.engine.cell.CellScanner}s of a
 * view. Runs in the thread of whoever scans, flushes or compacts, and in one that loads blocks of
 * opened files into the cache; takes no lock. After a crash the files that {@link
 * io.rowandb.engine.store.StoreManifest} lists are whole, and any other file in the store's
 * directory is rubbish that opening removes. A file is deleted when the last view that names it is
 * released.
 *
 * <p>A file may be a link to one of a region that was split. Each link is a file of its own here;
 * that it has rows of the other half too ({@code isReference}) follows from the store's range.
 *
 * <p>Read {@link io.rowandb.engine.store.StoreView} first, then {@link
 * io.rowandb.engine.store.Store}.
 */
package io.rowandb.engine.store;
