/**
 * Choosing store files and merging them into one, or one for each span of time.
 *
 * <p>Enters: summaries of a store's files for the choice, open {@link
 * io.rowandb.engine.storefile.StoreFile}s for the merge. Leaves: a selection, or finished files.
 * The choice is a pure function, so a test can let years of flushes pass in a moment. The merge
 * runs in the thread of whoever asked and holds no lock; after a crash its unfinished file is one
 * that no manifest lists. Read {@link io.rowandb.engine.compaction.CompactionPolicy} first, then
 * {@link io.rowandb.engine.compaction.Compactor}.
 */
package io.rowandb.engine.compaction;
