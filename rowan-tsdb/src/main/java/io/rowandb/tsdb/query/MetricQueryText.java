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
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question in the form of OpenTSDB's parameter {@code m}:
 *
 * <pre>
 * AGGREGATOR:[INTERVAL-AGGREGATOR[-FILL]:][rate[{counter[,MAX[,RESET]]}]:]METRIC[{TAG=FILTER,…}[{TAG=FILTER,…}]]
 * sum:1m-avg:rate{counter,,1000}:requests{host=*,site=north|south}
 * </pre>
 *
 * A filter in the first braces makes groups of its tag's values, one in the second does not. It is
 * a value, several with {@code |} between them, {@code *}, {@code web*} whatever the case of its
 * letters, {@code wildcard(web*)}, {@code iwildcard(web*)} or {@code literal_or(a|b)}. OpenTSDB's
 * other kinds of filters are refused. Immutable.
 */
public final class MetricQueryText {
  /** Characters that one may have. */
  private static final int LONGEST = 10_000;

  private static final Pattern RATE = Pattern.compile("rate(?:\\{([^{}]*)\\})?");
  private static final Pattern METRIC =
      Pattern.compile("([^{}]+)(?:\\{([^{}]*)\\})?(?:\\{([^{}]*)\\})?");
  private static final Pattern FUNCTION = Pattern.compile("([a-z_]+)\\((.*)\\)");

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
    List<String> parts = parts();
    if (parts.size() < 2 || parts.size() > 4) {
      throw wrong("is not AGGREGATOR:METRIC, with downsampling and rate between them");
    }
    GroupQuery group = GroupQuery.of(Aggregator.of(parts.get(0)));
    for (String part : parts.subList(1, parts.size() - 1)) {
      Matcher rate = RATE.matcher(part);
      if (rate.matches()) {
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
    return metric(parts.get(parts.size() - 1), asked, group);
  }

  /** Between colons, but for those in braces. */
  private List<String> parts() {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    int open = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '{' -> open++;
        case '}' -> open--;
        case ':' -> {
          if (open == 0) {
            parts.add(text.substring(begin, i));
            begin = i + 1;
          }
        }
        default -> {}
      }
    }
    parts.add(text.substring(begin));
    return parts;
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

  private MetricQuery metric(String part, Range asked, GroupQuery group) {
    Matcher matcher = METRIC.matcher(part);
    if (!matcher.matches()) {
      throw wrong("ends with no METRIC{TAG=FILTER}: " + part);
    }
    List<TagFilter> filters = new ArrayList<>();
    addFilters(matcher.group(2), filters);
    Set<String> groupBy = new LinkedHashSet<>();
    filters.forEach(each -> groupBy.add(each.key()));
    addFilters(matcher.group(3), filters);
    return new MetricQuery(matcher.group(1), asked, filters, groupBy, group);
  }

  private void addFilters(String list, List<TagFilter> to) {
    if (list == null || list.isBlank()) {
      return;
    }
    for (String each : list.split(",", -1)) {
      String[] parts = each.strip().split("=", 2);
      if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw wrong("has a filter that is no TAG=VALUE: \"" + each + '"');
      }
      to.add(filter(parts[0], parts[1]));
    }
  }

  private TagFilter filter(String key, String value) {
    Matcher function = FUNCTION.matcher(value);
    if (function.matches()) {
      return switch (function.group(1).toLowerCase(Locale.ROOT)) {
        case "literal_or" -> oneOf(key, function.group(2));
        case "wildcard" ->
            function.group(2).matches("\\*+")
                ? new TagFilter.Any(key)
                : new TagFilter.Like(key, function.group(2), false);
        case "iwildcard" -> new TagFilter.Like(key, function.group(2), true);
        default ->
            throw wrong(
                "has a filter "
                    + function.group(1)
                    + " of tag "
                    + key
                    + "; there are literal_or, wildcard and iwildcard");
      };
    }
    if (value.equals("*")) {
      return new TagFilter.Any(key);
    }
    return value.contains("*") ? new TagFilter.Like(key, value, true) : oneOf(key, value);
  }

  private static TagFilter oneOf(String key, String values) {
    return new TagFilter.OneOf(key, List.of(values.split("\\|", -1)));
  }

  private IllegalArgumentException wrong(String what) {
    String shown = text.length() > 200 ? text.substring(0, 200) + " …" : text;
    return new IllegalArgumentException("the question \"" + shown + "\" " + what);
  }
}
