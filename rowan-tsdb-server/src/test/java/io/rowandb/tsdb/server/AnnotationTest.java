package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.Annotations;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.StoredAnnotation;
import io.rowandb.tsdb.text.PointLine;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Annotations of series and of none, one by one, in bulk, and in answers to questions. */
class AnnotationTest extends TsdbServerCase {
  private static final byte[] FAMILY = Bytes.toBytes("t");
  private static final String ALL = "/api/annotation/bulk?start_time=0&end_time=4000000000&global";

  @AfterEach
  void deleteGlobal() throws Exception {
    ok(send(request(ALL).DELETE()));
  }

  private HttpResponse<String> put(String path, String body) throws Exception {
    return send(request(path).PUT(BodyPublishers.ofString(body)));
  }

  private String tsuid(String tags) throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 " + tags)));
    return series.last(metric, Map.of(), 1309687200_000L, 0, ReadLimits.DEFAULT).get(0).tsuid();
  }

  private byte[] stored(String row, String column) throws Exception {
    try (Table table = connection.getTable(tables.data())) {
      Result found =
          table.get(new Get(Bytes.fromHex(row)).addColumn(FAMILY, Bytes.fromHex(column)));
      return found.isEmpty() ? null : found.value();
    }
  }

  @Test
  void valuesOfOnesChoiceAreSingle() throws Exception {
    String at = "{\"startTime\":1309687240,\"custom\":";
    assertThat(ok(post("/api/annotation", at + "{\"a\":null,\"b\":1}}")))
        .contains("\"custom\":{\"a\":null,\"b\":\"1\"}");
    assertThat(ok(get("/api/annotation?start_time=1309687240")))
        .contains("\"custom\":{\"a\":null,\"b\":\"1\"}");
    for (String wrong : List.of("{\"a\":{\"b\":1}}", "{\"a\":[1]}")) {
      HttpResponse<String> refused = post("/api/annotation", at + wrong + "}");
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
      assertThat(refused.body()).contains("the member a is not a single value");
    }
  }

  @Test
  void globalOnesAreKeptAsOpenTsdbKeepsThem() throws Exception {
    assertThat(ok(post("/api/annotation", "{\"startTime\":1309687230,\"description\":\"down\"}")))
        .isEqualTo(
            "{\"tsuid\":\"\",\"startTime\":1309687230,\"endTime\":0,\"description\":\"down\","
                + "\"notes\":\"\"}");
    assertThat(stored("0000004e103da0", "01001e"))
        .asString()
        .isEqualTo(
            "{\"startTime\":1309687230,\"endTime\":0,\"description\":\"down\",\"notes\":\"\","
                + "\"custom\":null}");
    ok(post("/api/annotation", "{\"startTime\":1309687230,\"notes\":\"up\"}"));
    String path = "/api/annotation?start_time=1309687230";
    assertThat(ok(get(path))).contains("\"description\":\"down\",\"notes\":\"up\"");
    ok(put("/api/annotation", "{\"startTime\":1309687230,\"notes\":\"new\"}"));
    assertThat(ok(get(path))).contains("\"description\":\"\",\"notes\":\"new\"");
    assertThat(send(request(path).DELETE()).statusCode()).isEqualTo(204);
    assertThat(get(path).statusCode()).isEqualTo(404);
    assertThat(send(request(path).DELETE()).statusCode()).isEqualTo(204);
    ok(post("/api/annotation", "{\"startTime\":1309687230,\"notes\":\"again\"}"));
    assertThat(ok(get(path))).contains("\"notes\":\"again\"");
  }

  @Test
  void timesInMillisecondsAndThoseThatOpenTsdbTakesForThem() throws Exception {
    ok(post("/api/annotation", "{\"startTime\":1309687230500,\"notes\":\"half\"}"));
    assertThat(stored("0000004e103da0", "010000" + String.format("%04x", 30_500))).isNotNull();
    // 1309688000 is 1309688 to OpenTSDB, which is 2888 seconds after its hour.
    ok(post("/api/annotation", "{\"startTime\":1309688000,\"notes\":\"round\"}"));
    assertThat(stored("0000004e103da0", "01" + String.format("%04x", 1_309_688 % 3_600)))
        .isNotNull();
    assertThat(ok(get("/api/annotation?start_time=1309688000"))).contains("round");
    // Its place is taken for the second that has it by right.
    long there = 1_309_687_200 + 1_309_688 % 3_600;
    assertThat(
            post("/api/annotation", "{\"startTime\":" + there + ",\"notes\":\"x\"}").statusCode())
        .isEqualTo(500);
    assertThat(ok(get("/api/annotation?start_time=1309688000"))).contains("round");
  }

  @Test
  void listsGlobalOnes() throws Exception {
    for (int second : List.of(1309687100, 1309687230, 1309687240, 1309690900)) {
      ok(post("/api/annotation", "{\"startTime\":" + second + ",\"notes\":\"n" + second + "\"}"));
    }
    ok(post("/api/annotation", "{\"startTime\":1309687250,\"endTime\":1309699999}"));
    assertThat(ok(get("/api/annotations?start_time=1309687200&end_time=1309687300")))
        .contains("n1309687230", "n1309687240")
        .doesNotContain("n1309687100", "n1309690900", "1309687250");
    assertThat(ok(get("/api/annotations?start_time=1309687200")))
        .contains("n1309690900", "1309687250");
    assertThat(get("/api/annotations?start_time=1309687200&end_time=1").statusCode())
        .isEqualTo(400);
  }

  @Test
  void theyAreInAnswersToQuestions() throws Exception {
    String tsuid = tsuid("host=web1");
    Series series1 = Series.of(metric, Map.of("host", "web1"));
    ok(
        post(
            "/api/annotation",
            "{\"tsuid\":\"" + tsuid + "\",\"startTime\":1309687201,\"description\":\"own\"}"));
    ok(post("/api/annotation", "{\"startTime\":1309687210,\"description\":\"all\"}"));
    series.store().annotate(series1, PointTime.ofSeconds(1309687202), "no JSON {");
    series.store().annotate(series1, PointTime.ofSeconds(1309687900), "{\"startTime\":1309687900}");
    String path = "/api/query?start=1309687100&end=1309687300&m=sum:" + metric;
    String own =
        "\"annotations\":[{\"tsuid\":\""
            + tsuid
            + "\",\"startTime\":1309687201,\"endTime\":0,"
            + "\"description\":\"own\",\"notes\":\"\"}]";
    assertThat(ok(get(path))).contains(own + ",\"dps\":{").doesNotContain("globalAnnotations");
    assertThat(ok(get(path + "&global_annotations")))
        .contains(own + ",\"globalAnnotations\":[{\"tsuid\":\"\",\"startTime\":1309687210,");
    assertThat(ok(get(path + "&global_annotations&no_annotations"))).doesNotContain("nnotations");
    String body =
        "{\"start\":1309687100,\"end\":1309687300,\"globalAnnotations\":true,"
            + "\"queries\":[{\"aggregator\":\"sum\",\"metric\":\""
            + metric
            + "\"}]}";
    assertThat(ok(post("/api/query", body))).contains("\"globalAnnotations\":[{", own);
    assertThat(
            ok(post("/api/query", body.replace("{\"start\"", "{\"noAnnotations\":true,\"start\""))))
        .doesNotContain("nnotations");
  }

  @Test
  void theirJsonSaysOfWhenTheyAre() throws Exception {
    String tsuid = tsuid("host=web1");
    // In a column of 1309690088, by OpenTSDB's rule.
    ok(
        post(
            "/api/annotation",
            "{\"tsuid\":\"" + tsuid + "\",\"startTime\":1309688000,\"notes\":\"round\"}"));
    String path = "/api/query?m=sum:" + metric + "&start=";
    assertThat(ok(get(path + "1309687100&end=1309688100"))).contains("round");
    assertThat(ok(get(path + "1309687100&end=1309687900"))).doesNotContain("round");
    assertThat(
            ok(
                send(
                    request(
                            "/api/annotation/bulk?start_time=1309688000&end_time=1309688000&tsuids="
                                + tsuid)
                        .DELETE())))
        .contains("\"totalDeleted\":1}");
    assertThat(ok(get(path + "1309687100&end=1309688100"))).doesNotContain("round");
  }

  @Test
  void seriesWithAnnotationsAloneMakeNoNumbers() throws Exception {
    tsuid("host=web1 site=a");
    for (String tags : List.of("web2 a", "web3 a", "web4 b")) {
      String[] each = tags.split(" ", -1);
      series
          .store()
          .annotate(
              Series.of(metric, Map.of("host", each[0], "site", each[1])),
              PointTime.ofSeconds(1309687210),
              "{\"startTime\":1309687210,\"notes\":\"of " + each[0] + "\"}");
    }
    String path = "/api/query?start=1309687100&end=1309687300&m=count:1m-count-zero:" + metric;
    String all = ok(get(path));
    assertThat(all).contains("of web2", "of web3", "of web4").contains("\"1309687200\":1");
    assertThat(all.split("\"dps\"", -1)).hasSize(2);
    String bySite = ok(get(path + "%7Bsite=*%7D"));
    assertThat(bySite)
        .contains("\"tags\":{\"host\":\"web1\",\"site\":\"a\"}")
        .contains("\"tags\":{\"host\":\"web4\",\"site\":\"b\"}", "\"dps\":{}}");
    assertThat(ok(get(path + "&no_annotations")).split("\"dps\"", -1)).hasSize(2);
  }

  @Test
  void bulkWritesAndDeletes() throws Exception {
    String tsuid = tsuid("host=web1");
    String list =
        "[{\"startTime\":1309687230,\"notes\":\"a\"},{\"startTime\":1309687240},"
            + "{\"startTime\":1309687250,\"tsuid\":\""
            + tsuid
            + "\",\"notes\":\"b\"}]";
    String written = ok(post("/api/annotation/bulk", list));
    assertThat(written).contains("\"notes\":\"a\"", "\"notes\":\"b\"").doesNotContain("9687240");
    String wrong = list.replace("\"startTime\":1309687250", "\"startTime\":0");
    assertThat(post("/api/annotation/bulk", wrong.replace("\"a\"", "\"c\"")).statusCode())
        .isEqualTo(400);
    assertThat(ok(get("/api/annotation?start_time=1309687230"))).contains("\"notes\":\"a\"");
    assertThat(
            ok(
                send(
                    request("/api/annotation/bulk")
                        .method(
                            "DELETE",
                            BodyPublishers.ofString(
                                "{\"startTime\":\"1309687240\",\"endTime\":1309687300,"
                                    + "\"global\":true,\"tsuids\":[\""
                                    + tsuid
                                    + "\"]}")))))
        .isEqualTo(
            "{\"tsuids\":[\""
                + tsuid
                + "\"],\"global\":true,\"startTime\":1309687240000,"
                + "\"endTime\":1309687300000,\"totalDeleted\":1}");
    assertThat(ok(send(request(ALL).DELETE()))).contains("\"totalDeleted\":1}");
    assertThat(ok(send(request(ALL).DELETE()))).contains("\"totalDeleted\":0}");
    assertThat(stored(metric)).hasSize(1);
    assertThat(get("/api/annotation/bulk").statusCode()).isEqualTo(405);
    assertThat(post("/api/annotation/bulk", "{}").body()).contains("a list of annotations");
    assertThat(post("/api/annotation/bulk", "[" + "1,".repeat(1000) + "1]").body())
        .contains("At most 1000 annotations");
    assertThat(send(request("/api/annotation/bulk?start_time=1").DELETE()).body())
        .contains("Missing the TSUIDs or global annotations flag");
    assertThat(send(request("/api/annotation/bulk?global&start_time=9&end_time=8").DELETE()).body())
        .contains("cannot be less than the start");
    assertThat(send(request("/api/annotation/bulk?global").DELETE()).body())
        .contains("Missing parameter <code>start_time</code>");
  }

  @Test
  void wrongOnesAreRefused() throws Exception {
    assertThat(post("/api/annotation", "{\"startTime\":1309687230}").statusCode()).isEqualTo(304);
    assertThat(
            post("/api/annotation", "{\"startTime\":99999999999999,\"notes\":\"x\"}").statusCode())
        .isEqualTo(400);
    assertThat(post("/api/annotation", "{\"notes\":\"x\"}").body())
        .contains("The start timestamp has not been set");
    assertThat(post("/api/annotation", "{\"startTime\":5,\"notes\":{}}").statusCode())
        .isEqualTo(400);
    assertThat(post("/api/annotation", "{\"startTime\":5,\"custom\":[]}").statusCode())
        .isEqualTo(400);
    assertThat(post("/api/annotation", "{\"startTime\":5,\"endTime\":\"x\"}").statusCode())
        .isEqualTo(400);
    String large = "{\"startTime\":5,\"notes\":\"" + "x".repeat(1 << 20) + "\"}";
    assertThat(post("/api/annotation", large).body()).contains("an annotation has 1 to 1048576");
    assertThat(get("/api/annotation/x?start_time=1").statusCode()).isEqualTo(404);
    assertThat(get("/api/annotation").body()).contains("Missing start time");
  }

  @Test
  void whatOthersWroteIsFoundAndDeleted() throws Exception {
    try (Table table = connection.getTable(tables.data())) {
      table.put(
          new Put(Bytes.fromHex("0000004e103da0"))
              .addColumn(
                  FAMILY,
                  Bytes.fromHex("01" + String.format("%04x", 800)),
                  Bytes.toBytes("{\"startTime\":1309688000,\"description\":\"as it is\"}")));
    }
    assertThat(ok(get("/api/annotation?start_time=1309688000"))).contains("as it is");
    ok(post("/api/annotation", "{\"startTime\":1309688000,\"notes\":\"more\"}"));
    assertThat(ok(get("/api/annotation?start_time=1309688000"))).contains("as it is", "more");
    assertThat(ok(send(request(ALL).DELETE()))).contains("\"totalDeleted\":1}");
  }

  @Test
  void ofTwoThatChangeOneAtATimeOneIsRefused() throws Exception {
    Annotations annotations = series.store().annotations();
    PointTime time = PointTime.ofSeconds(1_309_687_230);
    String first = "{\"startTime\":1309687230,\"notes\":\"first\"}";
    assertThat(annotations.at(Optional.empty(), time)).isEmpty();
    ok(post("/api/annotation", first));
    assertThat(annotations.write(Optional.empty(), time, Optional.empty(), List.of(), first))
        .isFalse();
    StoredAnnotation read = annotations.at(Optional.empty(), time).get(0);
    ok(post("/api/annotation", first.replace("first", "second")));
    assertThat(annotations.write(Optional.empty(), time, Optional.of(read), List.of(), first))
        .isFalse();
    assertThat(ok(get("/api/annotation?start_time=1309687230"))).contains("second");
  }

  @Test
  void otherMethodsWriteNothing() throws Exception {
    String path = "/api/annotation?start_time=1309687333&description=x";
    for (String method : List.of("HEAD", "PATCH")) {
      assertThat(send(request(path).method(method, BodyPublishers.noBody())).statusCode())
          .as(method)
          .isEqualTo(405);
      assertThat(get(path).statusCode()).as(method).isEqualTo(404);
    }
    assertThat(send(request(path).POST(BodyPublishers.noBody())).statusCode()).isEqualTo(200);
    assertThat(get(path).statusCode()).isEqualTo(200);
  }

  @Tag("slow")
  @Test
  void thoseOfSeriesHaveALimitOfBytes() throws Exception {
    tsuid("host=web1");
    Series of = Series.of(metric, Map.of("host", "web1"));
    String text = "x".repeat(1_000_000);
    for (int i = 0; i < 17; i++) {
      series
          .store()
          .annotate(
              of,
              PointTime.ofSeconds(1309687200 + i),
              "{\"startTime\":" + (1309687200 + i) + ",\"notes\":\"" + text + "\"}");
    }
    String path = "/api/query?start=1309687100&m=sum:" + metric + "&end=";
    assertThat(get(path + "1309687202").statusCode()).isEqualTo(200);
    HttpResponse<String> answer = get(path + "1309687300");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("annotations of the series", "noAnnotations");
    assertThat(ok(get(path + "1309687300&no_annotations"))).contains("\"1309687200\":1");
  }
}
