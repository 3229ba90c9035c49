package io.rowandb.tsdb.query;

import io.rowandb.tsdb.aggregate.Aggregator;
import io.rowandb.tsdb.aggregate.Downsampling;
import io.rowandb.tsdb.aggregate.GroupQuery;
import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Rate;
import io.rowandb.tsdb.store.TagFilter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question in the form of OpenTSDB's parameter {@code m}:
 *
 * <pre>
 * AGGREGATOR:[INTERVAL-AGGREGATOR[-FILL]:][rate[{counter[,MAX[,RESET]]}]:][explicit_tags:]METRIC[{TAG=FILTER,…}[{TAG=FILTER,…}]]
 * sum:1m-avg:rate{counter,,1000}:requests{host=*,site=north|south}
 * </pre>
 *
 * A filter in the first braces makes groups of its tag's values, one in the second does not; {@link
 * TagFilterText#parse} has their forms. With explicit_tags, series have no tags but those. A colon,
 * a comma or a brace within the parentheses of a filter is part of it. Immutable.
 */
public final class MetricQueryText {
  /** Characters that one may have. */
  private static final int LONGEST = 10_000;

  private static final Pattern RATE = Pattern.compile("rate(?:\\{([^{}]*)\\})?");
  private static final String EXPLICIT_TAGS = "explicit_tags";

  private final String text;
  private final ZoneId zone;

  private MetricQueryText(String text, ZoneId zone) {
    this.text = text;
    this.zone = zone;
  }

  /**
   * Reads one.
   *
   * @param zone of the calendar, if intervals are those of one
   * @throws IllegalArgumentException naming what is wrong
   */
  public static MetricQuery parse(String text, Range asked, ZoneId zone) {
    return new MetricQueryText(text, zone).parse(asked);
  }

  private MetricQuery parse(Range asked) {
    if (text.length() > LONGEST) {
      throw wrong("has " + text.length() + " characters, more than " + LONGEST);
    }
    List<String> parts = NestedText.split(text, ':');
    if (parts.size() < 2 || parts.size() > 5) {
      throw wrong("is not AGGREGATOR:METRIC, with downsampling, rate and explicit_tags between");
    }
    GroupQuery group = GroupQuery.of(Aggregator.of(parts.get(0)));
    boolean explicit = false;
    for (String part : parts.subList(1, parts.size() - 1)) {
      Matcher rate = RATE.matcher(part);
      if (part.equals(EXPLICIT_TAGS) && !explicit) {
        explicit = true;
      } else if (rate.matches()) {
        if (group.rate().isPresent()) {
          throw wrong("has two rates");
        }
        group = group.with(rate.group(1) == null ? Rate.PLAIN : rate(rate.group(1)));
      } else if (group.downsampling().isPresent()) {
        throw wrong("has two downsamplings, or a rate that is none: " + part);
      } else {
        group = group.with(Downsampling.of(part, zone));
      }
    }
    return metric(parts.get(parts.size() - 1), asked, group, explicit);
  }

  private Rate rate(String options) {
    String[] parts = options.split(",", -1);
    boolean drops = parts[0].equals("dropcounter");
    if ((!drops && !parts[0].equals("counter")) || parts.length > 3) {
      throw wrong("has a rate of {" + options + "}, not {counter,MAX,RESET} or {dropcounter}");
    }
    long max = parts.length > 1 && !parts[1].isEmpty() ? whole(parts[1]) : Long.MAX_VALUE;
    long reset = parts.length > 2 && !parts[2].isEmpty() ? whole(parts[2]) : 0;
    return new Rate(true, max, reset, drops);
  }

  private long whole(String number) {
    try {
      return Long.parseLong(number);
    } catch (NumberFormatException e) {
      throw wrong("has \"" + number + "\" for a whole number");
    }
  }

  private MetricQuery metric(String part, Range asked, GroupQuery group, boolean explicit) {
    int open = part.indexOf('{');
    String name = open < 0 ? part : part.substring(0, open);
    List<String> lists = open < 0 ? List.of() : lists(part, open);
    if (name.isEmpty() || name.contains("}") || lists.size() > 2) {
      throw wrong("ends with no METRIC{TAG=FILTER}: " + part);
    }
    List<TagFilter> filters = new ArrayList<>();
    Set<String> groupBy = new LinkedHashSet<>();
    if (!lists.isEmpty()) {
      addFilters(lists.get(0), filters);
      filters.forEach(each -> groupBy.add(each.key()));
    }
    if (lists.size() == 2) {
      addFilters(lists.get(1), filters);
    }
    return new MetricQuery(name, asked, filters, groupBy, group, explicit);
  }

  /** What is in the braces, one pair behind the other. */
  private List<String> lists(String part, int open) {
    List<String> lists = new ArrayList<>();
    int at = open;
    while (at < part.length()) {
      int end = part.charAt(at) == '{' ? NestedText.find(part, at + 1, '}') : -1;
      if (end < 0) {
        throw wrong("ends with no METRIC{TAG=FILTER}: " + part);
      }
      lists.add(part.substring(at + 1, end));
      at = end + 1;
    }
    return lists;
  }

  private void addFilters(String list, List<TagFilter> to) {
    if (list.isBlank()) {
      return;
    }
    for (String each : NestedText.split(list, ',')) {
      String[] parts = each.strip().split("=", 2);
      if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw wrong("has a filter that is no TAG=VALUE: \"" + each + '"');
      }
      try {
        to.add(TagFilterText.parse(parts[0], parts[1]));
      } catch (IllegalArgumentException e) {
        throw wrong("has a wrong filter: " + e.getMessage());
      }
    }
  }

  private IllegalArgumentException wrong(String what) {
    String shown = text.length() > 200 ? text.substring(0, 200) + " …" : text;
    return new IllegalArgumentException("the question \"" + shown + "\" " + what);
  }
}
