package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.text.PointLine;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /q}: lines of text, counts and graphs. */
class GraphEndpointTest extends TsdbServerCase {
  @TempDir private Path directory;

  @BeforeEach
  void write() throws Exception {
    String lines =
        """
        M 1309687200 1 host=web1 site=north
        M 1309687260 3 host=web1 site=north
        M 1309687200 10 host=web2 site=south
        M 1309687260 30 host=web2 site=south
        M 1309687320250 0.5 host=web2 site=south
        M 1309687380 7 host=web2 site=south
        """;
    series.put(lines.replace("M ", metric + " ").lines().map(PointLine::parse).toList());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String path(String m, String more) {
    String of = encode(m.replace("M", metric));
    return "/q?start=2011/07/03-10:00:00&end=2011/07/03-10:03:00&m=" + of + more;
  }

  private BufferedImage graph(String m, String more) throws Exception {
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path(m, more)))
                    .build(),
                BodyHandlers.ofByteArray());
    assertThat(answer.statusCode())
        .as(new String(answer.body(), StandardCharsets.UTF_8))
        .isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("image/png");
    return ImageIO.read(new ByteArrayInputStream(answer.body()));
  }

  @Test
  void linesHaveSecondsAndAllTags() throws Exception {
    HttpResponse<String> answer = get(path("none:M{host=web2}", "&ascii&nocache&ignore=3"));
    assertThat(ok(answer))
        .isEqualTo(
            """
            M 1309687200 10 host=web2 site=south
            M 1309687260 30.0 host=web2 site=south
            M 1309687320 0.5 host=web2 site=south
            M 1309687380 7 host=web2 site=south
            """
                .replace("M ", metric + " "));
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(ok(get(path("sum:1m-sum-nan:M{host=web1}", "&ascii"))).lines()).hasSize(2);
    assertThat(ok(get(path("sum:M{host=web1}", "&ascii").replace("10:00:00", "10:02:00"))))
        .as("no points, no lines")
        .isEmpty();
  }

  @Test
  void timesAreWholeSecondsOfTheZone() throws Exception {
    String path = "/q?ascii&tz=Asia/Shanghai&m=none:" + metric + "%7Bhost=web2%7D";
    assertThat(ok(get(path + "&start=2011/07/03-18:01:59&end=1309687320999")).lines()).isEmpty();
    assertThat(ok(get(path + "&start=1309687320999&end=2011/07/03-18:02:01")).lines()).hasSize(1);
    HttpResponse<String> same = get(path + "&start=1309687320001&end=1309687320999");
    assertThat(same.statusCode()).isEqualTo(400);
    assertThat(same.body())
        .contains("start time (1309687320) is greater than or equal to end time: 1309687320");
  }

  @Test
  void countsAreThoseOfThePointsShown() throws Exception {
    assertThat(ok(get(path("sum:M", "&json&m=max:" + metric + "%7Bhost=*%7D"))))
        .matches(
            "\\{\"plotted\":\\d+,\"timing\":\\d+,\"etags\":\\[\\[\"host\",\"site\"\\],\\[\\]\\],"
                + "\"points\":\\d+\\}");
    HttpResponse<String> wrong = get(path("many:M", "&json"));
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).isEqualTo("{\"err\":\"No such aggregation function: many\"}");
  }

  @Test
  void aGraphHasItsSizeAndItsColours() throws Exception {
    BufferedImage usual = graph("sum:M", "");
    assertThat(usual.getWidth()).isEqualTo(1024);
    assertThat(usual.getHeight()).isEqualTo(768);
    BufferedImage small = graph("sum:M", "&wxh=100x101&bgcolor=x102030&png");
    assertThat(small.getWidth() + "x" + small.getHeight()).isEqualTo("100x101");
    assertThat(small.getRGB(0, 0)).isEqualTo(0xFF102030);
    BufferedImage all =
        graph(
            "none:M",
            "&wxh=1500x900&o=axis+x1y2&title=A%22%5B%3B%60&ylabel=%E8%B4%9F%E8%BD%BD&y2label=r"
                + "&yrange=%5B0:%5D&y2range=%5B-1e3:1e4%5D&ylog&y2log&key=out+left+bottom+box"
                + "&style=points&smooth=bezier&yformat=%25s&fgcolor=xffffff&bgcolor=x000000&tz=PST");
    assertThat(all.getWidth()).isEqualTo(1500);
    assertThat(graph("none:M", "&nokey&title=&wxh=").getWidth()).isEqualTo(1024);
  }

  /** Whether two graphs are the same, pixel by pixel. */
  private static boolean areSame(BufferedImage one, BufferedImage other) {
    int[] left = one.getRGB(0, 0, one.getWidth(), one.getHeight(), null, 0, one.getWidth());
    int[] right = other.getRGB(0, 0, other.getWidth(), other.getHeight(), null, 0, one.getWidth());
    return Arrays.equals(left, right);
  }

  @Tag("slow")
  @Test
  void annotationsAreDrawnUnlessTheyAreNotWanted() throws Exception {
    BufferedImage plain = graph("sum:M", "&png");
    Series web1 = Series.of(metric, Map.of("host", "web1", "site", "north"));
    String tsuid = series.store().find(web1).toString();
    ok(
        post(
            "/api/annotation",
            "{\"tsuid\":\"" + tsuid + "\",\"startTime\":1309687230,\"description\":\"deployed\"}"));
    BufferedImage noted = graph("sum:M", "&png");
    assertThat(areSame(noted, plain)).isFalse();
    assertThat(areSame(graph("sum:M", "&png&no_annotations"), plain)).isTrue();
    assertThat(areSame(graph("sum:M{host=web2}", "&png"), noted)).isFalse();
    String lines = ok(get(path("sum:M", "&ascii")));
    ok(post("/api/annotation", "{\"startTime\":1309687290,\"description\":\"all\"}"));
    assertThat(areSame(graph("sum:M", "&png"), noted)).isTrue();
    BufferedImage both = graph("sum:M", "&png&global_annotations");
    assertThat(areSame(both, noted)).isFalse();
    assertThat(areSame(graph("sum:M", "&png&global_annotations&no_annotations"), plain)).isTrue();
    assertThat(ok(get(path("sum:M", "&ascii&global_annotations")))).isEqualTo(lines);
    ok(send(request("/api/annotation/bulk?start_time=0&end_time=4000000000&global").DELETE()));
  }

  /** A series with annotations alone is no line, and has no name in the key. */
  @Test
  @Tag("slow")
  void aSeriesWithAnnotationsAloneIsNoLine() throws Exception {
    Series noted = Series.of(metric, Map.of("host", "web3"));
    series
        .store()
        .annotate(
            noted,
            PointTime.ofSeconds(1_309_687_230),
            "{\"startTime\":1309687230,\"description\":\"\"}");
    BufferedImage without = graph("none:M", "&png&no_annotations");
    BufferedImage with = graph("none:M", "&png");
    assertThat(areSame(with, without)).isFalse();
    // But for the column of the line they are the same.
    int differ = 0;
    for (int column = 0; column < with.getWidth(); column++) {
      for (int row = 0; row < with.getHeight(); row++) {
        if (with.getRGB(column, row) != without.getRGB(column, row)) {
          differ++;
          break;
        }
      }
    }
    assertThat(differ).isBetween(1, 3);
  }

  @Test
  void theLargestGraphIsDrawnAndNoLargerOne() throws Exception {
    assertThat(graph("sum:M", "&wxh=4096x1024").getWidth()).isEqualTo(4096);
    HttpResponse<String> larger = get(path("sum:M", "&wxh=4097x100"));
    assertThat(larger.statusCode()).isEqualTo(400);
    assertThat(larger.body())
        .contains("Invalid wxh parameter: 4097x100, width larger than 4096 in 4097x100");
  }

  /** What was once run by gnuplot's shell, beside other wrong values. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          yrange | [33:system('touch FILE')]
          yrange | [1:2]`touch FILE`
          yrange | [0:1e999]
          yrange | 1:2
          y2range | [:];system('touch FILE')
          wxh | 1516x644`touch FILE`
          wxh | 99x100
          wxh | 100x100000
          wxh | 999999999999x100
          wxh | -100x-100
          style | linespoint`touch FILE`
          style | linespoint;system('touch FILE')
          smooth | unique;system('touch FILE')
          key | out;system('touch FILE')
          key | `touch FILE`
          yformat | %s`touch FILE`
          y2format | %s";system("touch FILE")
          xformat | %H:%M$(touch FILE)
          bgcolor | x000000;system('touch FILE')
          fgcolor | xFFFFF`touch FILE`
          o | axis x1y2;system('touch FILE')
          o | with lines
          """)
  void valuesThatOthersRunAreRefused(String name, String value) throws Exception {
    Path file = directory.resolve("file");
    String with = value.replace("FILE", file.toString());
    HttpResponse<String> answer = get(path("sum:M", "&" + name + "=" + encode(with)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).startsWith("{\"error\":{\"code\":400,\"message\":\"");
    assertThat(Files.exists(file)).isFalse();
  }

  /** These are texts, which are drawn as they are. */
  @ParameterizedTest
  @ValueSource(strings = {"title", "ylabel", "y2label"})
  void textsAreDrawnAndNotRun(String name) throws Exception {
    Path file = directory.resolve("file");
    String text = "a\\\";`touch " + file + "`;$(touch " + file + ")";
    text = text.substring(0, Math.min(200, text.length()));
    assertThat(graph("sum:M", "&" + name + "=" + encode(text)).getWidth()).isEqualTo(1024);
    assertThat(Files.exists(file)).isFalse();
    assertThat(get(path("sum:M", "&" + name + "=" + encode("a\nsystem('x')"))).statusCode())
        .isEqualTo(400);
    assertThat(get(path("sum:M", "&" + name + "=" + "x".repeat(201))).statusCode()).isEqualTo(400);
  }

  @Test
  void questionsAreCheckedAsThoseOfTheApi() throws Exception {
    assertThat(get("/q?m=sum:x").body()).contains("Missing parameter <code>start</code>");
    assertThat(get("/q?start=1").body()).contains("Missing sub queries");
    assertThat(get(path("sum:no.such", "&ascii")).body()).contains("No such name for 'metrics'");
    assertThat(get(path("sum:M", "&o=&o=")).body())
        .contains("2 `o' parameters, but 1 `m' parameters.");
    assertThat(post("/q?start=1&m=sum:x", "{}").statusCode()).isEqualTo(405);
    assertThat(get("/q?start=1&m=sum:x&method_override=delete").statusCode()).isIn(403, 405);
    assertThat(get("/api/q?start=1&m=sum:x").statusCode()).isEqualTo(404);
  }

  @Test
  void limitsOfQuestionsHold() throws Exception {
    ReadLimits few = new ReadLimits(8, 1 << 20, 100, Duration.ofMinutes(1));
    try (TsdbServer bound = TsdbServer.start(connection, tables, settings().withLimits(few))) {
      String at = "http://localhost:" + bound.address().getPort();
      for (String form : new String[] {"&ascii", "&json", "&png"}) {
        HttpResponse<String> answer =
            send(HttpRequest.newBuilder(URI.create(at + path("none:M", form))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
      }
    }
  }

  @Tag("slow")
  @Test
  void manyGraphsAtATimeAreAllDrawn() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    String at = "http://localhost:" + port() + path("none:M", "&wxh=2000x2000");
    List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      answers.add(
          client.sendAsync(
              HttpRequest.newBuilder(URI.create(at)).build(), BodyHandlers.ofByteArray()));
    }
    byte[] first = answers.get(0).get().body();
    for (CompletableFuture<HttpResponse<byte[]>> each : answers) {
      assertThat(each.get().statusCode()).isEqualTo(200);
      assertThat(each.get().body()).isEqualTo(first);
    }
  }

  @Test
  void infiniteSumsAreRefused() throws Exception {
    series.put(
        List.of(
            PointLine.parse(metric + ".inf 1309687200 1.7e308 host=web1"),
            PointLine.parse(metric + ".inf 1309687200 1.7e308 host=web2")));
    for (String form : new String[] {"&ascii", "&json", ""}) {
      HttpResponse<String> answer = get(path("sum:M.inf", form));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
      assertThat(answer.body()).contains("Infinity:Infinity at 1309687200");
    }
  }
}
