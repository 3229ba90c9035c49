package io.rowandb.tsdb.meta;

import java.util.List;

/**
 * The meta data of a series, with those of its names.
 *
 * @param metric of its metric
 * @param tags of each tag those of its key and those of its value, one after the other
 * @param lastReceivedSeconds when a point was last counted, in seconds since 1970; 0 if none was
 * @param points that were counted; 1 if they are marked alone
 */
public record FoundSeries(
    SeriesMeta meta, UidMeta metric, List<UidMeta> tags, long lastReceivedSeconds, long points) {
  /** Copies it. */
  public FoundSeries {
    tags = List.copyOf(tags);
  }
}
