/**
 * Leaderboards. Read {@link io.rowandb.systems.board.Leaderboard} first; {@link
 * io.rowandb.systems.board.BoardAttempts} has the designs beside it.
 */
package io.rowandb.systems.board;
