package io.rowandb.systems.forum;

/**
 * What was read for an answer.
 *
 * @param gets rows that were asked for by their keys
 * @param scans ranges of rows that were read
 * @param cells that came back
 * @param bytes of these cells, with their keys
 */
public record ForumReads(long gets, long scans, long cells, long bytes) {}
