package io.rowandb.tsdb.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Questions that are answered now, and the {@value #MOST} that were last, with the members of
 * OpenTSDB's. Headers of requests are not kept, as passwords may be in them. Takes some 2 MB. Used
 * by many workers.
 */
final class QueryLog {
  /** Questions that have ended. */
  static final int MOST = 256;

  /** Letters of a question's JSON; of a longer one the queries are left out. */
  static final int MOST_TEXT = 8 << 10;

  private static final int MOST_MESSAGE = 500;

  private static final Map<Integer, String> PHRASES =
      Map.of(
          200, "OK",
          400, "Bad Request",
          404, "Not Found",
          405, "Method Not Allowed",
          413, "Request Entity Too Large",
          500, "Internal Server Error",
          501, "Not Implemented",
          503, "Service Unavailable");

  private final Clock clock;
  private final Set<Running> running = new LinkedHashSet<>();
  private final Map<Key, Ended> ended = new LinkedHashMap<>();

  QueryLog(Clock clock) {
    this.clock = clock;
  }

  /** What ends of one question have in common that are counted together. */
  private record Key(String remote, String query, int status) {}

  private record Ended(
      Key key,
      long executed,
      long beganMillis,
      long endedMillis,
      String exception,
      Map<String, Object> stats) {}

  /** One that is answered. Used by one worker. */
  final class Running {
    private final String remote;
    private final String query;
    private final long beganMillis = clock.millis();
    private final long began = System.nanoTime();
    private final Map<String, Object> stats = new LinkedHashMap<>();
    private int status = 500;
    private String exception = "null"; // as OpenTSDB says that there was none

    private Running(String remote, String query) {
      this.remote = remote;
      this.query = query;
    }

    /** Its answer begins to be written. */
    void found(long points) {
      stats.put("emittedDPs", points);
      stats.put("processingPreWriteTime", millis());
    }

    /** Its answer is sent. */
    void succeeded() {
      status = 200;
    }

    /** It is refused, or it failed. */
    void failed(int withStatus, String reason) {
      status = withStatus;
      exception = reason.substring(0, Math.min(MOST_MESSAGE, reason.length()));
    }

    /** It is answered no more. Has no effect when called again. */
    void end() {
      synchronized (QueryLog.this) {
        if (running.remove(this)) {
          stats.put("totalTime", millis());
          QueryLog.this.add(this);
        }
      }
    }

    private JsonTree.Number millis() {
      return new JsonTree.Number(Double.toString((System.nanoTime() - began) / 1e6));
    }
  }

  /**
   * One begins; it is to be ended.
   *
   * @param remote whose it is
   */
  Running begin(String remote, AskedQueries asked) {
    Running one = new Running(remote, text(asked));
    synchronized (this) {
      running.add(one);
    }
    return one;
  }

  private static String text(AskedQueries asked) {
    try {
      byte[] json = JsonTree.bytes(asked.members(true));
      return new String(
          json.length > MOST_TEXT ? JsonTree.bytes(asked.members(false)) : json,
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory, where nothing fails
    }
  }

  private void add(Running one) {
    Key key = new Key(one.remote, one.query, one.status);
    Ended before = ended.remove(key);
    if (before == null && ended.size() == MOST) {
      ended.remove(ended.keySet().iterator().next());
    }
    ended.put(
        key,
        new Ended(
            key,
            before == null ? 1 : before.executed() + 1,
            one.beganMillis,
            clock.millis(),
            one.exception,
            Map.copyOf(one.stats)));
  }

  /** As JSON: those that ended, the last one first, and those that run. */
  byte[] json() throws IOException {
    List<Running> now;
    List<Ended> then;
    synchronized (this) {
      now = List.copyOf(running);
      then = new ArrayList<>(ended.values());
    }
    Collections.reverse(then);
    return JsonTree.bytes(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("completed");
          for (Ended each : then) {
            write(json, each, now.size());
          }
          json.writeEndArray();
          json.writeArrayFieldStart("running");
          for (Running each : now) {
            write(json, each);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, Ended one, int runningNow) throws IOException {
    json.writeStartObject();
    json.writeFieldName("query");
    json.writeRawValue(one.key().query());
    json.writeStringField("remote", one.key().remote());
    json.writeStringField("exception", one.exception());
    json.writeNumberField("executed", one.executed());
    json.writeNullField("user");
    json.writeObjectFieldStart("requestHeaders");
    json.writeEndObject();
    json.writeNumberField("numRunningQueries", runningNow);
    json.writeObjectFieldStart("httpResponse");
    json.writeNumberField("code", one.key().status());
    json.writeStringField("reasonPhrase", PHRASES.getOrDefault(one.key().status(), ""));
    json.writeEndObject();
    json.writeNumberField("queryStartTimestamp", one.beganMillis());
    json.writeNumberField("queryCompletedTimestamp", one.endedMillis());
    json.writeBooleanField("sentToClient", one.key().status() == 200);
    json.writeFieldName("stats");
    JsonTree.write(json, new TreeMap<>(one.stats()));
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Running one) throws IOException {
    json.writeStartObject();
    json.writeFieldName("query");
    json.writeRawValue(one.query);
    json.writeStringField("remote", one.remote);
    json.writeNullField("user");
    json.writeObjectFieldStart("headers");
    json.writeEndObject();
    json.writeNumberField("queryStart", one.beganMillis);
    json.writeFieldName("elapsed");
    JsonTree.write(json, one.millis());
    json.writeEndObject();
  }
}
