package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;

/** A value of a series at a time. */
public record DataPoint(Series series, PointTime time, PointValue value) {}
