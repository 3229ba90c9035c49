package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /api/put}: all points are checked, those that are right are written, then it answers. */
final class PutEndpoint implements ApiEndpoint {
  private final ServedStore store;
  private final ServerStats stats;
  private final PointIntake intake;

  PutEndpoint(ServedStore store, ServerStats stats) {
    this.store = store;
    this.stats = stats;
    intake = new PointIntake(store, stats);
  }

  /** A point and, once it is known, what is wrong with it. */
  private static final class Sent {
    private final Object shown;
    private DataPoint point;
    private String error;

    Sent(Object shown) {
      this.shown = shown;
    }

    Map<String, Object> details() {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("error", error);
      details.put("datapoint", shown);
      return details;
    }
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    stats.add(Count.PUTS);
    request.allow("POST");
    List<Sent> all = new ArrayList<>();
    for (Object each : read(request.body())) {
      all.add(check(each));
    }
    if (all.isEmpty()) {
      throw ApiException.badRequest("No datapoints found in content");
    }
    write(all);
    reply(request, answer, all);
  }

  private static List<Object> read(byte[] body) {
    if (body.length == 0) {
      throw ApiException.badRequest("Missing request content");
    }
    try (JsonParser parser = JsonTree.FACTORY.createParser(body)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT && first != JsonToken.START_ARRAY) {
        throw ApiException.badRequest("The JSON must start as an object or an array");
      }
    } catch (IOException e) {
      throw ApiException.badJson(e);
    }
    Object tree = JsonTree.read(body);
    List<Object> points = new ArrayList<>();
    if (tree instanceof List<?> list) {
      points.addAll(list);
    } else {
      points.add(tree);
    }
    return points;
  }

  private Sent check(Object member) {
    if (!(member instanceof Map)) {
      Sent none = new Sent(member);
      none.error =
          member == null
              ? "Unexpected null datapoint encountered in set."
              : "A datapoint must be an object";
      stats.add(Count.ILLEGAL);
      return none;
    }
    Sent sent = new Sent(member);
    try {
      IncomingPoint point = IncomingPoint.ofJson(JsonTree.object(member));
      sent = new Sent(point.members());
      sent.error = point.missing();
      if (sent.error == null) {
        DataPoint made = point.toPoint();
        store.points().check(made.series());
        sent.point = made;
      } else {
        stats.add(Count.ILLEGAL);
      }
    } catch (NumberFormatException e) {
      sent.error = "Unable to parse value to a number";
      stats.add(Count.INVALID);
    } catch (IllegalArgumentException e) {
      sent.error = e.getMessage();
      stats.add(Count.ILLEGAL);
    }
    return sent;
  }

  private void write(List<Sent> all) {
    List<Sent> right = all.stream().filter(each -> each.error == null).toList();
    List<Exception> failures = intake.write(right.stream().map(each -> each.point).toList());
    for (int i = 0; i < right.size(); i++) {
      Exception failure = failures.get(i);
      if (failure instanceof NoSuchNameException) {
        right.get(i).error = "Unknown metric";
      } else if (failure instanceof IOException) {
        right.get(i).error = "Storage exception: " + failure.getMessage();
      } else if (failure != null) {
        right.get(i).error = failure.getMessage();
      }
    }
  }

  private static void reply(ApiRequest request, ApiAnswer answer, List<Sent> all)
      throws IOException {
    List<Sent> wrong = all.stream().filter(each -> each.error != null).toList();
    boolean details = request.has("details");
    if (!details && !request.has("summary")) {
      if (!wrong.isEmpty()) {
        throw new ApiException(
            400,
            "One or more data points had errors",
            "Please see the TSD logs or append \"details\" to the put request");
      }
      answer.send(204, ApiAnswer.JSON, new byte[0]);
      return;
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    if (request.has("sync_timeout")) {
      summary.put("timeouts", 0L);
    }
    summary.put("failed", (long) wrong.size());
    summary.put("success", (long) all.size() - wrong.size());
    if (details) {
      summary.put("errors", wrong.stream().map(Sent::details).toList());
    }
    answer.send(wrong.isEmpty() ? 200 : 400, ApiAnswer.JSON, JsonTree.bytes(summary));
  }
}
