package io.rowandb.tsdb.given;

import io.rowandb.tsdb.aggregate.Samples;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.Series;
import java.util.Map;

/**
 * The rollups of a series.
 *
 * @param numbers of each aggregator that it has some of, at the beginning of their intervals
 */
public record GivenSeries(SeriesId id, Series series, Map<String, Samples> numbers) {}
