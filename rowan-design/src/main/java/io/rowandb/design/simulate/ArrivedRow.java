package io.rowandb.design.simulate;

/**
 * A row that arrives.
 *
 * @param arrival its place in the order: a number, or a time in milliseconds
 * @param when the value of the arrival's field, or the number of the row, for people
 * @param name the value that leads its key, for people
 */
record ArrivedRow(long arrival, long line, String when, byte[] key, String name) {}
