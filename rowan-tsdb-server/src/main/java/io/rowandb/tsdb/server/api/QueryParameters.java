package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the questions of a request without a body: {@code m=sum:1m-avg:rate:metric{host=*}}. */
final class QueryParameters {
  private QueryParameters() {}

  /**
   * Reads them.
   *
   * @throws ApiException when one is none
   */
  static AskedQueries read(ApiRequest request) {
    List<SubQuery> queries = new ArrayList<>();
    request.required("start");
    for (String each : request.all("tsuid")) {
      queries.add(ofSeries(each));
    }
    for (String each : request.all("m")) {
      queries.add(query(each));
    }
    if (queries.isEmpty()) {
      throw ApiException.badRequest("Missing sub queries");
    }
    return read(request, queries);
  }

  /** Reads all but the questions. */
  static AskedQueries read(ApiRequest request, List<SubQuery> queries) {
    AskedQueries.Shown shown =
        new AskedQueries.Shown(
            request.has("ms"),
            request.has("arrays"),
            request.has("show_tsuids"),
            request.has("show_query"),
            request.has("show_stats"),
            request.has("show_summary"),
            !request.has("no_annotations"),
            request.has("global_annotations"));
    return new AskedQueries(
        request.required("start"),
        request.value("end").orElse(null),
        request.value("tz").or(() -> request.value("timezone")).orElse(null),
        request.has("use_calendar"),
        queries,
        shown);
  }

  /** One about series: {@code sum:1m-avg:rate:TSUID,TSUID}. */
  private static SubQuery ofSeries(String text) {
    if (text.isEmpty()) {
      throw ApiException.badRequest("The tsuid query string was empty");
    }
    int last = text.lastIndexOf(':') + 1;
    SubQuery all = query(text);
    return new SubQuery(
        all.aggregator(),
        null,
        all.downsample(),
        all.rate(),
        List.of(),
        /* explicitTags= */ false,
        all.source(),
        List.of(text.substring(last).split(",", -1)));
  }

  private static List<String> parts(String text) {
    List<String> parts = split(text, ':');
    if (parts.size() < 2 || parts.size() > 5) {
      throw ApiException.badRequest(
          "Invalid parameter m="
              + text
              + " ("
              + (parts.size() < 2 ? "not enough" : "too many")
              + " :-separated parts)");
    }
    return parts;
  }

  /** One question. */
  static SubQuery query(String text) {
    if (text.isEmpty()) {
      throw ApiException.badRequest("The query string was empty");
    }
    List<String> parts = parts(text);
    String downsample = null;
    Optional<Rate> rate = Optional.empty();
    boolean explicit = false;
    for (String part : parts.subList(1, parts.size() - 1)) {
      String small = part.toLowerCase(Locale.ROOT);
      if (small.startsWith("rate")) {
        rate = Optional.of(rate(part));
      } else if (!part.isEmpty() && Character.isDigit(part.charAt(0))) {
        downsample = part;
      } else if (small.startsWith("explicit_tags")) {
        explicit = true;
      }
    }
    String last = parts.get(parts.size() - 1);
    int open = last.indexOf('{');
    return new SubQuery(
        parts.get(0),
        open < 0 ? last : last.substring(0, open),
        downsample,
        rate,
        open < 0 ? List.of() : filters(last, open),
        explicit,
        AskedSource.ofParts(parts.subList(1, parts.size() - 1)));
  }

  private static Rate rate(String part) {
    int open = part.indexOf('{');
    if (open < 0) {
      return Rate.PLAIN;
    }
    String[] options =
        part.substring(open + 1, Math.max(open + 1, part.length() - 1)).split(",", -1);
    if (!part.endsWith("}") || options.length > 3) {
      throw ApiException.badRequest("Invalid rate options specification: " + part);
    }
    return QueryReader.rate(
        options[0].endsWith("counter"),
        option(options, 1, "Max value of counter", Long.MAX_VALUE),
        option(options, 2, "Reset value of counter", 0),
        options[0].equals("dropcounter"));
  }

  private static long option(String[] options, int index, String what, long usual) {
    if (options.length <= index || options[index].isEmpty()) {
      return usual;
    }
    try {
      return Long.parseLong(options[index]);
    } catch (NumberFormatException e) {
      throw ApiException.badRequest(what + " was not a number, received '" + options[index] + "'");
    }
  }

  /** Those in the first braces make groups. */
  private static List<SubQuery.Filter> filters(String last, int open) {
    List<SubQuery.Filter> filters = new ArrayList<>();
    int at = open;
    for (int list = 0; at < last.length(); list++) {
      int end = last.charAt(at) == '{' && list < 2 ? find(last, at + 1, '}') : -1;
      if (end < 0) {
        throw ApiException.badRequest("Missing '}' at the end of: " + last);
      }
      String inside = last.substring(at + 1, end);
      if (!inside.isEmpty()) {
        for (String each : split(inside, ',')) {
          filters.add(filter(each, list == 0));
        }
      }
      at = end + 1;
    }
    return List.copyOf(filters);
  }

  private static SubQuery.Filter filter(String text, boolean groupBy) {
    int equals = text.indexOf('=');
    if (equals <= 0 || equals == text.length() - 1) {
      throw ApiException.badRequest("When parsing tag '" + text + "': invalid tag: " + text);
    }
    return SubQuery.Filter.parse(text.substring(0, equals), text.substring(equals + 1), groupBy);
  }

  private static List<String> split(String text, char letter) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    for (int at = find(text, begin, letter); at >= 0; at = find(text, begin, letter)) {
      parts.add(text.substring(begin, at));
      begin = at + 1;
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /** Where the letter stands outside of braces and parentheses, or -1. */
  private static int find(String text, int from, char letter) {
    int depth = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == letter && depth == 0) {
        return i;
      }
      if (c == '(' || c == '{') {
        depth++;
      } else if (c == ')' || c == '}') {
        depth--;
      }
    }
    return -1;
  }
}
