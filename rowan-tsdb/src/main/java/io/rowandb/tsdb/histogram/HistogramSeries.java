package io.rowandb.tsdb.histogram;

import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.Series;
import java.util.SortedMap;

/**
 * The histograms of a series.
 *
 * @param counts by their times in milliseconds since 1970
 */
public record HistogramSeries(SeriesId id, Series series, SortedMap<Long, BucketCounts> counts) {}
