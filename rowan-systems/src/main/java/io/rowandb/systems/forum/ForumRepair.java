package io.rowandb.systems.forum;

/**
 * What a repair found.
 *
 * @param resumed posts with which a dead program had begun something
 * @param rows of comments that were of no post any more, or of an earlier life or move
 * @param entries of lists the same
 */
public record ForumRepair(long resumed, long rows, long entries) {}
