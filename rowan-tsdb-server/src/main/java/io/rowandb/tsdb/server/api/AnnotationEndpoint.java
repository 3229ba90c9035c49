package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.query.QueryTime;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code /api/annotation}: a note at a time, of a series or of none; {@code /api/annotation/bulk}:
 * many; {@code GET /api/annotations}: those of no series. Of two that change one at a time, one is
 * refused.
 */
final class AnnotationEndpoint implements ApiEndpoint {
  private static final byte[] NOTHING = {};

  private final Notes notes;
  private final AnnotationBulk bulk;
  private final ReadLimits limits;
  private final Clock clock;

  AnnotationEndpoint(ServedStore store, ReadLimits limits, Clock clock) {
    notes = new Notes(store);
    bulk = new AnnotationBulk(notes, limits, clock);
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    try {
      switch (request.word(1).toLowerCase(Locale.ROOT)) {
        case "" -> answerOne(request, answer);
        case "bulk" -> bulk.answer(request, answer);
        default -> throw new ApiException(404, "Endpoint not found", "");
      }
    } catch (NoSuchNameException e) {
      throw new ApiException(400, UidNamesText.noSuchName(e), "");
    } catch (LimitExceededException e) {
      throw new ApiException(413, "Sorry, " + e.getMessage(), "");
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(e.getMessage());
    }
  }

  private void answerOne(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST", "PUT", "DELETE"); // HEAD and others would write
    String method = request.meantMethod();
    boolean list = request.word(0).equalsIgnoreCase("annotations") && method.equals("GET");
    Note asked =
        Note.of(
            request.body().length > 0 ? JsonTree.readObject(request.body()) : parameters(request));
    switch (method) {
      case "GET" -> send(answer, list ? global(asked) : find(asked));
      case "DELETE" -> {
        notes.delete(asked);
        answer.send(204, ApiAnswer.TEXT, NOTHING);
      }
      default -> {
        if (asked.saysSomething()) {
          send(answer, notes.write(asked, method.equals("PUT")).shown());
        } else {
          answer.send(304, ApiAnswer.TEXT, NOTHING);
        }
      }
    }
  }

  private static void send(ApiAnswer answer, Object tree) throws IOException {
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(tree));
  }

  private Object find(Note asked) throws IOException {
    return notes
        .find(asked)
        .orElseThrow(() -> new ApiException(404, "Unable to locate annotation in storage", ""))
        .shown();
  }

  private List<Map<String, Object>> global(Note asked) throws IOException {
    long end = asked.endMillis() == 0 ? clock.millis() : asked.endMillis();
    AnswerBudget budget = new AnswerBudget(limits);
    if (end < asked.start().millis() || end > PointTime.MAX_MILLIS) {
      throw new IllegalArgumentException(
          "The end timestamp cannot be less than the start timestamp, or after 2106");
    }
    return notes.global(asked.start().millis(), end, budget).stream().map(Note::shown).toList();
  }

  private Map<String, Object> parameters(ApiRequest request) {
    Map<String, Object> members = new LinkedHashMap<>();
    request.value("tsuid").ifPresent(each -> members.put("tsuid", each));
    String start =
        request
            .value("start_time")
            .orElseThrow(() -> ApiException.badRequest("Missing start time"));
    members.put("startTime", seconds(start));
    request.value("end_time").ifPresent(each -> members.put("endTime", seconds(each)));
    request.value("description").ifPresent(each -> members.put("description", each));
    request.value("notes").ifPresent(each -> members.put("notes", each));
    return members;
  }

  private long seconds(String time) {
    return QueryTime.millis(time, clock.instant(), ZoneOffset.UTC) / 1000;
  }
}
