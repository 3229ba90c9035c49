package io.rowandb.systems.board;

/**
 * A row of a board whose key is the order.
 *
 * @param score the greatest first
 * @param player of this score
 */
record RowOfScore(long score, String player) {}
