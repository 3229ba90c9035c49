package io.rowandb.tsdb.store;

/**
 * The newest point of a series.
 *
 * @param point with the names of its series
 * @param tsuid the UIDs of its series in hexadecimal
 */
public record LastPoint(DataPoint point, String tsuid) {}
