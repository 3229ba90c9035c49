package io.rowandb.systems.board;

/**
 * What was read to answer a question.
 *
 * @param gets how many rows or parts of rows were asked for
 * @param steps in how many calls one after the other; those of a step run side by side
 * @param cells that were found
 * @param bytes of these cells, with their keys
 */
public record BoardReads(long gets, long steps, long cells, long bytes) {}
