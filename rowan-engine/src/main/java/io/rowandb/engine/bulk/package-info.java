/**
 * Store files of cells that come in any order, for a bulk load: here or, since they are HFiles, on
 * a cluster.
 *
 * <p>Enters: cells, from one thread, and the keys at which files are to be parted. Leaves: finished
 * files, each with the cells of one family between two of the keys. Memory is bounded by {@link
 * io.rowandb.engine.bulk.BulkSortOptions#memoryBytes} and a buffer for each run that is merged,
 * whatever the number of cells; the rest is on disk. After a crash the runs that were noted are
 * there, with the caller's mark up to where its input is in them; what was not noted is written
 * again. Runs are sorted and merged in the threads of an executor, none of which is at it any more
 * when a call has failed.
 *
 * <p>Read {@link io.rowandb.engine.bulk.BulkSort} first, which has the steps: {@code SpillBuffers},
 * {@code MergePasses}, {@code PartMerge}; then {@code SortDirectory}, what is on disk.
 */
package io.rowandb.engine.bulk;
