package io.rowandb.systems.board;

/**
 * What a player has in a period.
 *
 * @param score from 0 on
 * @param millis since 1970, when it was reached: of the earliest such score, or the latest points
 */
record HeldScore(long score, long millis) {}
