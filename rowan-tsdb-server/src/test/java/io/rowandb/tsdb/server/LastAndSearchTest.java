package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.text.PointLine;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.opentsdb.core.IncomingDataPoint;
import net.opentsdb.search.SearchQuery;
import net.opentsdb.utils.JSON;
import net.opentsdb.utils.Pair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Newest points, and series by parts of their names. */
class LastAndSearchTest extends TsdbServerCase {
  private String web1;
  private String web2;

  @Override
  TsdbServerSettings settings() {
    return TsdbServerSettings.LOCAL.withLimits(
        new ReadLimits(3, 1L << 30, 100_000, Duration.ofSeconds(60)));
  }

  @BeforeEach
  void write() throws Exception {
    series.put(
        List.of(
            PointLine.parse(metric + " 1309687200 1 host=web1 site=north"),
            PointLine.parse(metric + " 1309690900123 42 host=web1 site=north"),
            PointLine.parse(metric + " 1309687200 0.5 host=web2"),
            PointLine.parse(metric + " 1309687201 1.25 host=web2")));
    String found = ok(get("/api/search/lookup?m=" + metric + "%7Bhost=*%7D"));
    web1 =
        found.replaceAll(
            ".*\"tsuid\":\"([0-9A-F]+)\",\"metric\":\""
                + metric
                + "\",\"tags\":\\{\"host\":\"web1\".*",
            "$1");
    web2 =
        found.replaceAll(
            ".*\"tsuid\":\"([0-9A-F]+)\",\"metric\":\""
                + metric
                + "\",\"tags\":\\{\"host\":\"web2\".*",
            "$1");
  }

  private String first(boolean names) {
    return point("1309690900123", "42", web1, names, "\"host\":\"web1\",\"site\":\"north\"");
  }

  private String second(boolean names) {
    return point("1309687201000", "1.25", web2, names, "\"host\":\"web2\"");
  }

  private String point(String time, String value, String tsuid, boolean names, String tags) {
    return "{"
        + (names ? "\"metric\":\"" + metric + "\"," : "")
        + "\"timestamp\":"
        + time
        + ",\"value\":\""
        + value
        + "\","
        + (names ? "\"tags\":{" + tags + "}," : "")
        + "\"tsuid\":\""
        + tsuid
        + "\"}";
  }

  @Test
  void lastByNames() throws Exception {
    assertThat(ok(get("/api/query/last?timeseries=" + metric)))
        .isEqualTo("[" + first(false) + "," + second(false) + "]");
    assertThat(ok(get("/api/query/last?resolve&timeseries=" + metric + "%7Bhost=web2%7D")))
        .isEqualTo("[" + second(true) + "]");
    assertThat(
            ok(
                post(
                    "/api/query/LAST",
                    "{\"resolveNames\":true,\"queries\":[{\"metric\":\""
                        + metric
                        + "\",\"tags\":{\"site\":\"north\"}},{\"metric\":\""
                        + metric
                        + "\",\"tags\":{\"host\":\"web2\"}}]}")))
        .isEqualTo("[" + first(true) + "," + second(true) + "]");
  }

  private static Map<?, ?> members(String json) {
    return JSON.parseToObject(json, HashMap.class);
  }

  @Test
  void theirFormIsThatOfOpenTsdb() throws Exception {
    String last = ok(get("/api/query/last?resolve&timeseries=" + metric + "%7Bsite=north%7D"));
    IncomingDataPoint point =
        new IncomingDataPoint(
            metric,
            1_309_690_900_123L,
            "42",
            new HashMap<>(Map.of("host", "web1", "site", "north")));
    point.setTSUID(web1);
    assertThat(members(last.substring(1, last.length() - 1)))
        .isEqualTo(members(JSON.serializeToString(point)));
    SearchQuery query = new SearchQuery(metric);
    query.setType(SearchQuery.SearchType.LOOKUP);
    query.setTags(List.of(new Pair<>("host", "web2"), new Pair<>(null, "web2")));
    query.setLimit(7);
    query.setTotalResults(1);
    query.setResults(
        List.of(Map.of("tsuid", web2, "metric", metric, "tags", Map.of("host", "web2"))));
    Map<Object, Object> own =
        new HashMap<>(
            members(ok(get("/api/search/lookup?limit=7&m=" + metric + "%7Bhost=web2,=web2%7D"))));
    own.put("time", 0.0);
    assertThat(own).isEqualTo(members(JSON.serializeToString(query)));
  }

  @Test
  void hoursToLookBackWantAllTags() throws Exception {
    String back = "/api/query/last?back_scan=2000000&timeseries=" + metric;
    assertThat(ok(get(back))).isEqualTo("[]");
    assertThat(ok(get(back + "%7Bhost=web1%7D"))).isEqualTo("[]");
    assertThat(ok(get(back + "%7Bhost=web1,site=north%7D"))).isEqualTo("[" + first(false) + "]");
    assertThat(ok(get("/api/query/last?back_scan=24&timeseries=" + metric + "%7Bhost=web2%7D")))
        .isEqualTo("[]");
  }

  @Test
  void lastByTsuids() throws Exception {
    assertThat(ok(get("/api/query/last?resolve=true&tsuids=" + web2 + "," + web1)))
        .isEqualTo("[" + second(true) + "," + first(true) + "]");
    assertThat(
            ok(
                post(
                    "/api/query/last",
                    "{\"backScan\":24,\"queries\":[{\"tsuids\":[\"" + web1 + "\"]}]}")))
        .isEqualTo("[]");
    assertThat(ok(get("/api/query/last?back_scan=2147483647&tsuids=" + web1)))
        .isEqualTo("[" + first(false) + "]");
    assertThat(ok(get("/api/query/last?tsuids=FFFFFFFFFFFFFFFFFF"))).isEqualTo("[]");
  }

  @Test
  void theNewestOfThisHourCounts() throws Exception {
    long now = System.currentTimeMillis();
    series.put(List.of(PointLine.parse(metric + " " + now + " 7 host=web2")));
    assertThat(ok(get("/api/query/last?back_scan=1&timeseries=" + metric + "%7Bhost=web2%7D")))
        .isEqualTo("[" + point(String.valueOf(now), "7", web2, false, "") + "]");
    assertThat(ok(get("/api/query/last?back_scan=1&tsuids=" + web2)))
        .isEqualTo("[" + point(String.valueOf(now), "7", web2, false, "") + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/query/last | 400 | Missing sub queries
          /api/query/last?timeseries=no.such | 400 | No such name for 'metrics': 'no.such'
          /api/query/last?timeseries=x%7Bhost | 400 | Missing '}' at the end of: x{host
          /api/query/last?timeseries=x%7Bhost%7D | 400 | When parsing tag 'host': invalid tag: host
          /api/query/last?timeseries=x%7Bh=a,h=b%7D | 400 | duplicate tag: h=b
          /api/query/last?timeseries=%7Bh=a%7D | 400 | Metric cannot be null or empty
          /api/query/last?timeseries=x&back_scan=x | 400 | Unable to parse back_scan parameter
          /api/query/last?timeseries=x&back_scan=3000000000 | 400 | Unable to parse back_scan
          /api/query/last?timeseries=x&back_scan=-1 | 400 | Backscan must be zero or a positive
          /api/query/last?tsuids=zz | 400 | a TSUID has
          /api/query/last?tsuids=zz&back_scan=1 | 400 | a TSUID has
          /api/search/lookup | 400 | Missing parameter <code>m</code>
          /api/search/lookup?m=no.such | 404 | Unable to resolve one or more UIDs
          /api/search/lookup?m=x&limit=y | 400 | Unable to convert 'limit' to a valid number
          /api/search/lookup?m=x&start_index=-1 | 400 | startIndex is 0 to 99999: -1
          /api/search/lookup?m=%7B%7D | 400 | Unable to parse query
          /api/search/lookup?m=x%7Ba | 400 | Unable to parse query
          /api/search/lookup?m=x%7Ba=b=c%7D | 400 | Unable to parse query
          /api/search/tsmeta?query=x | 400 | Searching is not enabled
          /api/search/x | 400 | Invalid search query type supplied
          """)
  void saysWhatIsWrong(String path, int status, String message) throws Exception {
    var answer = get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(message);
  }

  @Test
  void looksUp() throws Exception {
    String one =
        "{\"tsuid\":\""
            + web1
            + "\",\"metric\":\""
            + metric
            + "\",\"tags\":{\"host\":\"web1\",\"site\":\"north\"}}";
    String two =
        "{\"tsuid\":\"" + web2 + "\",\"metric\":\"" + metric + "\",\"tags\":{\"host\":\"web2\"}}";
    assertThat(ok(get("/api/search/lookup?m=" + metric + "&limit=3000")))
        .matches(
            "\\{\"type\":\"LOOKUP\",\"metric\":\""
                + metric
                + "\",\"tags\":\\[\\],\"limit\":3000,\"startIndex\":0,\"time\":[0-9.]+,"
                + "\"results\":\\[.*\\],\"totalResults\":2\\}")
        .contains("\"results\":[" + one + "," + two + "]");
    assertThat(ok(get("/api/search/lookup?m=" + metric + "%7Bsite=*,=web1%7D")))
        .contains("\"tags\":[{\"key\":\"site\",\"value\":\"*\"},{\"key\":null,\"value\":\"web1\"}]")
        .contains("\"results\":[" + one + "]");
    assertThat(ok(get("/api/search/lookup?m=%7Bhost=web2%7D&limit=0")))
        .doesNotContain("\"LOOKUP\",\"metric\"")
        .contains(two)
        .doesNotContain(one);
    String body = "{\"metric\":\"" + metric + "\",\"useMeta\":true,\"limit\":1,\"startIndex\":";
    assertThat(ok(post("/api/search/lookup", body + "0}"))).contains("\"results\":[" + one + "]");
    assertThat(ok(post("/api/search/lookup", body + "1}"))).contains("\"results\":[" + two + "]");
    assertThat(ok(post("/api/search/lookup", body + "9}")))
        .contains("\"results\":[],\"totalResults\":0");
    assertThat(ok(post("/api/search/lookup", "{\"tags\":[{\"key\":\"host\",\"value\":\"web2\"}]}")))
        .contains("\"metric\":\"*\"", two);
    assertThat(post("/api/search/lookup", "{\"metric\":null}").body())
        .contains("Missing metric and tags");
    assertThat(post("/api/search/lookup", "{\"metric\":{}}").statusCode()).isEqualTo(400);
    assertThat(post("/api/search/lookup", "[]").statusCode()).isEqualTo(400);
    assertThat(send(request("/api/search/lookup?m=x").DELETE()).body())
        .contains("Unsupported method: DELETE");
  }

  @Test
  void limitsOfQuestionsBindThem() throws Exception {
    series.put(
        List.of(
            PointLine.parse(metric + " 1309687200 1 host=web3"),
            PointLine.parse(metric + " 1309687200 1 host=web4")));
    assertThat(get("/api/query/last?timeseries=" + metric).statusCode()).isEqualTo(413);
    String twice = "&timeseries=" + metric + "%7Bhost=web3%7D";
    assertThat(ok(get("/api/query/last?x" + twice.repeat(3)))).contains("\"value\":\"1\"");
    assertThat(get("/api/query/last?x" + twice.repeat(4)).statusCode()).isEqualTo(413);
    assertThat(get("/api/query/last?x" + twice.repeat(101)).body()).contains("At most 100");
    assertThat(get("/api/query/last?tsuids=" + "0,".repeat(1000)).body()).contains("At most 1000");
    assertThat(get("/api/search/lookup?m=x%7B" + "a=b,".repeat(100) + "a=b%7D").body())
        .contains("at most 100 tags");
  }
}
