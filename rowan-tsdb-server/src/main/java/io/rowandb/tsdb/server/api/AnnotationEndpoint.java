package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.SeriesPoints;
import io.rowandb.tsdb.store.StoredObject;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * {@code /api/annotation}: a note of a series at a time. Those of no series, and deleting, are not
 * there. Of two that change one at a time, the later one counts.
 */
final class AnnotationEndpoint implements ApiEndpoint {
  private static final List<String> MEMBERS = List.of("endTime", "description", "notes", "custom");

  private final ServedStore store;
  private final ReadLimits limits;
  private final Clock clock;

  AnnotationEndpoint(ServedStore store, ReadLimits limits, Clock clock) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    if (!request.word(1).isEmpty()) {
      throw ApiException.notImplemented("The endpoint /api/annotation/" + request.word(1));
    }
    String method = request.meantMethod();
    if (method.equals("DELETE")) {
      throw ApiException.notImplemented("Deleting annotations");
    }
    request.allow("GET", "POST", "PUT");
    Map<String, Object> sent =
        request.body().length > 0 ? JsonTree.readObject(request.body()) : parameters(request);
    try {
      PointTime time = time(sent.get("startTime"));
      Series series = series(sent.get("tsuid"));
      Optional<Map<String, Object>> stored = find(series, time);
      Map<String, Object> note =
          method.equals("GET")
              ? stored.orElseThrow(
                  () -> new ApiException(404, "Unable to locate annotation in storage", ""))
              : write(series, time, sent, method.equals("PUT") ? Optional.empty() : stored);
      answer.send(200, ApiAnswer.JSON, JsonTree.bytes(note));
    } catch (NoSuchNameException e) {
      throw new ApiException(400, UidNamesText.noSuchName(e), "");
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private Map<String, Object> parameters(ApiRequest request) {
    Map<String, Object> members = new LinkedHashMap<>();
    request.value("tsuid").ifPresent(each -> members.put("tsuid", each));
    String start = request.value("start_time").orElseThrow(AnnotationEndpoint::noTime);
    members.put("startTime", seconds(start));
    request.value("end_time").ifPresent(each -> members.put("endTime", seconds(each)));
    request.value("description").ifPresent(each -> members.put("description", each));
    request.value("notes").ifPresent(each -> members.put("notes", each));
    return members;
  }

  private static ApiException noTime() {
    return ApiException.badRequest("Missing start time");
  }

  private long seconds(String time) {
    try {
      return QueryTime.millis(time, clock.instant(), ZoneOffset.UTC) / 1000;
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  /** Whole seconds are stored as seconds, however they were sent. */
  private static PointTime time(Object member) {
    long time = member == null ? 0 : WholeNumber.parse(member.toString());
    if (time < 1) {
      throw new IllegalArgumentException("The start timestamp has not been set");
    }
    PointTime sent = PointTime.of(time);
    return sent.millis() % 1000 == 0 ? PointTime.ofSeconds(sent.millis() / 1000) : sent;
  }

  private Series series(Object tsuid) throws IOException {
    if (tsuid == null || tsuid.toString().isEmpty()) {
      throw ApiException.notImplemented("Annotations of no series; give a tsuid");
    }
    return store.points().named(tsuid.toString());
  }

  private Optional<Map<String, Object>> find(Series series, PointTime time) throws IOException {
    List<TagFilter> filters = new ArrayList<>();
    series.tags().forEach((key, value) -> filters.add(new TagFilter.OneOf(key, List.of(value))));
    RangeQuery query = new RangeQuery(series.metric(), time.millis(), time.millis(), filters, true);
    for (SeriesPoints each : store.points().read(query, limits)) {
      for (StoredObject object : each.annotations()) {
        if (object.time().equals(time)) {
          return Optional.of(JsonTree.readObject(object.json().getBytes(StandardCharsets.UTF_8)));
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, Object> write(
      Series series, PointTime time, Map<String, Object> sent, Optional<Map<String, Object>> before)
      throws IOException {
    Map<String, Object> note = new LinkedHashMap<>();
    note.put("tsuid", sent.get("tsuid").toString());
    note.put("startTime", time.inMillis() ? time.millis() : time.millis() / 1000);
    note.put("endTime", 0L);
    note.put("description", "");
    note.put("notes", "");
    note.put("custom", null);
    for (String each : MEMBERS) {
      before.map(old -> old.get(each)).ifPresent(value -> note.put(each, value));
      if (sent.get(each) != null) {
        note.put(each, checked(each, sent.get(each)));
      }
    }
    store.points().annotate(series, time, new String(JsonTree.bytes(note), StandardCharsets.UTF_8));
    return note;
  }

  private static Object checked(String name, Object member) {
    return switch (name) {
      case "endTime" -> WholeNumber.parse(member.toString());
      case "custom" -> {
        Map<String, String> sorted = new TreeMap<>();
        JsonTree.object(member).forEach((key, value) -> sorted.put(key, String.valueOf(value)));
        yield sorted;
      }
      default -> member.toString();
    };
  }
}
