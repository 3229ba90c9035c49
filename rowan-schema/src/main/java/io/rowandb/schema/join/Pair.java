package io.rowandb.schema.join;

/**
 * One result of a join.
 *
 * @param left a record of the left table
 * @param right a record of the right table that belongs to it; null when there is none, which only
 *     a left-outer join gives
 * @param <L> the left record
 * @param <R> the right record
 */
public record Pair<L, R>(L left, R right) {}
