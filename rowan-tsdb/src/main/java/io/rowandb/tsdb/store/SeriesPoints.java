package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.Points;
import java.util.List;

/**
 * What was read of a series.
 *
 * @param points by time
 * @param annotations by time
 */
public record SeriesPoints(Series series, Points points, List<StoredObject> annotations) {}
