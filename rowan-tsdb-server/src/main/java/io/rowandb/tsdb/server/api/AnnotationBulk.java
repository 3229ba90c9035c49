package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/annotation/bulk}: writes many annotations, or deletes those of a range. */
final class AnnotationBulk {
  /** Each is a read and a write. */
  private static final int MOST = 1_000;

  private final Notes notes;
  private final ReadLimits limits;
  private final Clock clock;

  AnnotationBulk(Notes notes, ReadLimits limits, Clock clock) {
    this.notes = notes;
    this.limits = limits;
    this.clock = clock;
  }

  void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    switch (request.meantMethod()) {
      case "POST", "PUT" -> send(answer, write(request));
      case "DELETE" -> send(answer, delete(request));
      default -> throw ApiException.methodNotAllowed(request.meantMethod());
    }
  }

  private static void send(ApiAnswer answer, Object tree) throws IOException {
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(tree));
  }

  /** All are checked before the first is written; those that say nothing are passed over. */
  private List<Map<String, Object>> write(ApiRequest request) throws IOException {
    if (request.body().length == 0) {
      throw ApiException.missingContent();
    }
    if (!(JsonTree.read(request.body()) instanceof List<?> sent)) {
      throw ApiException.badJson(new IOException("a list of annotations is wanted"));
    }
    if (sent.size() > MOST) {
      throw ApiException.badRequest(
          "At most " + MOST + " annotations are written at once: " + sent.size());
    }
    List<Note> wanted = new ArrayList<>();
    for (Object each : sent) {
      Note note = Note.of(JsonTree.object(each));
      notes.series(note.tsuid());
      if (note.saysSomething()) {
        wanted.add(note);
      }
    }
    List<Map<String, Object>> written = new ArrayList<>();
    for (Note each : wanted) {
      written.add(notes.write(each, request.meantMethod().equals("PUT")).shown());
    }
    return written;
  }

  private Map<String, Object> delete(ApiRequest request) throws IOException {
    Map<String, Object> members =
        request.body().length > 0 ? JsonTree.readObject(request.body()) : parameters(request);
    String start = QueryReader.text(members, "startTime");
    if (start == null || start.isEmpty()) {
      throw ApiException.badRequest("Missing the start time value");
    }
    List<String> tsuids =
        QueryReader.list(members, "tsuids").stream().map(String::valueOf).distinct().toList();
    boolean global = QueryReader.truth(members, "global");
    if (!global && tsuids.isEmpty()) {
      throw ApiException.badRequest("Missing the TSUIDs or global annotations flag");
    }
    if (tsuids.size() > PointStore.MAX_TSUIDS) {
      throw ApiException.badRequest(
          "At most " + PointStore.MAX_TSUIDS + " TSUIDs are taken at once: " + tsuids.size());
    }
    String end = QueryReader.text(members, "endTime");
    long from = millis(start);
    long to = end == null || end.isEmpty() ? clock.millis() : millis(end);
    if (to < from) {
      throw ApiException.badRequest("The end timestamp cannot be less than the start timestamp");
    }
    Map<String, Object> done = new LinkedHashMap<>();
    done.put("tsuids", tsuids);
    done.put("global", global);
    done.put("startTime", from);
    done.put("endTime", to);
    done.put("totalDeleted", delete(tsuids, global, from, to));
    return done;
  }

  private long delete(List<String> tsuids, boolean global, long from, long to) throws IOException {
    AnswerBudget budget = new AnswerBudget(limits);
    List<Optional<Series>> wanted = new ArrayList<>();
    if (global) {
      wanted.add(Optional.empty());
    }
    for (String each : tsuids) {
      if (each.isEmpty()) {
        throw ApiException.badRequest("A TSUID is empty");
      }
      wanted.add(notes.series(each));
    }
    long deleted = 0;
    for (Optional<Series> each : wanted) {
      deleted += notes.delete(each, from, to, budget);
    }
    return deleted;
  }

  private static Map<String, Object> parameters(ApiRequest request) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("startTime", request.required("start_time"));
    request.value("end_time").ifPresent(each -> members.put("endTime", each));
    List<String> tsuids = new ArrayList<>();
    request
        .value("tsuids")
        .ifPresent(
            all -> {
              for (String each : all.split(",", -1)) {
                tsuids.add(each.strip());
              }
            });
    members.put("tsuids", tsuids);
    members.put("global", request.has("global"));
    return members;
  }

  private long millis(String time) {
    return Math.min(PointTime.MAX_MILLIS, QueryTime.millis(time, clock.instant(), ZoneOffset.UTC));
  }
}
