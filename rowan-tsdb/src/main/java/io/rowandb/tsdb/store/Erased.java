package io.rowandb.tsdb.store;

/**
 * What became of points that were to be removed.
 *
 * @param points how many were removed
 * @param rowsLeft how many rows are as they were: changed between their read and their write, of
 *     more than one write can take, or with a delete of the last minute where the rest would go.
 *     Another call may do them
 */
public record Erased(long points, long rowsLeft) {}
