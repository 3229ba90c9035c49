package io.rowandb.systems.web;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The named values of a request: parameters of its address, fields of a form or members of an
 * object of JSON. An empty one is as none. What is wrong is refused with a {@link WebException}
 * that names the value and the rule. Immutable.
 */
public final class Values {
  /** Characters of a wrong value that an error shows. */
  private static final int SHOWN = 60;

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern MONTH = Pattern.compile("[0-9]{4}-[0-9]{2}");

  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final String DAY_RULE = "a day from 1970 on, as 2011-07-03";

  private final Map<String, String> values;

  /** All values of the name that may come several times. */
  private final List<String> repeated;

  private Values(Map<String, String> values, List<String> repeated) {
    this.values = values;
    this.repeated = repeated;
  }

  /**
   * Values of which each has one name.
   *
   * @param known all names that there may be
   */
  public static Values of(Map<String, String> values, String... known) {
    Set<String> unknown = new TreeSet<>(values.keySet());
    unknown.removeAll(Set.of(known));
    if (!unknown.isEmpty()) {
      throw WebException.wrong(
          shown(unknown.iterator().next())
              + " is not known here; there may be "
              + (known.length == 0 ? "nothing" : String.join(", ", known)));
    }
    return new Values(Map.copyOf(values), List.of());
  }

  /** The same of lists, as the parameters of an address are. */
  static Values ofLists(Map<String, List<String>> lists, String... known) {
    Map<String, String> values = new LinkedHashMap<>();
    lists.forEach(
        (name, list) -> {
          if (list.size() > 1) {
            throw WebException.wrong(shown(name) + " is there " + list.size() + " times, not once");
          }
          values.put(name, list.isEmpty() ? "" : list.get(0));
        });
    return of(values, known);
  }

  /**
   * The same, of which one name may come several times: then {@link #repeated} has all of them.
   *
   * @param many that name; it is among the known ones
   */
  static Values ofLists(Map<String, List<String>> lists, String many, String[] known) {
    Map<String, List<String>> single = new LinkedHashMap<>(lists);
    List<String> repeated =
        single.getOrDefault(many, List.of()).stream().filter(each -> !each.isEmpty()).toList();
    single.computeIfPresent(many, (name, list) -> repeated.stream().limit(1).toList());
    return new Values(ofLists(single, known).values, repeated);
  }

  /** All values, empty ones not, of the name that may come several times. */
  public List<String> repeated() {
    return repeated;
  }

  /** Whether there is one of this name that is not empty. */
  public boolean has(String name) {
    return !values.getOrDefault(name, "").isEmpty();
  }

  /** A value as it came; empty when it is missing. */
  public Optional<String> given(String name) {
    return has(name) ? Optional.of(values.get(name)) : Optional.empty();
  }

  /** A value that must be there. */
  public String text(String name) {
    return given(name).orElseThrow(() -> WebException.wrong(name + " is missing"));
  }

  /** A whole number from {@code least} to {@code most}, which must be there. */
  public long whole(String name, long least, long most) {
    String text = text(name);
    if (WHOLE.matcher(text).matches()) {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw refused(name, "a whole number from " + least + " to " + most);
  }

  /** The same; {@code otherwise} when it is missing. */
  public long whole(String name, long least, long most, long otherwise) {
    return has(name) ? whole(name, least, most) : otherwise;
  }

  /** A month, as {@code 2011-07}, which must be there. */
  public YearMonth month(String name) {
    String text = text(name);
    if (MONTH.matcher(text).matches()) {
      try {
        return YearMonth.parse(text);
      } catch (DateTimeException e) {
        throw refused(name, "a month as 2011-07");
      }
    }
    throw refused(name, "a month as 2011-07");
  }

  /** A day of a year from 1970 on, as {@code 2011-07-03}, which must be there. */
  public LocalDate day(String name) {
    String text = text(name);
    if (DAY.matcher(text).matches()) {
      try {
        LocalDate day = LocalDate.parse(text);
        if (day.toEpochDay() >= 0) {
          return day;
        }
      } catch (DateTimeException e) {
        throw refused(name, DAY_RULE);
      }
    }
    throw refused(name, DAY_RULE);
  }

  /** A moment, as {@code 2011-07-03T10:15:30.250Z}, which must be there. */
  public Instant time(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw refused(name, "a time as 2011-07-03T10:15:30.250Z");
    }
  }

  /** True or false, which must be there. */
  public boolean truth(String name) {
    return switch (text(name)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw refused(name, "true or false");
    };
  }

  private WebException refused(String name, String rule) {
    return WebException.wrong(name + " is " + shown(text(name)) + ", not " + rule);
  }

  /** A value for an error: between quotes, and its beginning when it is long. */
  public static String shown(String value) {
    int most = Math.min(SHOWN, value.length());
    return '"' + value.substring(0, most) + (most < value.length() ? " …" : "") + '"';
  }
}
