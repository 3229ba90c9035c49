/**
 * What a store has: namespaces, tables, regions, snapshots, their files, and where those are.
 *
 * <p>Enters: edits, a list for each change. Leaves: the {@link io.rowandb.engine.catalog.Catalog}
 * as it is after them, immutable; numbers for new regions and files; the paths of everything in a
 * database directory. Runs in the threads of the callers; edits are recorded one after the other,
 * and any thread reads the current catalogue without waiting. After a crash the manifest has every
 * edit whose recording returned, perhaps the one in progress, and never a part of one. A name in it
 * never leads out of the store's directory.
 *
 * <p>Read {@link io.rowandb.engine.catalog.Catalog} first, then {@link
 * io.rowandb.engine.catalog.Manifest} and {@code ManifestFormat}; {@link
 * io.rowandb.engine.catalog.StoreLayout} draws the directory.
 */
package io.rowandb.engine.catalog;
