package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.store.LookupAnswer;
import io.rowandb.tsdb.store.SeriesLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to look series up, as OpenTSDB's SearchQuery.
 *
 * @param metric null or * for all
 * @param tags in their order
 * @param limit of the series of the answer; 0 or less for the most that there may be
 * @param startIndex how many series are passed over
 */
record LookupQuestion(String metric, List<Tag> tags, int limit, int startIndex) {
  private static final int USUAL_LIMIT = 25;

  /**
   * A part of a tag.
   *
   * @param key null or * for any
   * @param value null or * for any
   */
  record Tag(String key, String value) {
    private SeriesLookup.Tag toLookup() {
      return new SeriesLookup.Tag(key == null ? "" : key, value == null ? "" : value);
    }
  }

  /** Checks it. */
  LookupQuestion {
    if (metric == null && tags.isEmpty()) {
      throw ApiException.badRequest("Missing metric and tags. Please supply at least one value.");
    }
    if (startIndex < 0 || startIndex >= SeriesLookup.MAX_LIMIT) {
      throw ApiException.badRequest(
          "startIndex is 0 to " + (SeriesLookup.MAX_LIMIT - 1) + ": " + startIndex);
    }
  }

  /** Of a GET: {@code m=metric{tag=value}}, where each part may be missing. */
  static LookupQuestion ofParameters(ApiRequest request) {
    String text = request.required("m");
    int open = text.indexOf('{');
    if (open >= 0 && !text.endsWith("}")) {
      throw wrong("Missing '}' at the end of: " + text);
    }
    List<Tag> tags = new ArrayList<>();
    String inside = open < 0 ? "" : text.substring(open + 1, text.length() - 1);
    for (String each : inside.isEmpty() ? new String[0] : inside.split(",", -1)) {
      tags.add(parse(each));
    }
    if (open == 0 && tags.isEmpty()) {
      throw wrong("Missing metric and tags: " + text);
    }
    return new LookupQuestion(
        open == 0 ? null : open < 0 ? text : text.substring(0, open),
        tags,
        request.value("limit").map(each -> number(each, "limit")).orElse(USUAL_LIMIT),
        request.value("start_index").map(each -> number(each, "start_index")).orElse(0));
  }

  private static Tag parse(String text) {
    String[] parts = text.split("=", -1);
    if (text.length() < 2) {
      throw wrong("When parsing tag '" + text + "': Missing tag pair");
    }
    if (parts.length != 2) {
      throw wrong("When parsing tag '" + text + "': invalid tag: " + text);
    }
    return new Tag(parts[0].isEmpty() ? null : parts[0], parts[1].isEmpty() ? null : parts[1]);
  }

  private static ApiException wrong(String why) {
    return new ApiException(400, "Unable to parse query", why);
  }

  private static int number(String text, String name) {
    try {
      return Math.toIntExact(WholeNumber.parse(text));
    } catch (NumberFormatException | ArithmeticException e) {
      ApiException refused =
          ApiException.badRequest("Unable to convert '" + name + "' to a valid number");
      refused.initCause(e);
      throw refused;
    }
  }

  /** Of the members of a body; without a metric, of all. */
  static LookupQuestion ofMembers(Map<String, Object> members) {
    List<Tag> tags = new ArrayList<>();
    for (Object each : QueryReader.list(members, "tags")) {
      Map<String, Object> tag = JsonTree.object(each);
      tags.add(new Tag(QueryReader.text(tag, "key"), QueryReader.text(tag, "value")));
    }
    String limit = QueryReader.text(members, "limit");
    String start = QueryReader.text(members, "startIndex");
    QueryReader.truth(members, "useMeta"); // checked alone: what it finds is the same
    return new LookupQuestion(
        members.containsKey("metric") ? QueryReader.text(members, "metric") : "*",
        tags,
        limit == null ? USUAL_LIMIT : number(limit, "limit"),
        start == null ? 0 : number(start, "startIndex"));
  }

  /**
   * For the store.
   *
   * @throws IllegalArgumentException when there are too many tags
   */
  SeriesLookup toLookup() {
    long most = limit < 1 ? SeriesLookup.MAX_LIMIT : (long) startIndex + limit;
    return new SeriesLookup(
        Optional.ofNullable(metric),
        tags.stream().map(Tag::toLookup).toList(),
        (int) Math.min(SeriesLookup.MAX_LIMIT, most));
  }

  /** Those from the first that is wanted on. */
  List<LookupAnswer.Found> page(List<LookupAnswer.Found> series) {
    return series.subList(Math.min(startIndex, series.size()), series.size());
  }

  /** Its members, within an object. */
  void write(JsonGenerator json) throws IOException {
    json.writeStringField("type", "LOOKUP");
    if (metric != null) {
      json.writeStringField("metric", metric);
    }
    json.writeArrayFieldStart("tags");
    for (Tag each : tags) {
      json.writeStartObject();
      json.writeStringField("key", each.key());
      json.writeStringField("value", each.value());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("limit", limit);
    json.writeNumberField("startIndex", startIndex);
  }
}
