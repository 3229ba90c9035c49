package io.rowandb.design.check;

/**
 * A row of the sample that was kept.
 *
 * @param arrival its place in the order of arrival: a number, or a time in milliseconds
 * @param line its number in the sample, from 0
 */
record KeptRow(long arrival, long line, byte[] key, String[] values) {}
