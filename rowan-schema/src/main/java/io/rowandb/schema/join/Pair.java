package io.rowandb.schema.join;

/**
 * What a join gives.
 *
 * @param left a record of the left table
 * @param right one of the right table that it belongs to; null when there is none, in a left-outer
 *     join alone
 * @param <L> the left record
 * @param <R> the right record
 */
public record Pair<L, R>(L left, R right) {}
