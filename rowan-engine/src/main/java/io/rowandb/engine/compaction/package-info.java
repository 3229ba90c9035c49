/**
 * Chooses store files and merges them into one, or one per time span.
 *
 * <p>Enters: summaries of a store's files for the choice, open {@link
 * io.rowandb.engine.storefile.StoreFile}s for the merge. Leaves: a selection, or finished files.
 * The choice is a pure function, so a test can let years of flushes pass in a moment. The merge
 * runs in the caller's thread and holds no lock; after a crash its unfinished file is not listed in
 * the manifest. Read {@link io.rowandb.engine.compaction.CompactionPolicy} first, then {@link
 * io.rowandb.engine.compaction.Compactor}.
 */
package io.rowandb.engine.compaction;
