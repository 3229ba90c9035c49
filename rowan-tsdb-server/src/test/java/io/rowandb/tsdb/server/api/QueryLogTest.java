package io.rowandb.tsdb.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Questions that run and that have ended; how many and how large they may be. */
class QueryLogTest {
  private final QueryLog log =
      new QueryLog(Clock.fixed(Instant.ofEpochMilli(1_309_687_200_000L), ZoneOffset.UTC));

  private static AskedQueries asked(String metric, int queries) {
    List<SubQuery> all = new ArrayList<>();
    for (int i = 0; i < queries; i++) {
      all.add(
          new SubQuery(
              "sum", metric + i, null, Optional.empty(), List.of(), false, AskedSource.DEFAULT));
    }
    return new AskedQueries(
        "1h-ago",
        null,
        null,
        false,
        all,
        new AskedQueries.Shown(false, false, false, false, false, false, true, false));
  }

  private Map<String, Object> shown() throws Exception {
    return JsonTree.readObject(log.json());
  }

  private List<?> shown(String list) throws Exception {
    return (List<?>) shown().get(list);
  }

  @Test
  void aQuestionRunsUntilItEnds() throws Exception {
    assertThat(new String(log.json(), StandardCharsets.UTF_8))
        .isEqualTo("{\"completed\":[],\"running\":[]}");
    QueryLog.Running one = log.begin("/127.0.0.1:1", asked("m", 1));
    assertThat(shown("completed")).isEmpty();
    Map<String, Object> running = JsonTree.object(shown("running").get(0));
    assertThat(running)
        .containsEntry("remote", "/127.0.0.1:1")
        .containsEntry("headers", Map.of())
        .containsKeys("user", "queryStart", "elapsed");
    assertThat(JsonTree.object(running.get("query")))
        .containsEntry("start", "1h-ago")
        .containsEntry("noAnnotations", false);
    one.found(7);
    one.succeeded();
    one.end();
    one.end();
    assertThat(shown("running")).isEmpty();
    Map<String, Object> ended = JsonTree.object(shown("completed").get(0));
    assertThat(ended.toString())
        .contains("executed=1, user=null, requestHeaders={}, numRunningQueries=0")
        .contains("httpResponse={code=200, reasonPhrase=OK}")
        .contains("queryStartTimestamp=1309687200000, queryCompletedTimestamp=1309687200000")
        .contains("exception=null", "sentToClient=true", "emittedDPs=7", "totalTime=");
  }

  @Test
  void theSameQuestionOfAClientIsCounted() throws Exception {
    for (int i = 0; i < 3; i++) {
      QueryLog.Running one = log.begin("/127.0.0.1:1", asked("m", 1));
      one.succeeded();
      one.end();
    }
    QueryLog.Running wrong = log.begin("/127.0.0.1:1", asked("m", 1));
    wrong.failed(413, "x".repeat(5_000));
    wrong.end();
    assertThat(shown("completed")).hasSize(2);
    assertThat(shown("completed").get(1).toString()).contains("executed=3");
    assertThat(shown("completed").get(0).toString())
        .contains("code=413, reasonPhrase=Request Entity Too Large", "sentToClient=false")
        .contains("exception=" + "x".repeat(500) + ",");
  }

  @Test
  void onlyTheLastOnesAreKept() throws Exception {
    for (int i = 0; i < QueryLog.MOST + 10; i++) {
      log.begin("/127.0.0.1:" + i, asked("m", 1)).end();
    }
    List<?> completed = shown("completed");
    assertThat(completed).hasSize(QueryLog.MOST);
    assertThat(completed.get(0).toString()).contains("/127.0.0.1:" + (QueryLog.MOST + 9));
    assertThat(completed.get(QueryLog.MOST - 1).toString()).contains("/127.0.0.1:10,");
    assertThat(Collections.frequency(completed, completed.get(0))).isEqualTo(1);
  }

  @Test
  void ofALongQuestionTheQueriesAreLeftOut() throws Exception {
    log.begin("/127.0.0.1:1", asked("m".repeat(3_000), 3)).end();
    assertThat(shown("completed").get(0).toString())
        .contains("queriesLeftOut=3")
        .doesNotContain("mmm")
        .hasSizeLessThan(2_000);
  }
}
