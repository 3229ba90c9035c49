package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaSync;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.text.PointLine;
import io.rowandb.tsdb.tree.RuleFailedException;
import io.rowandb.tsdb.tree.TreeBuilder;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.opentsdb.tsd.TreeJudge;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same requests to the server and to OpenTSDB's own handler: the answers are the same, and the
 * cells of the two tables of trees.
 */
class TreeJudgeTest extends TsdbServerCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TREE = "/api/tree";
  private static final String RULE = "/api/tree/rule";
  private static final String RULES = "/api/tree/rules";

  private static TableName judged;
  private static TreeJudge judge;

  @BeforeAll
  static void judge() throws Exception {
    TsdbTables other = TsdbTables.named(BackEnd.newTableName("judged"));
    judged = other.tree();
    other.createTree(connection);
    judge = new TreeJudge(connection, tables.uid(), tables.meta(), judged);
  }

  @AfterAll
  static void dropJudged() throws IOException {
    BackEnd.drop(connection, judged.getNameAsString());
  }

  @BeforeEach
  void empty() throws IOException {
    for (TableName each : new TableName[] {tables.tree(), judged}) {
      connection.getAdmin().disableTable(each);
      connection.getAdmin().truncateTable(each, false);
    }
  }

  /** Asks both, and compares answers and tables. */
  private String ask(String method, String path, String body, int status) throws Exception {
    HttpResponse<String> ours = send(request(path).method(method, BodyPublishers.ofString(body)));
    TreeJudge.Answer theirs = judge.ask(method, path, body);
    String asked = method + " " + path + " " + body;
    assertThat(theirs.status()).as("%s: %s", asked, theirs.body()).isEqualTo(status);
    assertThat(ours.statusCode()).as("%s: %s", asked, ours.body()).isEqualTo(status);
    assertThat(shown(ours.body(), status)).as(asked).isEqualTo(shown(theirs.body(), status));
    assertThat(cells(tables.tree())).as(asked).isEqualTo(cells(judged));
    return ours.body();
  }

  private String ask(String method, String path, String body) throws Exception {
    return ask(method, path, body, 200);
  }

  /**
   * Without when a tree was created, which OpenTSDB does not always know, and details of errors.
   */
  private static JsonNode shown(String body, int status) throws IOException {
    JsonNode json = JSON.readTree(body.isEmpty() ? "{}" : body);
    json.findParents("created").forEach(each -> ((ObjectNode) each).put("created", 0));
    if (status >= 400) {
      ((ObjectNode) json.get("error")).remove("details");
    }
    return json;
  }

  /** The order of some members of a rule is another in each of OpenTSDB's processes. */
  private static Map<String, JsonNode> cells(TableName name) throws IOException {
    Map<String, JsonNode> cells = new TreeMap<>();
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        for (Cell cell : row.rawCells()) {
          if (Bytes.toString(CellUtil.cloneQualifier(cell)).startsWith("tree_not_matched:")) {
            continue; // OpenTSDB means to note them, and never does
          }
          String value = new String(CellUtil.cloneValue(cell), StandardCharsets.UTF_8);
          cells.put(
              Bytes.toHex(row.getRow()) + "/" + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
              value.startsWith("{") ? shown(value, 200) : TextNode.valueOf(value));
        }
      }
    }
    return cells;
  }

  @Test
  void treesAreDefined() throws Exception {
    ask("GET", TREE, "");
    ask("POST", TREE, "{\"name\":\"Hosts\",\"description\":\"of \\\"all\\\" Größe\"}");
    ask("POST", TREE + "?name=Two&method_override=x", "");
    ask("GET", TREE + "?treeid=1", "");
    ask("POST", TREE, "{\"treeId\":1,\"notes\":\"n\",\"strictMatch\":true,\"enabled\":\"TRUE\"}");
    ask("POST", TREE + "?treeid=1&store_failures=true&enabled=no", "");
    ask("POST", TREE + "?treeid=1", "", 304);
    ask("PUT", TREE, "{\"treeId\":1,\"name\":\"Only\",\"storeFailures\":null,\"other\":5}");
    ask("PUT", TREE, "{\"treeId\":1,\"strictMatch\":false}");
    ask("GET", TREE, "");
    ask("DELETE", TREE + "?treeid=2", "", 204);
    ask("GET", TREE, "");
    ask("DELETE", TREE + "?definition=true", "{\"treeId\":2}", 204);
    ask("DELETE", TREE, "{\"treeId\":2,\"definition\":\"TRUE\"}", 204);
    ask("GET", TREE, "");
    ask("POST", TREE, "{\"name\":\"Two again\"}");
  }

  @Test
  void treesHaveRules() throws Exception {
    ask("POST", TREE, "{\"name\":\"Hosts\"}");
    ask("POST", RULE, "{\"treeId\":1,\"type\":\"METRIC\"}");
    ask("GET", RULE + "?treeid=1&level=0&order=0", "");
    ask(
        "POST",
        RULE,
        "{\"treeId\":1,\"level\":2,\"order\":10,\"type\":\"tagk\",\"field\":\"host\"}");
    ask(
        "POST",
        RULE
            + "?treeid=1&level=1&order=1&type=Tagv_Custom&field=web1&custom_field=owner"
            + "&regex=%5E(.*)%5C.x&regex_group_idx=1&separator=%5C.&description=d&notes=n%20n"
            + "&display_format=%7Bvalue%7D!",
        "");
    ask("POST", RULE, "{\"treeId\":1,\"level\":1,\"order\":1,\"notes\":\"other\"}");
    ask("POST", RULE, "{\"treeId\":1,\"level\":1,\"order\":1,\"notes\":\"other\"}", 304);
    ask("POST", RULE, "{\"treeId\":1}", 304);
    ask(
        "PUT",
        RULE,
        "{\"treeId\":1,\"level\":1,\"order\":1,\"type\":\"METRIC_CUSTOM\",\"field\":\"f\","
            + "\"customField\":\"Größe\",\"unknown\":null}");
    ask("GET", TREE + "?treeid=1", "");
    ask("GET", TREE, "");
    ask("DELETE", RULE + "?treeid=1&level=2&order=10", "", 204);
    ask("DELETE", RULE, "{\"treeId\":1,\"level\":0,\"order\":0}", 204);
    ask(
        "POST",
        RULES,
        "[{\"treeId\":1,\"level\":4,\"type\":\"METRIC\",\"separator\":\"\\\\.\"},"
            + "{\"treeId\":1,\"level\":5,\"type\":\"TAGK_CUSTOM\",\"field\":\"a\",\"customField\":\"b\"}]",
        204);
    ask("GET", TREE + "?treeid=1", "");
    ask("PUT", RULES, "[{\"treeId\":1,\"level\":1,\"order\":10,\"type\":\"METRIC\"}]", 204);
    ask("GET", TREE + "?treeid=1", "");
    ask("DELETE", RULES + "?treeid=1", "", 204);
    ask("GET", TREE + "?treeid=1", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /api/tree/other                     | 404 |
          GET    | /api/tree?treeid=9                  | 404 |
          GET    | /api/tree?treeid=-1                 | 400 |
          GET    | /api/tree?treeid=65536              | 400 |
          GET    | /api/tree?treeid=x                  | 400 |
          POST   | /api/tree                           | 400 |
          POST   | /api/tree?treeid=9&name=n           | 404 |
          PUT    | /api/tree?treeid=65536&name=n       | 400 |
          POST   | /api/tree                           | 400 | {"treeId":"x"}
          POST   | /api/tree                           | 400 | {"name":{}}
          POST   | /api/tree                           | 400 | []
          POST   | /api/tree                           | 400 | no JSON
          DELETE | /api/tree                           | 400 |
          DELETE | /api/tree?treeid=9                  | 404 |
          GET    | /api/tree/rule                      | 400 |
          GET    | /api/tree/rule?treeid=1             | 400 |
          GET    | /api/tree/rule?treeid=1&level=1     | 400 |
          GET    | /api/tree/rule?treeid=1&level=1&order=7 | 404 |
          GET    | /api/tree/rule?treeid=9&level=1&order=7 | 404 |
          POST   | /api/tree/rule?treeid=1&level=1&order=7 | 400 |
          POST   | /api/tree/rule?treeid=1&level=1&order=7&type=TAGK | 400 |
          POST   | /api/tree/rule?treeid=1&level=1&order=7&type=TAGK_CUSTOM&field=f | 400 |
          POST   | /api/tree/rule?treeid=1&level=1&order=7&type=TAGV_CUSTOM | 400 |
          POST   | /api/tree/rule?treeid=1&level=1&order=7&type=METRIC&regex_group_idx=-1 | 400 |
          DELETE | /api/tree/rule?treeid=1&level=1&order=7 | 404 |
          POST   | /api/tree/rule                      | 404 | {"treeId":9}
          POST   | /api/tree/rule                      | 400 | {}
          POST   | /api/tree/rules                     | 400 | []
          POST   | /api/tree/rules?treeid=1            | 400 |
          POST   | /api/tree/rules                     | 400 | [{"treeId":1},{"treeId":2}]
          POST   | /api/tree/rules                     | 404 | [{"treeId":9,"type":"METRIC"}]
          PUT    | /api/tree/rules                     | 404 | [{"treeId":9,"type":"METRIC"}]
          DELETE | /api/tree/rules                     | 400 |
          DELETE | /api/tree/rules?treeid=9            | 404 |
          GET    | /api/tree/rules?treeid=1            | 400 |
          """)
  void whatIsWrongIsSaid(String method, String path, int status, String body) throws Exception {
    ask("POST", TREE, "{\"name\":\"Hosts\"}");
    ask(method, path, body == null ? "" : body, status);
  }

  /** OpenTSDB answers 500 to these. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /api/tree/rule?treeid=1&level=-1&order=7 | 400 |
          POST   | /api/tree/rule                      | 400 | {"treeId":1,"level":-1}
          POST   | /api/tree/rule                      | 400 | {"treeId":1,"level":"x"}
          POST   | /api/tree/rule                      | 400 | {"treeId":1,"type":"COLOUR"}
          POST   | /api/tree/rule                      | 400 | {"treeId":1,"regex":"("}
          POST   | /api/tree/rules                     | 400 | {}
          """)
  void whatIsWrongIsNoFaultOfTheServer(String method, String path, int status, String body)
      throws Exception {
    ask("POST", TREE, "{\"name\":\"Hosts\"}");
    String content = body == null ? "" : body;
    assertThat(judge.ask(method, path, content).status()).isEqualTo(500);
    HttpResponse<String> ours =
        send(request(path).method(method, BodyPublishers.ofString(content)));
    assertThat(ours.statusCode()).as(ours.body()).isEqualTo(status);
    assertThat(cells(tables.tree())).isEqualTo(cells(judged));
  }

  private static final String[] METRICS = {"sys.cpu.user", "sys.cpu", "net-in.eth0", "plain"};
  private static final String[] KEYS = {"host", "site", "z"};
  private static final String[] VALUES = {"web-01.lga", "web-02.lga", "north", "sys"};

  /** Series with meta data, by the names that rules read. */
  private List<String> describedSeries() throws Exception {
    for (String name : METRICS) {
      for (String value : VALUES) {
        series.put(
            List.of(
                PointLine.parse(name + " 1309687200 1 host=" + value),
                PointLine.parse(name + " 1309687200 1 host=" + value + " site=north")));
      }
    }
    new MetaSync(connection, series.store().options(), series.uids()).run();
    describe(UidKind.METRIC, "metric", "sys.cpu", "{\"owner\":\"ops.team\",\"dc\":\"\"}");
    describe(UidKind.METRIC, "metric", "plain", "{\"dc\":\"lga-1\"}");
    describe(UidKind.TAG_KEY, "tagk", "host", "{\"owner\":\"Größe.x\"}");
    describe(UidKind.TAG_VALUE, "tagv", "north", "{\"dc\":\"sys\",\"owner\":\"root\"}");
    List<String> tsuids = new ArrayList<>();
    for (String name : METRICS) {
      for (String value : VALUES) {
        Map<String, String> tags = Map.of("host", value);
        tsuids.add(series.store().find(Series.of(name, tags)).toString());
        Map<String, String> more = Map.of("host", value, "site", "north");
        tsuids.add(series.store().find(Series.of(name, more)).toString());
      }
    }
    return tsuids;
  }

  private void describe(UidKind kind, String type, String name, String custom) throws Exception {
    String uid = HexFormat.of().formatHex(series.uids().uid(kind, name));
    String said = "{\"uid\":\"" + uid + "\",\"type\":\"" + type + "\",\"custom\":" + custom + "}";
    assertThat(post("/api/uid/uidmeta", said).statusCode()).isEqualTo(200);
  }

  private static final Random RANDOM = new Random(11);

  private static String any(String... of) {
    return of[RANDOM.nextInt(of.length)];
  }

  private static String rule(int level, int order) {
    String type = any("METRIC", "TAGK", "TAGK", "METRIC_CUSTOM", "TAGK_CUSTOM", "TAGV_CUSTOM");
    String regex =
        any("", "", "", "^([a-z]+)", "\\\\.([a-z]*)$", "(x)?(.*)", "nothing(.)", "^web-([0-9]+)");
    String format =
        any("", "", "{value}", "{tag_name}: {value}", "{ovalue}/{tsuid}", "all", "same");
    return ("{\"treeId\":1,\"level\":%d,\"order\":%d,\"type\":\"%s\",\"field\":\"%s\","
            + "\"customField\":\"%s\",\"regex\":\"%s\",\"regexGroupIdx\":%d,"
            + "\"separator\":\"%s\",\"displayFormat\":\"%s\"}")
        .formatted(
            level,
            order,
            type,
            type.equals("TAGV_CUSTOM") ? any(VALUES) : any(KEYS),
            any("owner", "dc", "none"),
            regex,
            RANDOM.nextInt(6) / 4,
            any("", "", "\\\\.", "-", "[.-]"),
            format);
  }

  /** Random rules, on all series: tests, branches and what is noted are the same. */
  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void seriesHaveTheSamePlaces(int round) throws Exception {
    RANDOM.setSeed(round);
    List<String> tsuids = describedSeries();
    boolean strict = round % 4 == 0;
    ask("POST", TREE, "{\"name\":\"t\",\"storeFailures\":true,\"strictMatch\":" + strict + "}");
    for (int level = 0; level < 5; level++) {
      for (int order = 0; order < RANDOM.nextInt(4); order++) {
        ask("POST", RULE, rule(level * (1 + round % 2), order));
      }
    }
    ask("POST", RULE, "{\"treeId\":1,\"level\":20,\"type\":\"METRIC\",\"separator\":\"\\\\.\"}");
    for (String each : tsuids) {
      if (!process(each)) {
        continue;
      }
      // before the next one: the handler shows one branch for all series of a test
      ask("GET", "/api/tree/test?treeid=1&tsuids=" + each, "");
    }
    ask("POST", "/api/tree/collisions", "{\"treeId\":1}");
    ask("GET", "/api/tree/collisions?treeid=1&tsuids=" + String.join(",", tsuids), "");
    browse("0001");
    ask("DELETE", TREE + "?treeid=1", "", 204);
    ask("GET", "/api/tree/branch?treeid=1", "", 404);
  }

  /** Whether the rules can be used on a series: not, if a value that is to be split is empty. */
  private boolean process(String tsuid) throws Exception {
    String failure = "";
    try {
      judge.process(1, tsuid);
    } catch (IllegalArgumentException e) {
      failure = e.getMessage();
    }
    assertThat(failure).matches("|Value was empty for rule: .*");
    SeriesId id = series.store().options().layout().parseSeries(tsuid);
    TreeBuilder builder =
        new TreeBuilder(connection, tables.tree(), series.trees().find(1).orElseThrow());
    FoundSeries found = series.meta().series(id).orElseThrow();
    if (failure.isEmpty()) {
      builder.put(id, found);
      assertThat(cells(tables.tree())).as(tsuid).isEqualTo(cells(judged));
    } else {
      assertThatThrownBy(() -> builder.put(id, found)).isInstanceOf(RuleFailedException.class);
    }
    return failure.isEmpty();
  }

  private void browse(String branch) throws Exception {
    JsonNode answer = JSON.readTree(ask("GET", "/api/tree/branch?branch=" + branch, ""));
    for (JsonNode each : answer.get("branches")) {
      browse(each.get("branchId").asText());
    }
  }

  @Tag("slow")
  @Test
  void aBranchThatIsCalledAsTheRootIsTheRoot() throws Exception {
    List<String> tsuids = describedSeries();
    ask("POST", TREE, "{\"name\":\"t\"}");
    ask("POST", RULE, "{\"treeId\":1,\"type\":\"METRIC\",\"displayFormat\":\"ROOT\"}");
    ask("POST", RULE, "{\"treeId\":1,\"level\":1,\"type\":\"TAGK\",\"field\":\"host\"}");
    for (String each : tsuids) {
      process(each);
    }
    assertThat(ask("GET", "/api/tree/branch?treeid=1", "")).contains("\"branches\":null,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /api/tree/branch                    | 400 |
          POST   | /api/tree/branch?treeid=1           | 400 |
          GET    | /api/tree/branch?treeid=1           | 404 |
          GET    | /api/tree/branch?branch=1           | 400 |
          GET    | /api/tree/branch?branch=000100      | 404 |
          GET    | /api/tree/branch?branch=00010       | 404 |
          GET    | /api/tree/branch?branch=00010000FFFF | 404 |
          GET    | /api/tree/branch?treeid=70000       | 400 |
          GET    | /api/tree/test?treeid=1             | 400 |
          GET    | /api/tree/test?tsuids=000001        | 400 |
          GET    | /api/tree/test?treeid=9&tsuids=000001 | 404 |
          GET    | /api/tree/test?treeid=1&tsuids=00000F00000F00000F | 200 |
          POST   | /api/tree/test                      | 400 | {"treeId":1}
          POST   | /api/tree/test                      | 400 | {"tsuids":["000001"]}
          PUT    | /api/tree/test                      | 200 | {"treeId":1,"tsuids":["00000F00000F00000F"]}
          DELETE | /api/tree/test                      | 400 | {"treeId":1,"tsuids":["00000F00000F00000F"]}
          GET    | /api/tree/collisions                | 400 |
          GET    | /api/tree/collisions?treeid=9       | 404 |
          GET    | /api/tree/collisions?treeid=1       | 200 |
          POST   | /api/tree/notmatched                | 200 | {"treeId":1}
          GET    | /api/tree/notmatched?treeid=1&tsuids=00000F00000F00000F | 200 |
          DELETE | /api/tree/notmatched                | 400 | {"treeId":1}
          POST   | /api/tree/notmatched                | 400 | {"treeId":1,"tsuids":"x"}
          """)
  void whatIsWrongWithBrowsingIsSaid(String method, String path, int status, String body)
      throws Exception {
    ask("POST", TREE, "{\"name\":\"Hosts\"}");
    ask(method, path, body == null ? "" : body, status);
  }

  /** What the one writes, the other shows. */
  @Tag("slow")
  @Test
  void bothReadWhatTheOtherWrote() throws Exception {
    List<String> tsuids = describedSeries();
    ask("POST", TREE, "{\"name\":\"t\",\"storeFailures\":true,\"strictMatch\":true}");
    ask("POST", RULE, "{\"treeId\":1,\"type\":\"METRIC\",\"separator\":\"\\\\.\"}");
    ask("POST", RULE, "{\"treeId\":1,\"level\":1,\"type\":\"TAGK\",\"field\":\"site\"}");
    for (String each : tsuids) {
      process(each);
    }
    TreeJudge crossed = new TreeJudge(connection, tables.uid(), tables.meta(), tables.tree());
    for (String each :
        List.of(
            "/api/tree",
            "/api/tree/branch?treeid=1",
            "/api/tree/collisions?treeid=1",
            "/api/tree/notmatched?treeid=1",
            "/api/tree/notmatched?treeid=1&tsuids=" + tsuids.get(0) + "," + tsuids.get(1))) {
      assertThat(shown(crossed.ask("GET", each, "").body(), 200))
          .as(each)
          .isEqualTo(shown(ok(get(each)), 200));
    }
    String missed = ok(get("/api/tree/notmatched?treeid=1"));
    assertThat(JSON.readTree(missed)).hasSize(16);
    assertThat(missed).contains("\"" + tsuids.get(0) + "\":\"[1:1:0:TAGK]\"");
    assertThat(JSON.readTree(ok(get("/api/tree/collisions?treeid=1")))).hasSize(12);
    assertThat(crossed.ask("PUT", "/api/tree?treeid=1&name=theirs", "").status()).isEqualTo(200);
    assertThat(ok(get("/api/tree?treeid=1"))).contains("\"name\":\"theirs\"", "TAGK");
  }
}
