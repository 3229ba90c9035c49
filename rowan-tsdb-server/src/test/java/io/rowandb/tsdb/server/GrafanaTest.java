package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.text.PointLine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The requests of Grafana's data source for OpenTSDB, as its published source makes them. */
class GrafanaTest extends TsdbServerCase {
  @Test
  void itsRequestsAreAnswered() throws Exception {
    series.put(
        List.of(
            PointLine.parse(metric + " 1309687200 1 host=web1"),
            PointLine.parse(metric + " 1309687260 2 host=web2")));
    assertThat(ok(get("/api/suggest?type=metrics&q=" + metric.substring(0, 5) + "&max=1000")))
        .isEqualTo("[\"" + metric + "\"]");
    assertThat(ok(get("/api/suggest?type=tagk&q=&max=1000"))).contains("\"host\"");
    assertThat(ok(get("/api/suggest?type=tagv&q=web&max=1000"))).contains("\"web1\"");
    String names = ok(get("/api/search/lookup?m=" + metric + "&limit=1000"));
    assertThat(names)
        .contains("\"results\":[{\"tsuid\":\"", "\"tags\":{\"host\":\"web1\"}")
        .contains("\"tags\":{\"host\":\"web2\"}");
    String values = "/api/search/lookup?limit=3000&m=" + metric;
    assertThat(ok(get(values + "%7Bhost=*%7D")))
        .contains("\"tags\":{\"host\":\"web1\"}", "\"tags\":{\"host\":\"web2\"}");
    assertThat(ok(get(values + "%7Bhost=*,host=web2%7D"))).contains("\"totalResults\":");
    assertThat(ok(get("/api/aggregators"))).contains("\"sum\"");
    assertThat(ok(get("/api/config/filters"))).contains("\"wildcard\"");
    String answer =
        ok(
            post(
                "/api/query",
                """
                {"start":1309687100000,"end":1309687400000,"msResolution":true,
                 "globalAnnotations":true,
                 "queries":[{"metric":"M","aggregator":"sum","rate":true,
                   "rateOptions":{"counter":false},"downsample":"1m-avg-none",
                   "filters":[{"type":"wildcard","tagk":"host","filter":"*","groupBy":true}]},
                  {"metric":"M","aggregator":"avg","explicitTags":false,
                   "tags":{"host":"web1"}}]}
                """
                    .replace("\"M\"", "\"" + metric + "\"")));
    assertThat(answer)
        .contains("\"tags\":{\"host\":\"web1\"}", "\"tags\":{\"host\":\"web2\"}")
        .contains("\"dps\":{\"1309687200000\":1}");
    ok(post("/api/annotation", "{\"startTime\":1309687230,\"description\":\"deployed\"}"));
    assertThat(
            ok(
                post(
                    "/api/query",
                    "{\"start\":1309687100000,\"end\":1309687400000,\"msResolution\":false,"
                        + "\"globalAnnotations\":true,\"showQuery\":true,\"queries\":["
                        + "{\"aggregator\":\"sum\",\"metric\":\""
                        + metric
                        + "\"}]}")))
        .contains("\"globalAnnotations\":[{\"tsuid\":\"\",\"startTime\":1309687230,")
        .contains("\"description\":\"deployed\"", "\"index\":0");
  }
}
