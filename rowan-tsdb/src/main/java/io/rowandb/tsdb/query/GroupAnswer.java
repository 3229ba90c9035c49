package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Samples;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a group of series came to.
 *
 * @param metric its name
 * @param tags those that no two of its series have with different values; some may lack them
 * @param aggregatedTags the others
 * @param numbers within the range that was asked for
 * @param tsuids the UIDs of its series in hexadecimal, in their order
 */
public record GroupAnswer(
    String metric,
    SortedMap<String, String> tags,
    SortedSet<String> aggregatedTags,
    Samples numbers,
    List<String> tsuids) {
  /** Copies the tags. */
  public GroupAnswer {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    aggregatedTags = Collections.unmodifiableSortedSet(new TreeSet<>(aggregatedTags));
    tsuids = List.copyOf(tsuids);
  }

  /** Without TSUIDs. */
  public GroupAnswer(
      String metric,
      SortedMap<String, String> tags,
      SortedSet<String> aggregatedTags,
      Samples numbers) {
    this(metric, tags, aggregatedTags, numbers, List.of());
  }

  GroupAnswer(
      String metric,
      Map<String, String> tags,
      Set<String> aggregatedTags,
      Samples numbers,
      List<String> tsuids) {
    this(metric, new TreeMap<>(tags), new TreeSet<>(aggregatedTags), numbers, tsuids);
  }
}
