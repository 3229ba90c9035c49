package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.Points;
import io.rowandb.tsdb.codec.SeriesId;
import java.util.List;

/**
 * What was read of a series.
 *
 * @param points by time
 * @param annotations by time
 * @param id its UIDs, which OpenTSDB calls a TSUID
 */
public record SeriesPoints(
    Series series, Points points, List<StoredObject> annotations, SeriesId id) {}
