package io.rowandb.engine.bulk;

/**
 * What the finished files of a sort have.
 *
 * @param rows how many rows; one in the files of several families counts once
 * @param cells how many cells; of those with the same key only one is in a file
 */
public record SortedContents(long rows, long cells) {}
