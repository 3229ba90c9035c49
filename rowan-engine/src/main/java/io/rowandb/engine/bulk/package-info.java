/**
 * Writes cells that arrive in any order to store files for a bulk load: here or, since they are
 * HFiles, on a cluster.
 *
 * <p>Enters: cells, from one thread, and the keys at which files are divided. Leaves: finished
 * files, each with the cells of one family between two of the keys. Memory is bounded by {@link
 * io.rowandb.engine.bulk.BulkSortOptions#memoryBytes} and a buffer for each run that is merged,
 * whatever the number of cells; the rest is on disk. After a crash the recorded runs are there,
 * with the caller's mark that tells how much of its input they have; what was not recorded is
 * written again. Runs are sorted and merged in the threads of an executor; when a call has failed,
 * none of them is still working.
 *
 * <p>Read {@link io.rowandb.engine.bulk.BulkSort} first, which has the steps: {@code SpillBuffers},
 * {@code MergePasses}, {@code PartMerge}; then {@code SortDirectory}, the layout on disk.
 */
package io.rowandb.engine.bulk;
