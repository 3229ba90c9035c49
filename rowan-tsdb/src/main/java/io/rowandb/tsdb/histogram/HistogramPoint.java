package io.rowandb.tsdb.histogram;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.Series;

/** A histogram of a series at a time. */
public record HistogramPoint(Series series, PointTime time, BucketCounts counts) {}
