package io.rowandb.design.heat;

/**
 * A row by which axes are cut.
 *
 * @param key its first bytes
 * @param arrival its place in the order of arrival
 * @param line its number in the sample, from 0, which orders rows of one arrival
 * @param label its key for people
 * @param when its arrival for people
 */
record HeatRow(byte[] key, long arrival, long line, String label, String when) {}
