package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.store.PointStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request for newest points, as OpenTSDB's LastPointQuery.
 *
 * @param resolve whether the answer has names
 * @param backScan hours to look back; 0 for all of them
 * @param questions at least one
 */
record LastQuestions(boolean resolve, int backScan, List<Question> questions) {
  /** Questions of one request. */
  private static final int MOST = 100;

  /**
   * For series by their TSUIDs, or else by names.
   *
   * @param metric null when there are TSUIDs
   * @param tsuids none when there is a metric
   */
  record Question(String metric, Map<String, String> tags, List<String> tsuids) {}

  /** Checks it. */
  LastQuestions {
    if (questions.isEmpty()) {
      throw ApiException.badRequest("Missing sub queries");
    }
    if (questions.size() > MOST) {
      throw ApiException.badRequest(
          "At most " + MOST + " queries are answered at once: " + questions.size());
    }
    if (backScan < 0) {
      throw ApiException.badRequest("Backscan must be zero or a positive number");
    }
    long tsuids = questions.stream().mapToLong(each -> each.tsuids().size()).sum();
    if (tsuids > PointStore.MAX_TSUIDS) {
      throw ApiException.badRequest(
          "At most " + PointStore.MAX_TSUIDS + " TSUIDs are answered at once: " + tsuids);
    }
  }

  /** Of a GET: {@code timeseries=metric{tag=value}} and {@code tsuids=A,B}. */
  static LastQuestions ofParameters(ApiRequest request) {
    List<Question> questions = new ArrayList<>();
    for (String each : request.all("timeseries")) {
      questions.add(parse(each));
    }
    for (String each : request.all("tsuids")) {
      List<String> tsuids = new ArrayList<>();
      for (String tsuid : each.split(",", -1)) {
        tsuids.add(tsuid.strip());
      }
      questions.add(new Question(null, Map.of(), tsuids));
    }
    return new LastQuestions(
        request.has("resolve"),
        request.value("back_scan").map(each -> hours(each, "back_scan")).orElse(0),
        questions);
  }

  /** Of the members of a body. */
  static LastQuestions ofMembers(Map<String, Object> members) {
    List<Question> questions = new ArrayList<>();
    for (Object each : QueryReader.list(members, "queries")) {
      Map<String, Object> question = JsonTree.object(each);
      Map<String, String> tags = new LinkedHashMap<>();
      if (question.get("tags") != null) {
        JsonTree.object(question.get("tags"))
            .forEach((key, value) -> tags.put(key, String.valueOf(value)));
      }
      List<String> tsuids =
          QueryReader.list(question, "tsuids").stream().map(String::valueOf).toList();
      questions.add(
          tsuids.isEmpty()
              ? new Question(metric(QueryReader.text(question, "metric")), tags, List.of())
              : new Question(null, Map.of(), tsuids));
    }
    String back = QueryReader.text(members, "backScan");
    return new LastQuestions(
        QueryReader.truth(members, "resolveNames"),
        back == null ? 0 : hours(back, "backScan"),
        questions);
  }

  private static int hours(String text, String name) {
    try {
      return Math.toIntExact(WholeNumber.parse(text));
    } catch (NumberFormatException | ArithmeticException e) {
      ApiException refused = ApiException.badRequest("Unable to parse " + name + " parameter");
      refused.initCause(e);
      throw refused;
    }
  }

  private static String metric(String name) {
    if (name == null || name.isEmpty()) {
      throw ApiException.badRequest("Metric cannot be null or empty");
    }
    return name;
  }

  /** {@code metric{tag=value}}, where the tags may be missing. */
  static Question parse(String text) {
    int open = text.indexOf('{');
    if (open < 0) {
      return new Question(metric(text), Map.of(), List.of());
    }
    if (!text.endsWith("}")) {
      throw ApiException.badRequest("Missing '}' at the end of: " + text);
    }
    Map<String, String> tags = new LinkedHashMap<>();
    String inside = text.substring(open + 1, text.length() - 1);
    for (String each : inside.isEmpty() ? new String[0] : inside.split(",", -1)) {
      String[] parts = each.split("=", -1);
      if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw wrongTag(each, "invalid tag: " + each);
      }
      String before = tags.putIfAbsent(parts[0], parts[1]);
      if (before != null && !before.equals(parts[1])) {
        throw wrongTag(each, "duplicate tag: " + each + ", tags=" + tags);
      }
    }
    return new Question(metric(text.substring(0, open)), tags, List.of());
  }

  private static ApiException wrongTag(String tag, String why) {
    return ApiException.badRequest("When parsing tag '" + tag + "': " + why);
  }
}
