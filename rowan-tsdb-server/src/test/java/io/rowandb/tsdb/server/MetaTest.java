package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowandb.tsdb.meta.MetaSync;
import io.rowandb.tsdb.meta.MetaTracking;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.text.PointLine;
import io.rowandb.tsdb.uid.UidKind;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import net.opentsdb.meta.MetaJudge;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Meta data of names and of series. */
class MetaTest extends TsdbServerCase {
  private static final byte[] FAMILY = Bytes.toBytes("name");
  private static final String UID = "/api/uid/uidmeta";
  private static final String SERIES = "/api/uid/tsmeta";

  private HttpResponse<String> put(String path, String body) throws Exception {
    return send(request(path).PUT(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> delete(String path, String body) throws Exception {
    return send(request(path).method("DELETE", BodyPublishers.ofString(body)));
  }

  private String uid() throws Exception {
    series.put(List.of(PointLine.parse(metric + " 1309687200 1 host=web1")));
    return hex(UidKind.METRIC, metric);
  }

  private static String hex(UidKind kind, String name) throws Exception {
    return HexFormat.of().withUpperCase().formatHex(series.uids().uid(kind, name));
  }

  private String tsuid() throws Exception {
    uid();
    return series.store().find(Series.of(metric, Map.of("host", "web1"))).toString();
  }

  private byte[] cell(boolean ofName, String row, String column) throws Exception {
    try (Table table = connection.getTable(ofName ? tables.uid() : tables.meta())) {
      return table.get(new Get(Bytes.fromHex(row))).getValue(FAMILY, Bytes.toBytes(column));
    }
  }

  @Test
  void anAnswerHasSoManyBytesOfMetaData() throws Exception {
    String uid = uid();
    List<DataPoint> points = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      points.add(PointLine.parse(metric + " 1309687200 1 host=many" + i));
    }
    series.put(points);
    new MetaSync(connection, series.store().options(), series.uids()).run();
    assertThat(get(SERIES + "?m=" + metric).statusCode()).isEqualTo(200);
    String said = "{\"type\":\"metric\",\"uid\":\"" + uid + "\",\"description\":\"%s\"}";
    ok(post(UID, said.formatted("x".repeat(1_000_000))));
    HttpResponse<String> refused = get(SERIES + "?m=" + metric);
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(ok(get(SERIES + "?m=" + metric + "%7Bhost=web1%7D"))).hasSizeGreaterThan(1_000_000);
    HttpResponse<String> large = post(UID, said.formatted("x".repeat(1_100_000)));
    assertThat(large.statusCode()).isEqualTo(400);
    assertThat(large.body()).contains("at most 1048576 bytes");
  }

  @Test
  void aNameIsDescribed() throws Exception {
    String uid = uid();
    String path = UID + "?type=metric&uid=" + uid;
    String plain =
        "{\"uid\":\""
            + uid
            + "\",\"type\":\"METRIC\",\"name\":\""
            + metric
            + "\",\"description\":\"\",\"notes\":\"\",\"created\":0,\"custom\":null,"
            + "\"displayName\":\"\"}";
    assertThat(ok(get(path))).isEqualTo(plain);
    String at = "{\"uid\":\"" + uid + "\",\"type\":\"metric\"";
    assertThat(post(UID, at + "}").statusCode()).isEqualTo(304);
    String said =
        ok(post(UID, at + ",\"displayName\":\"CPU\",\"custom\":{\"owner\":\"ops\",\"n\":5}}"));
    assertThat(said).contains("\"custom\":{\"owner\":\"ops\",\"n\":\"5\"},\"displayName\":\"CPU\"");
    assertThat(cell(true, uid, "metric_meta"))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(
            "{\"type\":\"METRIC\",\"displayName\":\"CPU\",\"description\":\"\",\"notes\":\"\","
                + "\"created\":0,\"custom\":{\"owner\":\"ops\",\"n\":\"5\"}}");
    assertThat(ok(post(UID, at + ",\"description\":\"busy\",\"created\":1309687200}")))
        .contains("\"description\":\"busy\"", "\"owner\"", "CPU", "\"created\":1309687200");
    assertThat(ok(put(UID, at + ",\"notes\":\"new\"}")))
        .contains("\"notes\":\"new\"", "\"created\":1309687200", "\"custom\":null")
        .doesNotContain("CPU", "busy");
    assertThat(ok(get(path))).isEqualTo(text(MetaJudge.uid(bytes(ok(get(path))))));
    assertThat(delete(UID, at + "}").statusCode()).isEqualTo(204);
    assertThat(ok(get(path))).isEqualTo(plain);
    assertThat(series.uids().find(UidKind.METRIC, metric)).isPresent();
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  @Test
  void aNameIsDescribedByParameters() throws Exception {
    String path = UID + "?type=METRICS&uid=" + uid() + "&method_override=";
    assertThat(ok(get(path + "post&display_name=CPU&notes=n"))).contains("CPU", "\"notes\":\"n\"");
    assertThat(ok(get(path + "put&description=d"))).contains("\"d\"").doesNotContain("CPU");
    assertThat(get(path + "post").statusCode()).isEqualTo(304);
    assertThat(get(path + "delete").statusCode()).isEqualTo(204);
    assertThat(ok(get(path + "get"))).contains("\"description\":\"\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | ?type=metric                   | 400 | Missing parameter <code>uid</code>
          GET    | ?uid=000001                    | 400 | Missing parameter <code>type</code>
          GET    | ?uid=000001&type=colour        | 400 | Invalid type requested: colour
          GET    | ?uid=00000x&type=metric        | 400 | a UID has two hexadecimal digits a byte
          GET    | ?uid=0001&type=metric          | 400 | the UID of a metric has 3 bytes
          GET    | ?uid=FFFFFE&type=tagv          | 404 | Could not find the requested UID
          POST   | ?uid=FFFFFE&type=tagv&notes=n  | 404 | Could not find the requested UID
          POST   | ?type=tagv&notes=n             | 400 | Missing UID
          PUT    | ?uid=FFFFFE&notes=n            | 400 | Missing type
          DELETE | ?uid=FFFFFE                    | 400 | Unable to delete UIDMeta information
          HEAD   | ?uid=FFFFFE                    | 405 |
          """)
  void whatIsWrongWithANameIsSaid(String method, String path, int status, String message)
      throws Exception {
    HttpResponse<String> answer = send(request(UID + path).method(method, BodyPublishers.noBody()));
    assertThat(answer.statusCode()).isEqualTo(status);
    if (message != null) {
      assertThat(answer.body())
          .startsWith("{\"error\":{\"code\":" + status + ",\"message\":\"" + message);
    }
  }

  @Test
  @Tag("slow")
  void aSeriesIsDescribed() throws Exception {
    String tsuid = tsuid();
    String path = SERIES + "?tsuid=" + tsuid;
    HttpResponse<String> absent = get(path);
    assertThat(absent.statusCode()).isEqualTo(404);
    assertThat(absent.body()).contains("Could not find Timeseries meta data");
    String at = "{\"tsuid\":\"" + tsuid + "\"";
    assertThat(post(SERIES, at + ",\"units\":\"ms\"}").body())
        .contains("\"code\":400,\"message\":\"Requested TSMeta did not exist\"");
    try (Table table = connection.getTable(tables.meta())) {
      byte[] row = Bytes.fromHex(tsuid);
      table.put(
          new Put(row)
              .addColumn(FAMILY, Bytes.toBytes("ts_ctr"), 1_309_687_205_999L, Bytes.toBytes(12L)));
      table.put(
          new Put(row)
              .addColumn(
                  FAMILY,
                  Bytes.toBytes("ts_meta"),
                  Bytes.toBytes(at + ",\"created\":1309687200}")));
    }
    assertThat(post(SERIES, at + "}").statusCode()).isEqualTo(304);
    String said =
        ok(
            post(
                SERIES,
                at + ",\"units\":\"ms\",\"max\":99.5,\"retention\":30,\"custom\":{\"a\":\"b\"}}"));
    assertThat(said)
        .startsWith("{\"tsuid\":\"" + tsuid + "\",\"metric\":{\"uid\":\"" + uid() + "\"")
        .endsWith(
            "\"description\":\"\",\"notes\":\"\",\"created\":1309687200,\"custom\":{\"a\":\"b\"},"
                + "\"units\":\"ms\",\"retention\":30,\"max\":99.5,\"min\":\"NaN\","
                + "\"displayName\":\"\",\"dataType\":\"\",\"lastReceived\":1309687205,"
                + "\"totalDatapoints\":12}");
    ok(post(UID, "{\"uid\":\"" + uid() + "\",\"type\":\"metric\",\"custom\":{\"x\":\"y\"}}"));
    assertThat(tree(ok(get(path)))).isEqualTo(tree(judged(tsuid)));
    assertThat(ok(put(SERIES, at + ",\"dataType\":\"gauge\"}")))
        .contains("\"dataType\":\"gauge\"", "\"max\":\"NaN\"", "\"created\":1309687200")
        .doesNotContain("ms", "\"a\":\"b\"");
    assertThat(tree(ok(get(path)))).isEqualTo(tree(judged(tsuid)));
    assertThat(delete(SERIES, at + "}").statusCode()).isEqualTo(204);
    assertThat(get(path).statusCode()).isEqualTo(404);
    assertThat(cell(false, tsuid, "ts_ctr")).isEqualTo(Bytes.toBytes(12L));
  }

  /** OpenTSDB's order of the members without a field is that of Java's reflection. */
  private static JsonNode tree(String json) throws Exception {
    return new ObjectMapper().readTree(json);
  }

  private String judged(String tsuid) throws Exception {
    byte[] metricAnswer = bytes(ok(get(UID + "?type=metric&uid=" + hex(UidKind.METRIC, metric))));
    byte[] key = bytes(ok(get(UID + "?type=tagk&uid=" + hex(UidKind.TAG_KEY, "host"))));
    byte[] value = bytes(ok(get(UID + "?type=tagv&uid=" + hex(UidKind.TAG_VALUE, "web1"))));
    return text(
        MetaJudge.series(
            cell(false, tsuid, "ts_meta"), metricAnswer, List.of(key, value), 1_309_687_205, 12));
  }

  @Test
  void aSeriesIsCreatedByItsNames() throws Exception {
    String tsuid = tsuid();
    String path = SERIES + "?m=" + metric + "%7Bhost=web1%7D";
    HttpResponse<String> absent = post(path, "{\"units\":\"ms\"}");
    assertThat(absent.statusCode()).isEqualTo(400);
    assertThat(absent.body())
        .contains("Could not find TSMeta, specify \\\"create=true\\\" to create a new one.");
    assertThat(ok(post(path + "&create=true", "{\"units\":\"ms\"}")))
        .contains("\"units\":\"ms\"", "\"created\":0", "\"totalDatapoints\":0");
    assertThat(cell(false, tsuid, "ts_meta"))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(
            "{\"tsuid\":\""
                + tsuid
                + "\",\"displayName\":\"\",\"description\":\"\",\"notes\":\"\",\"created\":0,"
                + "\"custom\":null,\"units\":\"ms\",\"dataType\":\"\",\"retention\":0,"
                + "\"max\":\"NaN\",\"min\":\"NaN\"}");
    assertThat(cell(false, tsuid, "ts_ctr")).isEqualTo(Bytes.toBytes(0L));
    assertThat(ok(get(path + "&method_override=post&data_type=gauge&max=0.1&min=-1")))
        .contains("\"units\":\"ms\"", "\"dataType\":\"gauge\"")
        .contains("\"max\":0.10000000149011612,\"min\":-1.0");
    String all = ok(get(SERIES + "?m=" + metric));
    assertThat(all).isEqualTo("[" + ok(get(SERIES + "?tsuid=" + tsuid)) + "]");
    assertThat(ok(get(path))).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | ?                              | 400 | Missing parameter <code>m</code>
          GET    | ?tsuid=                        | 400 | a TSUID has
          GET    | ?tsuid=xyz                     | 400 | a TSUID has
          GET    | ?m=no.metric                   | 404 | Unable to find one of the UIDs
          GET    | ?m=no.metric{                  | 400 | Missing '}' at the end
          POST   | ?m=no.metric{a=b}              | 404 | Unable to find one or more UIDs
          POST   | ?m=no.metric&create=true       | 400 | a series has at least one tag
          POST   | ?notes=n                       | 400 | Missing parameter <code>m</code>
          POST   | ?tsuid=FFFFFEFFFFFEFFFFFE&notes=n | 400 | Requested TSMeta did not exist
          POST   | ?m=a{b=c}&max=x                | 400 | Unable to parse 'max' value
          POST   | ?m=a{b=c}&retention=1.5        | 400 | Unable to parse 'retention' value
          DELETE | ?m=a{b=c}                      | 400 | Unable to delete TSMeta information
          """)
  void whatIsWrongWithASeriesIsSaid(String method, String path, int status, String message)
      throws Exception {
    String escaped = path.replace("{", "%7B").replace("}", "%7D");
    HttpResponse<String> answer =
        send(request(SERIES + escaped).method(method, BodyPublishers.noBody()));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body())
        .startsWith("{\"error\":{\"code\":" + status + ",\"message\":\"" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          no JSON
          []
          {"uid":{}}
          {"uid":"000001","type":"metric","custom":[]}
          {"uid":"000001","type":"metric","custom":{"a":{}}}
          {"uid":"000001","type":"metric","created":"x"}
          """)
  void aBodyThatIsNoneIsRefused(String body) throws Exception {
    HttpResponse<String> answer = post(UID, body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("Unable to parse the given JSON");
  }

  @Test
  void theyAreCreatedAsPointsAreWritten() throws Exception {
    server.close();
    server =
        TsdbServer.start(
            series.withMeta(new MetaTracking(true, true, true, true)), TsdbServerSettings.LOCAL);
    assertThat(ok(get("/api/config")))
        .contains(
            "\"tsd.core.meta.enable_realtime_ts\":\"true\"",
            "\"tsd.core.meta.enable_realtime_uid\":\"true\"",
            "\"tsd.core.meta.enable_tsuid_incrementing\":\"true\"",
            "\"tsd.core.meta.enable_tsuid_tracking\":\"true\"");
    raw("put " + metric + " 1309687200 1 host=met1\nput " + metric + " 1309687260 1 host=met1\n");
    String found = ok(get(SERIES + "?m=" + metric));
    assertThat(found)
        .contains("\"totalDatapoints\":2", "\"name\":\"met1\"")
        .doesNotContain("\"created\":0,\"custom\":null,\"displayName\":\"\"}]");
    ok(get("/api/dropcaches"));
    raw("put " + metric + " 1309687320 1 host=met1\n");
    assertThat(ok(get(SERIES + "?m=" + metric))).contains("\"totalDatapoints\":3");
  }

  @Test
  void newSeriesArePutIntoTrees() throws Exception {
    assertThat(ok(get("/api/config"))).contains("\"tsd.core.tree.enable_processing\":\"false\"");
    server.close();
    server =
        TsdbServer.start(
            series.withMeta(new MetaTracking(false, true, true, false)).withTrees(),
            TsdbServerSettings.LOCAL);
    assertThat(ok(get("/api/config")))
        .contains(
            "\"tsd.core.tree.enable_processing\":\"true\"",
            "\"tsd.storage.hbase.tree_table\":\"" + tables.tree() + "\"");
    raw("put " + metric + ".a 1309687200 1 host=early\n");
    ok(post("/api/tree", "{\"name\":\"hosts\",\"enabled\":true}"));
    String rules =
        "[{\"treeId\":1,\"level\":0,\"type\":\"TAGK\",\"field\":\"host\"},"
            + "{\"treeId\":1,\"level\":1,\"type\":\"METRIC\",\"separator\":\"\\\\.\"}]";
    assertThat(post("/api/tree/rules", rules).statusCode()).isEqualTo(204);
    raw(
        "put "
            + metric
            + ".a 1309687200 1 host=web1\nput "
            + metric
            + ".b 1309687200 1 host=web1\n");
    JsonNode root = tree(ok(get("/api/tree/branch?treeid=1")));
    assertThat(root.get("branches").findValuesAsText("displayName")).containsExactly("web1");
    String web1 = root.get("branches").get(0).get("branchId").asText();
    String named =
        tree(ok(get("/api/tree/branch?branch=" + web1))).at("/branches/0/branchId").asText();
    JsonNode leaves = tree(ok(get("/api/tree/branch?branch=" + named))).get("leaves");
    assertThat(leaves.findValuesAsText("displayName")).containsExactly("a", "b");
    assertThat(leaves.get(0).get("metric").asText()).isEqualTo(metric + ".a");
    assertThat(leaves.get(0).get("tags").get("host").asText()).isEqualTo("web1");
  }
}
