package io.rowandb.tsdb.rollup;

import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.Series;
import java.util.SortedMap;

/**
 * The rollups of a series.
 *
 * @param numbers by the beginning of their interval, in milliseconds since 1970
 */
public record RolledSeries(SeriesId id, Series series, SortedMap<Long, RollupNumbers> numbers) {}
