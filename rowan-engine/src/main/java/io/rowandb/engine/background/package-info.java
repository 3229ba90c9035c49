/**
 * Background work: flushes, compactions, forcing and releasing the log; the queue of regions to
 * split; and the map of the tables it works on.
 *
 * <p>Enters: regions that are too large or too old, and requests for flushes and compactions.
 * Leaves: regions in less memory and fewer files, figures, and the {@link
 * io.rowandb.engine.background.TableView}s in which requests find their regions. Runs in threads of
 * its own, {@code BackgroundThreads}, or in a given executor; a writer comes here only to wait for
 * memory. Failed work is retried. A crash loses none of it: a flush or compaction that was not
 * recorded in the manifest is done again, and the log keeps what no file has.
 *
 * <p>Read {@link io.rowandb.engine.background.Maintenance} first, then {@link
 * io.rowandb.engine.background.Compactions}, {@code Purges} and {@link
 * io.rowandb.engine.background.SplitQueue}.
 */
package io.rowandb.engine.background;
