package io.rowandb.schema.join;

/**
 * One result of a join.
 *
 * @param left a record of the left table
 * @param right a matching record of the right table; null if there is none, which only a left outer
 *     join gives
 * @param <L> the left record
 * @param <R> the right record
 */
public record JoinedPair<L, R>(L left, R right) {}
