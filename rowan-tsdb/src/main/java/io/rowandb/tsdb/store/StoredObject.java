package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointTime;

/**
 * An object of a series, such as an annotation.
 *
 * @param time when
 * @param kind the first byte of its column; 1 for annotations
 * @param json as it is stored
 */
public record StoredObject(PointTime time, byte kind, String json) {}
