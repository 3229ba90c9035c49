package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.LastPoint;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code /api/query/last}: newest points. Hours to look back want all tags of a series, as in
 * OpenTSDB; without hours each series counts that has the tags, however old its newest point is:
 * OpenTSDB finds them by its meta data, which are not needed here.
 */
final class LastEndpoint {
  private static final long HOUR_MILLIS = PointTime.ROW_SECONDS * 1_000L;

  /** Up to so many hours a row of a TSUID is asked for one by one. */
  private static final int FEW_HOURS = 48;

  private final ServedStore store;
  private final Clock clock;

  LastEndpoint(ServedStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  void answer(ApiRequest request, ApiAnswer answer, AnswerBudget budget) throws IOException {
    LastQuestions asked =
        request.method().equals("POST")
            ? LastQuestions.ofMembers(JsonTree.readObject(request.body()))
            : LastQuestions.ofParameters(request);
    List<LastPoint> found = new ArrayList<>();
    for (LastQuestions.Question each : asked.questions()) {
      List<LastPoint> more = find(each, asked.backScan(), budget);
      budget.took(more.size());
      found.addAll(more);
    }
    OutputStream out = answer.stream();
    try (JsonGenerator json = JsonTree.generator(out)) {
      json.writeStartArray();
      for (LastPoint each : found) {
        write(json, each, asked.resolve());
      }
      json.writeEndArray();
    }
    out.close();
  }

  private List<LastPoint> find(LastQuestions.Question question, int hours, AnswerBudget budget)
      throws IOException {
    // The hour of now is looked at to its end, as in OpenTSDB: other machines' clocks differ.
    long now = clock.millis();
    long to = Math.min(PointTime.MAX_MILLIS, now - now % HOUR_MILLIS + HOUR_MILLIS - 1);
    long from = hours == 0 ? 0 : Math.max(0, to - hours * HOUR_MILLIS);
    try {
      if (question.tsuids().isEmpty()) {
        return find(question.metric(), question.tags(), from, to, hours > 0, budget);
      }
      if (hours > 0 && hours <= FEW_HOURS) {
        return store.points().last(question.tsuids(), from, to, budget.rest());
      }
      List<LastPoint> found = new ArrayList<>();
      for (String each : question.tsuids()) {
        found.addAll(find(each, from, to, budget));
      }
      return found;
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private List<LastPoint> find(String tsuid, long from, long to, AnswerBudget budget)
      throws IOException {
    Series series;
    try {
      series = store.points().named(tsuid);
    } catch (NoSuchNameException e) {
      return List.of(); // so there are no points of it
    }
    return find(series.metric(), series.tags(), from, to, true, budget);
  }

  private List<LastPoint> find(
      String metric,
      Map<String, String> tags,
      long from,
      long to,
      boolean allTags,
      AnswerBudget budget)
      throws IOException {
    List<TagFilter> filters = new ArrayList<>();
    tags.forEach((key, value) -> filters.add(new TagFilter.OneOf(key, List.of(value))));
    return store.points().last(new RangeQuery(metric, from, to, filters, allTags), budget.rest());
  }

  private static void write(JsonGenerator json, LastPoint found, boolean names) throws IOException {
    Series series = found.point().series();
    json.writeStartObject();
    if (names) {
      json.writeStringField("metric", series.metric());
    }
    json.writeNumberField("timestamp", found.point().time().millis());
    PointValue value = found.point().value();
    json.writeStringField(
        "value",
        value.isInteger()
            ? Long.toString(value.longValue())
            : Double.toString(value.doubleValue()));
    if (names) {
      json.writeFieldName("tags");
      JsonTree.write(json, series.tags());
    }
    json.writeStringField("tsuid", found.tsuid());
    json.writeEndObject();
  }
}
