package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.text.PointLine;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions by TSUIDs, and those that delete what they ask for. */
class TsuidsAndDeleteTest extends TsdbServerCase {
  private static final String TIMES = "\"start\":" + BASE + ",\"end\":" + (BASE + 120);
  private static final Pattern TSUIDS = Pattern.compile("\"tsuids\":\\[\"([0-9A-F]+)\"\\]");

  private List<String> tsuids;

  @Override
  TsdbServerSettings settings() {
    return super.settings().withDelete(true);
  }

  @BeforeEach
  void write() throws Exception {
    String lines =
        """
        M 1309687200 1 host=web1 site=north
        M 1309687260 3 host=web1 site=north
        M 1309687200 10 host=web2 site=south
        M 1309687260 30 host=web2 site=south
        M 1309687321 5 host=web2 site=south
        M 1309687200 100 host=web3 site=south
        M.other 1309687200 7 host=web1
        """;
    series.put(lines.replaceAll("(?m)^M", metric).lines().map(PointLine::parse).toList());
    tsuids = new ArrayList<>(tsuidsOf(metric));
    tsuids.addAll(tsuidsOf(metric + ".other"));
    assertThat(tsuids).hasSize(4);
  }

  private List<String> tsuidsOf(String of) throws Exception {
    List<String> found = new ArrayList<>();
    Matcher each = TSUIDS.matcher(ok(by("m=none:" + of + "&show_tsuids")));
    while (each.find()) {
      found.add(each.group(1));
    }
    return found;
  }

  private HttpResponse<String> by(String parameters) throws Exception {
    return get("/api/query?start=" + BASE + "&end=" + (BASE + 120) + "&" + parameters);
  }

  private HttpResponse<String> ask(String more, String... queries) throws Exception {
    return post(
        "/api/query", "{" + TIMES + more + ",\"queries\":[" + String.join(",", queries) + "]}");
  }

  private String ofTsuids(String... which) {
    return "{\"aggregator\":\"sum\",\"tsuids\":[\"" + String.join("\",\"", which) + "\"]}";
  }

  private String ofMetric(String name) {
    return "{\"aggregator\":\"sum\",\"metric\":\"" + name + "\"}";
  }

  @Test
  void bothFormsAndSmallLetters() throws Exception {
    String two = ok(ask("", ofTsuids(tsuids.get(0), tsuids.get(1).toLowerCase(Locale.ROOT))));
    assertThat(two)
        .contains("\"metric\":\"" + metric + "\"", "\"aggregateTags\":[\"host\",\"site\"]")
        .contains("\"1309687200\":11,\"1309687260\":33");
    assertThat(ok(by("tsuid=sum:" + tsuids.get(0) + "," + tsuids.get(1)))).isEqualTo(two);
    assertThat(ok(by("tsuid=sum:1m-max:rate:" + tsuids.get(0))))
        .contains("\"dps\":{\"1309687260\"");
    assertThat(
            ok(
                ask(
                    "",
                    "{\"aggregator\":\"none\",\"metric\":\"no\",\"tsuids\":[\""
                        + tsuids.get(2)
                        + "\"],\"tags\":{\"host\":\"nobody\"}}")))
        .contains("\"host\":\"web3\"", "\"1309687200\":100}");
  }

  @Test
  void mixedWithOthers() throws Exception {
    String mixed = ok(by("m=sum:" + metric + "&tsuid=sum:" + tsuids.get(3) + "&show_query"));
    assertThat(mixed.indexOf("\"1309687200\":7}"))
        .isPositive()
        .isLessThan(mixed.indexOf("\"1309687200\":111"));
    assertThat(mixed).contains("\"tsuids\":[\"" + tsuids.get(3) + "\"]", "\"metric\":null");
    assertThat(ok(ask("", ofMetric(metric), ofTsuids(tsuids.get(3)))))
        .contains("\"1309687200\":111", "\"1309687200\":7}");
  }

  @Test
  void whatIsNoTsuid() throws Exception {
    for (String each : List.of("", "zz", "000001", tsuids.get(0) + "00", "\\u0000")) {
      HttpResponse<String> answer = ask("", ofTsuids(each));
      assertThat(answer.statusCode()).as(each).isEqualTo(400);
      assertThat(answer.body()).contains("a TSUID has");
    }
    assertThat(ask("", ofTsuids(tsuids.get(0), tsuids.get(3))).body())
        .contains("One or more TSUIDs did not share the same metric");
    assertThat(ask("", ofTsuids(tsuids.get(0), "zz")).statusCode()).isEqualTo(400);
    String unknown = "FFFFFF" + tsuids.get(0).substring(6);
    assertThat(ask("", ofTsuids(unknown)).statusCode()).isEqualTo(400);
    assertThat(ok(ask("", ofTsuids(tsuids.get(0).substring(0, 12) + "FFFFFF")))).isEqualTo("[]");
    assertThat(by("tsuid=").body()).contains("The tsuid query string was empty");
    assertThat(by("tsuid=sum").body()).contains("not enough");
    String many = "\",\"".repeat(1_000).replace("\",\"", tsuids.get(0) + "\",\"") + tsuids.get(0);
    assertThat(ask("", ofTsuids(many)).body()).contains("at most 1000 TSUIDs: 1001");
  }

  @Test
  void pointsThatAreAskedForAreDeleted() throws Exception {
    String answer =
        ok(ask(",\"delete\":true", ofTsuids(tsuids.get(0)), ofMetric(metric + ".other")));
    assertThat(answer).contains("\"1309687200\":1,\"1309687260\":3}", "\"1309687200\":7}");
    assertThat(ok(ask("", ofTsuids(tsuids.get(0)), ofMetric(metric + ".other")))).isEqualTo("[]");
    assertThat(ok(ask("", ofMetric(metric)))).contains("\"1309687200\":110,\"1309687260\":30");
    String path = "/api/query?start=" + BASE + "&end=" + (BASE + 120) + "&m=sum:" + metric;
    assertThat(ok(send(request(path).DELETE()))).contains("\"1309687200\":110");
    assertThat(ok(by("m=sum:" + metric))).doesNotContain("1309687200", "1309687260");
    assertThat(ok(get("/api/query?start=1309687300&end=1309687400&m=sum:" + metric)))
        .as("a point of the same hour behind the range")
        .contains("\"1309687321\":5");
    assertThat(ok(get(path + "&method_override=delete"))).doesNotContain("1309687200");
  }

  @Test
  void aWrongQuestionDeletesNothing() throws Exception {
    assertThat(ask(",\"delete\":true", ofMetric(metric), ofMetric("nosuch")).statusCode())
        .isEqualTo(400);
    assertThat(
            ask(",\"delete\":true", ofMetric(metric).replace("}", ",\"percentiles\":[50]}")).body())
        .contains("Only points are deleted");
    assertThat(ask(",\"delete\":\"maybe\"", ofMetric(metric)).statusCode()).isEqualTo(400);
    assertThat(ok(ask("", ofMetric(metric)))).contains("\"1309687200\":111");
  }
}
