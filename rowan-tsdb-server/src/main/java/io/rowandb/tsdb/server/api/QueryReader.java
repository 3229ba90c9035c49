package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the questions of a request with a body, with the members of OpenTSDB's TSQuery. */
final class QueryReader {
  private QueryReader() {}

  /**
   * Reads them.
   *
   * @throws ApiException when it is none
   */
  static AskedQueries read(ApiRequest request) {
    Map<String, Object> members = JsonTree.readObject(request.body());
    AskedQueries.Shown shown =
        new AskedQueries.Shown(
            truth(members, "msResolution"),
            request.has("arrays"),
            truth(members, "showTSUIDs"),
            truth(members, "showQuery"),
            truth(members, "showStats"),
            truth(members, "showSummary"),
            !truth(members, "noAnnotations"),
            truth(members, "globalAnnotations"));
    List<SubQuery> queries = new ArrayList<>();
    for (Object each : list(members, "queries")) {
      queries.add(query(JsonTree.object(each)));
    }
    return new AskedQueries(
        text(members, "start"),
        text(members, "end"),
        text(members, "timezone"),
        truth(members, "useCalendar"),
        queries,
        shown,
        truth(members, "delete"));
  }

  static ApiException deletes() {
    return new ApiException(
        400, "Bad request", "Deleting data is not enabled (tsd.http.query.allow_delete=false)");
  }

  private static SubQuery query(Map<String, Object> members) {
    List<String> tsuids = new ArrayList<>();
    list(members, "tsuids").forEach(each -> tsuids.add(String.valueOf(each)));
    List<SubQuery.Filter> filters = new ArrayList<>();
    for (Object each : list(members, "filters")) {
      Map<String, Object> filter = JsonTree.object(each);
      filters.add(
          new SubQuery.Filter(
              orEmpty(text(filter, "type")),
              orEmpty(text(filter, "tagk")),
              orEmpty(text(filter, "filter")),
              truth(filter, "groupBy") || truth(filter, "group_by")));
    }
    Object tags = members.get("tags");
    if (tags != null) {
      JsonTree.object(tags)
          .forEach(
              (key, value) -> filters.add(SubQuery.Filter.parse(key, String.valueOf(value), true)));
    }
    return new SubQuery(
        text(members, "aggregator"),
        text(members, "metric"),
        text(members, "downsample"),
        truth(members, "rate") ? Optional.of(rate(members.get("rateOptions"))) : Optional.empty(),
        List.copyOf(filters),
        truth(members, "explicitTags"),
        AskedSource.ofJson(members),
        List.copyOf(tsuids));
  }

  private static Rate rate(Object options) {
    if (options == null) {
      return Rate.PLAIN;
    }
    Map<String, Object> members = JsonTree.object(options);
    return rate(
        truth(members, "counter"),
        whole(members, "counterMax", Long.MAX_VALUE),
        whole(members, "resetValue", 0),
        truth(members, "dropResets"));
  }

  static Rate rate(boolean counter, long max, long reset, boolean drops) {
    try {
      return new Rate(counter, max, reset, drops);
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  static String text(Map<String, Object> members, String name) {
    Object member = members.get(name);
    if (member instanceof Map || member instanceof List) {
      throw wrong(name, "a single value");
    }
    return member == null ? null : member.toString();
  }

  static boolean truth(Map<String, Object> members, String name) {
    Object member = members.get(name);
    if (member == null || member instanceof Boolean) {
      return Boolean.TRUE.equals(member);
    }
    return switch (member.toString()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, "true or false");
    };
  }

  private static long whole(Map<String, Object> members, String name, long usual) {
    String text = text(members, name);
    try {
      return text == null ? usual : WholeNumber.parse(text);
    } catch (NumberFormatException e) {
      throw wrong(name, "a whole number");
    }
  }

  static List<?> list(Map<String, Object> members, String name) {
    Object member = members.get(name);
    if (member == null) {
      return List.of();
    }
    if (member instanceof List<?> list) {
      return list;
    }
    throw wrong(name, "a list");
  }

  static ApiException wrong(String name, String wanted) {
    return new ApiException(
        400, "Unable to parse the given JSON", "the member " + name + " is not " + wanted);
  }
}
