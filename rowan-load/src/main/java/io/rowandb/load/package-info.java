/**
 * Loads records into the tables of their design by sorted HFiles: rows, entries of indexes and
 * details, without the log and without a call for each.
 *
 * <p>Enters: records, from one thread. Leaves: the tables with all of them, or an error and the
 * tables as they were. {@link io.rowandb.load.RecordBulkLoad} has the steps; {@code SortedTables}
 * sorts what {@link io.rowandb.schema.pattern.NewRecords} says that records are, {@code
 * StampedCells} looks at it on its way into the files, and a {@code LoadTarget} gives these to a
 * store or to a cluster. Sorting and merging run in threads that end with the load. After a crash
 * the working directory has what was sorted, and the table of {@code LoadNotes} which loads are
 * done.
 *
 * <p>Read {@link io.rowandb.load.RecordBulkLoad} first.
 */
package io.rowandb.load;
