/**
 * The rows of a read: ranges of them, in turn or merged into one order, and where a page goes on.
 * Knows {@code key}, and of HBase its client.
 *
 * <p>Enters: which rows are read, and how ({@link io.rowandb.schema.pattern.rows.RowRead}). Leaves:
 * rows, each with its range; what they are rows of is for others to say. Whoever opens a source
 * closes it.
 *
 * <p>Read {@link io.rowandb.schema.pattern.rows.RowSources} first.
 */
package io.rowandb.schema.pattern.rows;
