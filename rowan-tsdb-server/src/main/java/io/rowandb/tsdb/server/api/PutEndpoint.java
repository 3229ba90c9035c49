package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.server.api.ServerStats.Count;
import io.rowandb.tsdb.uid.NoSuchNameException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /api/put} and its like: all points are checked, those that are right are written, then it
 * answers.
 */
final class PutEndpoint<P> implements ApiEndpoint {
  private final PointKind<P> kind;
  private final ServerStats stats;
  private final PointIntake<P> intake;

  PutEndpoint(PointKind<P> kind, ServerStats stats) {
    this.kind = kind;
    this.stats = stats;
    intake = new PointIntake<>(kind::write, stats);
  }

  @Override
  public void answer(ApiRequest request, ApiAnswer answer) throws IOException {
    stats.add(Count.PUTS);
    request.allow("POST");
    Sent sent = new Sent(new PutErrors(request.has("details")));
    PutReader.read(request.body(), sent::check);
    if (sent.points.isEmpty() && sent.errors.count() == 0) {
      throw ApiException.badRequest("No datapoints found in content");
    }
    long success = sent.write();
    reply(request, answer, sent.errors, success);
  }

  /** The points of a request. */
  private final class Sent {
    private final PutErrors errors;
    private final List<P> points = new ArrayList<>();
    private final List<PointKind.Sent<P>> shown = new ArrayList<>(); // empty: not to be shown

    Sent(PutErrors errors) {
      this.errors = errors;
    }

    void check(Object member) {
      if (!(member instanceof Map)) {
        stats.add(Count.ILLEGAL);
        errors.add(
            member == null
                ? "Unexpected null datapoint encountered in set."
                : "A datapoint must be an object",
            member);
        return;
      }
      PointKind.Sent<P> point = null;
      try {
        point = kind.ofJson(JsonTree.object(member));
        check(point);
      } catch (NumberFormatException e) {
        stats.add(Count.INVALID);
        errors.add("Unable to parse value to a number", point == null ? member : point.members());
      } catch (IllegalArgumentException e) {
        stats.add(Count.ILLEGAL);
        errors.add(e.getMessage(), point == null ? member : point.members());
      }
    }

    private void check(PointKind.Sent<P> point) {
      String missing = point.missing();
      if (missing != null) {
        throw new IllegalArgumentException(missing);
      }
      points.add(kind.toPoint(point));
      if (errors.shows()) {
        shown.add(point);
      }
    }

    /** How many are written. */
    long write() {
      List<Exception> failures = intake.write(points);
      long written = 0;
      for (int i = 0; i < failures.size(); i++) {
        if (failures.get(i) == null) {
          written++;
        } else {
          errors.add(reason(failures.get(i)), errors.shows() ? shown.get(i).members() : null);
        }
      }
      return written;
    }
  }

  private static String reason(Exception failure) {
    if (failure instanceof NoSuchNameException) {
      return "Unknown metric";
    }
    return (failure instanceof IOException ? "Storage exception: " : "") + failure.getMessage();
  }

  private static void reply(ApiRequest request, ApiAnswer answer, PutErrors errors, long success)
      throws IOException {
    boolean failed = errors.count() > 0;
    if (!errors.shows() && !request.has("summary")) {
      if (failed) {
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
    summary.put("failed", errors.count());
    summary.put("success", success);
    if (errors.shows()) {
      summary.put("errors", errors.shown());
    }
    answer.send(failed ? 400 : 200, ApiAnswer.JSON, JsonTree.bytes(summary));
  }
}
