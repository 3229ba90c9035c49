/**
 * Joins of two tables of records, as streams. Knows {@code pattern}.
 *
 * <p>Enters: a read of a left table, a right table, the fields that must be equal. Leaves: pairs of
 * records. A lookup join gets, for some left records at a time, the right ones by their keys; a
 * hash join reads both tables and keeps the smaller one in memory, up to a bound. Both give the
 * same pairs; which one is cheaper depends on the sizes, and {@code explain} says so with figures.
 * All work is done by the thread that takes the pairs.
 *
 * <p>Read {@link io.rowandb.schema.join.Join} first.
 */
package io.rowandb.schema.join;
