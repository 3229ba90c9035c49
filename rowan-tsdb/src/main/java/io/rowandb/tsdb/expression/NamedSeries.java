package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Numbers with names.
 *
 * @param metrics of which metrics, at least one; an alias is one
 * @param tags those of all its series
 * @param aggregatedTags those that differ
 * @param numbers by time
 * @param source from where its annotations and TSUIDs come: an index in the caller's answers
 */
public record NamedSeries(
    SortedSet<String> metrics,
    SortedMap<String, String> tags,
    SortedSet<String> aggregatedTags,
    Samples numbers,
    List<Integer> source) {
  /** Copies the names. */
  public NamedSeries {
    metrics = Collections.unmodifiableSortedSet(new TreeSet<>(metrics));
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    aggregatedTags = Collections.unmodifiableSortedSet(new TreeSet<>(aggregatedTags));
    source = List.copyOf(source);
  }

  /** The same names with other numbers. */
  public NamedSeries with(Samples other) {
    return new NamedSeries(metrics, tags, aggregatedTags, other, source);
  }

  /** Its numbers of these times. */
  NamedSeries within(Range asked) {
    Samples kept = new Samples();
    for (int i = 0; i < numbers.size(); i++) {
      long time = numbers.timeMillis(i);
      if (time >= asked.fromMillis() && time <= asked.toMillis()) {
        if (numbers.isInteger(i)) {
          kept.add(time, numbers.longValue(i));
        } else {
          kept.add(time, numbers.doubleValue(i));
        }
      }
    }
    return with(kept);
  }
}
