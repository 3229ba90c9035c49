/**
 * One family of one region: a memstore, files, and the steps that turn one into the other.
 *
 * <p>Enters: frozen memstores, requests for compactions. Leaves: immutable {@link
 * io.rowandb.engine.store.StoreView}s and the {@link io.rowandb.engine.cell.CellScanner}s of a
 * view. Runs in the thread that scans, flushes or compacts, and in one that loads blocks of opened
 * files into the cache; takes no lock. After a crash the files that {@link
 * io.rowandb.engine.store.StoreManifest} lists are complete, and opening removes any other file in
 * the store's directory. A file is deleted when the last view that names it is released.
 *
 * <p>A file may be a link to one of a region that was split. Each link is a separate file here;
 * whether it also has rows of the other half ({@code isReference}) follows from the store's range.
 *
 * <p>Read {@link io.rowandb.engine.store.StoreView} first, then {@link
 * io.rowandb.engine.store.Store}; {@link io.rowandb.engine.store.Purging} tells when reads step
 * over too much that is deleted.
 */
package io.rowandb.engine.store;
