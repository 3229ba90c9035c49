package io.rowandb.systems.board;

/**
 * What a player has, by name.
 *
 * @param player the key
 * @param score the only column
 */
record RowOfPlayer(String player, long score) {}
