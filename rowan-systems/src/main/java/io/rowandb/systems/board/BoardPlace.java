package io.rowandb.systems.board;

import java.time.Instant;

/**
 * A player's place in a period.
 *
 * @param rank 1 and up: one more than have a greater score, so that equal scores share it
 * @param player who
 * @param score what counts in the period
 * @param reached when: the time of the earliest such score, or of the latest points
 */
public record BoardPlace(long rank, String player, long score, Instant reached) {}
