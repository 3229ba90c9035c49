/**
 * Makes finished HFiles part of the tables of an open database, all or none.
 *
 * <p>Enters: for each table a {@link io.rowandb.engine.load.BulkLoad}, from any thread, which does
 * all the work. Leaves: regions that have the files, one record of the manifest, and a {@link
 * io.rowandb.engine.load.BulkLoadSummary}. After a crash the tables have all files of a load or
 * none; what was staged and not listed is removed by the next opening.
 *
 * <p>Read {@link io.rowandb.engine.load.BulkLoads} first, then {@code BulkLoading}, which checks
 * and stages, and {@code LoadCommit}, which lists.
 */
package io.rowandb.engine.load;
