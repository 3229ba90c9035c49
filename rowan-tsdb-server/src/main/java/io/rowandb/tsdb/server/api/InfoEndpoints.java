package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Aggregator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the server is and can: aggregators, version, configuration, filters, figures. */
final class InfoEndpoints {
  /** OpenTSDB's names of what is read. */
  private static final List<String> PARSERS =
      List.of(
          "SuggestV1",
          "UidAssignV1",
          "QueryV1",
          "LastPointQueryV1",
          "AnnotationV1",
          "AnnotationsV1",
          "AnnotationBulkDeleteV1",
          "SearchQueryV1",
          "PutV1");

  /** And of what is answered. */
  private static final List<String> FORMATTERS =
      List.of(
          "SuggestV1",
          "UidAssignV1",
          "QueryV1",
          "LastPointQueryV1",
          "AnnotationV1",
          "AnnotationsV1",
          "AnnotationBulkDeleteV1",
          "SearchResultsV1",
          "PutV1",
          "SerializersV1",
          "AggregatorsV1",
          "VersionV1",
          "DropCachesV1",
          "StatsV1",
          "ThreadStatsV1",
          "JVMStatsV1",
          "ConfigV1",
          "FilterConfigV1",
          "ErrorV1");

  private final ServedStore store;
  private final ServerStats stats;
  private final QueryLog log;
  private final Map<String, String> configuration;
  private final Clock clock;

  InfoEndpoints(
      ServedStore store,
      ServerStats stats,
      QueryLog log,
      Map<String, String> configuration,
      Clock clock) {
    this.log = log;
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
    switch (request.word(1).toLowerCase(Locale.ROOT)) {
      case "" -> sendCounts(request, answer);
      case "query" -> answer.send(200, ApiAnswer.JSON, log.json());
      case "jvm" -> send(answer, MachineStats.machine());
      case "threads" -> send(answer, MachineStats.threads());
      case "region_clients" -> send(answer, List.of()); // those of OpenTSDB's client of HBase
      default -> throw ApiException.notImplemented("The endpoint /api/stats/" + request.word(1));
    }
  }

  /** Outside of the API as lines, or as a list of them. */
  private void sendCounts(ApiRequest request, ApiAnswer answer) throws IOException {
    long seconds = clock.millis() / 1000;
    if (!request.underApi() && request.has("json")) {
      send(answer, stats.lines(seconds));
      return;
    }
    if (!request.underApi()) {
      String lines = String.join("\n", stats.lines(seconds)) + "\n";
      answer.send(200, ApiAnswer.TEXT, lines.getBytes(StandardCharsets.UTF_8));
      return;
    }
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

  void serializers(ApiRequest request, ApiAnswer answer) throws IOException {
    request.allow("GET", "POST");
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("serializer", "json");
    json.put("class", getClass().getPackageName());
    json.put("request_content_type", "application/json");
    json.put("response_content_type", ApiAnswer.JSON);
    json.put("parsers", PARSERS);
    json.put("formatters", FORMATTERS);
    send(answer, List.of(json));
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
