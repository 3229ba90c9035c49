package io.rowandb.tsdb.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
