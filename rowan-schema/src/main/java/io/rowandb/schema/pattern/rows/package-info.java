/**
 * The rows of a read: ranges of them, in turn or merged into one order, and where a page continues.
 * Depends on {@code key}, and of HBase on the client.
 *
 * <p>Enters: which rows are read, and how ({@link io.rowandb.schema.pattern.rows.RowRead}). Leaves:
 * rows, each with its range; other packages interpret them. The opener of a source closes it.
 *
 * <p>Read {@link io.rowandb.schema.pattern.rows.RowSources} first.
 */
package io.rowandb.schema.pattern.rows;
