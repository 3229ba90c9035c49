/**
 * Joins of two tables of records, as streams. Depends on {@code pattern}.
 *
 * <p>Enters: a read of a left table, a right table, the fields that must be equal. Leaves: pairs of
 * records. A lookup join gets the right records by their keys for a batch of left records at a
 * time. A hash join reads both tables and keeps the smaller one in memory, up to a limit. Both give
 * the same pairs; which one is cheaper depends on the sizes, and {@code explain} shows the figures.
 * The thread that takes the pairs does all the work.
 *
 * <p>Read {@link io.rowandb.schema.join.Join} first.
 */
package io.rowandb.schema.join;
