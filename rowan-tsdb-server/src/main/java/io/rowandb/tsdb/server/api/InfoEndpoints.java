package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Aggregator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the server is and can: aggregators, version, configuration, filters, figures. */
final class InfoEndpoints {
  private final ServedStore store;
  private final ServerStats stats;
  private final Map<String, String> configuration;
  private final Clock clock;

  InfoEndpoints(
      ServedStore store, ServerStats stats, Map<String, String> configuration, Clock clock) {
    this.store = store;
    this.stats = stats;
    this.configuration = configuration;
    this.clock = clock;
  }

  private static void send(ApiAnswer answer, Object tree) throws IOException {
    answer.send(200, ApiAnswer.JSON, JsonTree.bytes(tree));
  }

  void aggregators(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    send(answer, Aggregator.names());
  }

  void version(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    if (request.underApi() || request.has("json")) {
      send(answer, ServerVersion.members());
    } else {
      answer.send(200, ApiAnswer.TEXT, ServerVersion.lines().getBytes(StandardCharsets.UTF_8));
    }
  }

  void config(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    send(answer, request.word(1).equals("filters") ? FilterKinds.members() : configuration);
  }

  void stats(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    if (!request.word(1).isEmpty()) {
      throw ApiException.notImplemented("The endpoint /api/stats/" + request.word(1));
    }
    long seconds = clock.millis() / 1000;
    List<Map<String, Object>> all = stats.all().stream().map(each -> point(each, seconds)).toList();
    send(answer, all);
  }

  private static Map<String, Object> point(ServerStats.Stat stat, long seconds) {
    Map<String, Object> point = new LinkedHashMap<>();
    point.put("metric", stat.metric());
    point.put("timestamp", seconds);
    point.put("value", Long.toString(stat.value()));
    point.put("tags", stat.tags());
    return point;
  }

  void dropCaches(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "DELETE");
    store.dropCaches();
    Map<String, String> done = new LinkedHashMap<>();
    done.put("message", "Caches dropped");
    done.put("status", "200");
    send(answer, done);
  }
}
