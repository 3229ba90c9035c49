package io.rowandb.design.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A question that the table is read with.
 *
 * @param name what it asks, for people
 * @param equal the fields that have one value each
 * @param range the field with values from one to another; empty for none
 * @param order the field that the answer is sorted by; empty for any order
 * @param isDescending whether the greatest of it comes first
 * @param limit rows that one call wants at most; 0 for all
 * @param perSecond calls a second; 0 when nothing is said
 * @param versions of a cell that it reads
 * @param columns the fields that it reads, where it names columns; none: whole rows
 * @param back how far before now it reads; empty for as far as there is
 * @param start the start of the scan as programs write it, fields in braces; empty: by the key
 * @param stop its stop row
 */
public record PlannedPattern(
    String name,
    List<String> equal,
    String range,
    String order,
    boolean isDescending,
    long limit,
    double perSecond,
    int versions,
    List<String> columns,
    Optional<Duration> back,
    String start,
    String stop) {
  /** A field in braces; group 1 is its name. */
  public static final Pattern BRACED = Pattern.compile("\\{([^{}]+)\\}");

  /** Copies the lists. */
  public PlannedPattern {
    equal = List.copyOf(equal);
    columns = List.copyOf(columns);
  }

  /** The fields that start and stop row name in braces. */
  public List<String> named() {
    return BRACED.matcher(start + stop).results().map(each -> each.group(1)).distinct().toList();
  }

  /** Whether all rows are its answer, as of a job in the night. */
  public boolean asksForAll() {
    return equal.isEmpty() && range.isEmpty() && order.isEmpty();
  }
}
