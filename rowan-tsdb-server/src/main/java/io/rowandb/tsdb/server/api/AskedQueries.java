package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.MetricQuery;
import io.rowandb.tsdb.query.QueryTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A request with questions, as OpenTSDB's TSQuery.
 *
 * @param start when it begins; null when it is not said
 * @param end when it ends; null for now
 * @param zone null for UTC
 * @param queries in their order, none of them twice
 * @param show what the answer has
 * @param deletes whether the points are removed
 */
record AskedQueries(
    String start,
    String end,
    String zone,
    boolean calendar,
    List<SubQuery> queries,
    Shown show,
    boolean deletes) {
  /** Which reads alone. */
  AskedQueries(
      String start, String end, String zone, boolean calendar, List<SubQuery> queries, Shown show) {
    this(start, end, zone, calendar, queries, show, /* deletes= */ false);
  }

  /** The same, whose points are removed. */
  AskedQueries deleting() {
    return new AskedQueries(start, end, zone, calendar, queries, show, /* deletes= */ true);
  }

  /** Questions of one request; each keeps its answer in memory until all are there. */
  private static final int MOST = 100;

  private static final Pattern MILLIS = Pattern.compile("([0-9]{1,15})ms");
  private static final Pattern DOTTED = Pattern.compile("[0-9]{10}\\.[0-9]{1,3}");

  /**
   * What an answer has.
   *
   * @param millis whether times are milliseconds
   * @param arrays whether points are pairs, and not members
   * @param notes whether there are annotations of the series
   * @param globalNotes whether there are those of no series, too
   */
  record Shown(
      boolean millis,
      boolean arrays,
      boolean tsuids,
      boolean query,
      boolean stats,
      boolean summary,
      boolean notes,
      boolean globalNotes) {}

  /** Checks what needs no look at the questions. */
  AskedQueries {
    if (queries.size() > MOST) {
      throw ApiException.badRequest(
          "At most " + MOST + " queries are answered at once: " + queries.size());
    }
    queries = queries.stream().distinct().toList();
  }

  /**
   * The zone.
   *
   * @throws IllegalArgumentException when there is none of this name
   */
  ZoneId where() {
    if (zone == null || zone.isEmpty()) {
      return ZoneOffset.UTC;
    }
    try {
      return ZoneId.of(zone, ZoneId.SHORT_IDS); // old names, too: PST
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("The timezone specification could not be found", e);
    }
  }

  /**
   * As OpenTSDB shows it.
   *
   * @param all whether the questions are in it, and not just their number
   */
  Map<String, Object> members(boolean all) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("start", start);
    members.put("end", end);
    members.put("timezone", zone);
    members.put("options", null);
    members.put("padding", false);
    if (all) {
      List<Object> shown = new ArrayList<>();
      queries.forEach(each -> shown.add(each.members(shown.size())));
      members.put("queries", shown);
    } else {
      members.put("queriesLeftOut", queries.size());
    }
    members.put("delete", deletes);
    members.put("noAnnotations", !show.notes());
    members.put("globalAnnotations", show.globalNotes());
    members.put("showTSUIDs", show.tsuids());
    members.put("msResolution", show.millis());
    members.put("showQuery", show.query());
    members.put("showStats", show.stats());
    members.put("showSummary", show.summary());
    members.put("useCalendar", calendar);
    return members;
  }

  /**
   * A question for the store.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  MetricQuery toQuery(SubQuery question, Range times) {
    return question.toQuery(times, where(), calendar);
  }

  /**
   * The times that are asked for.
   *
   * @throws IllegalArgumentException in OpenTSDB's words
   */
  Range range(Instant now) {
    if (start == null || start.isEmpty()) {
      throw new IllegalArgumentException("Missing start time");
    }
    long from = millis(start, now);
    long to = end == null || end.isEmpty() ? now.toEpochMilli() : millis(end, now);
    if (to <= from) {
      throw new IllegalArgumentException(
          "End time [" + to + "] must be greater than the start time [" + from + "]");
    }
    return new Range(from, to);
  }

  private long millis(String text, Instant now) {
    var millis = MILLIS.matcher(text);
    if (millis.matches()) {
      return Math.min(Long.parseLong(millis.group(1)), PointTime.MAX_MILLIS);
    }
    if (DOTTED.matcher(text).matches()) {
      return Long.parseLong((text.replace(".", "") + "000").substring(0, 13));
    }
    String small = text.toLowerCase(Locale.ROOT);
    boolean words = small.equals("now") || small.endsWith("-ago");
    return QueryTime.millis(words ? small : text, now, where());
  }
}
