/**
 * Work that nobody waits for: flushes, compactions, the forcing and releasing of the log; the queue
 * of regions to be split; and the map of the tables on which it is done.
 *
 * <p>Enters: regions that are too large or too old, and wishes for flushes and compactions. Leaves:
 * regions in less memory and fewer files, figures, and the {@link
 * io.rowandb.engine.background.TableView}s in which requests find their regions. Runs in threads of
 * its own, {@code BackgroundThreads}, or in the executor of who gave one; a writer comes here only
 * to wait for memory. Work that fails is tried again. After a crash none of it is missing: what a
 * flush or a compaction had not recorded in the manifest is done anew, and the log keeps what no
 * file has.
 *
 * <p>Read {@link io.rowandb.engine.background.Maintenance} first, then {@link
 * io.rowandb.engine.background.Compactions} and {@link io.rowandb.engine.background.SplitQueue}.
 */
package io.rowandb.engine.background;
