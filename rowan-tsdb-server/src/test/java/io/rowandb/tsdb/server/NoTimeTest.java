package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.text.PointLine;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server on which no question may take time: whatever reads says so. */
class NoTimeTest extends TsdbServerCase {
  @Override
  TsdbServerSettings settings() {
    return TsdbServerSettings.LOCAL.withLimits(
        new ReadLimits(1_000, 1L << 30, 1_000, Duration.ofNanos(1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/query?start=1309687100&end=1309687400&m=sum:M",
        "/api/query/last?timeseries=M",
        "/api/query/last?back_scan=1&timeseries=M",
        "/api/query/gexp?start=1309687100&end=1309687400&exp=absolute(sum:M)",
        "/api/search/lookup?m=M",
        "/api/annotations?start_time=1309687100"
      })
  void gets(String path) throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 host=web1")));
    HttpResponse<String> answer = get(path.replace("M", metric));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
    assertThat(answer.body()).contains("\"message\":\"Sorry, ");
  }

  @Test
  void posts() throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 host=web1")));
    assertThat(
            post(
                    "/api/query/exp",
                    "{\"time\":{\"start\":\"1\",\"aggregator\":\"sum\"},\"metrics\":[{\"id\":\"a\","
                        + "\"metric\":\""
                        + metric
                        + "\"}]}")
                .statusCode())
        .isEqualTo(413);
    assertThat(send(request("/api/annotation/bulk?global&start_time=1").DELETE()).statusCode())
        .isEqualTo(413);
  }
}
