package io.rowandb.gateway;

import static java.lang.ProcessBuilder.Redirect.DISCARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.hbase.rest.model.CellModel;
import org.apache.hadoop.hbase.rest.model.CellSetModel;
import org.apache.hadoop.hbase.rest.model.RowModel;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HBase's REST gateway on a store in memory: its paths, and its JSON, XML, protobuf and bytes. Each
 * test has a table of its own with the family {@code f}.
 */
@Tag("slow")
class RestGatewayTest {
  private static final String JSON = "application/json";
  private static final String XML = "text/xml";
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String BYTES = "application/octet-stream";
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int NOT_FOUND = 404;

  /** The shell's exit code for a program that it does not find. */
  private static final int NO_SUCH_COMMAND = 127;

  private static GatewayProcess gateway;
  private static int port;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void startGateway() throws IOException {
    gateway = GatewayProcess.start("rest", "--port=0", "--path=mem:rest");
    port = gateway.port();
  }

  @AfterAll
  static void stopGateway() throws Exception {
    try (GatewayProcess ending = gateway) {
      ending.signal("TERM");
      assertThat(ending.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
  }

  @Test
  void tellsItsVersion() throws Exception {
    assertThat(text(get("/version/rest", "text/plain"))).startsWith("rest ");
    assertThat(text(get("/version", JSON))).contains("\"REST\":", "\"Version\":\"2.6.1");
    assertThat(text(get("/version/cluster", "text/plain"))).startsWith("2.6.1");
  }

  @Test
  void makesListsAndDropsTables() throws Exception {
    String schema = "<TableSchema name='made'><ColumnSchema name='f' VERSIONS='3'/></TableSchema>";
    assertThat(put("/made/schema", XML, schema).statusCode()).isEqualTo(CREATED);
    assertThat(get("/made/exists", JSON).statusCode()).isEqualTo(OK);
    assertThat(text(get("/", JSON))).contains("{\"name\":\"made\"}");
    assertThat(text(get("/", XML))).contains("<table name=\"made\"/>");
    assertThat(text(get("/made/schema", JSON))).contains("\"name\":\"f\"", "\"VERSIONS\":\"3\"");
    assertThat(text(get("/made/regions", JSON))).contains("\"location\":\"localhost:");
    assertThat(text(get("/namespaces", JSON))).contains("default");
    assertThat(text(get("/status/cluster", "text/plain"))).contains("1 live servers");
    assertThat(delete("/made/schema").statusCode()).isEqualTo(OK);
    assertThat(get("/made/exists", JSON).statusCode()).isEqualTo(NOT_FOUND);
  }

  @Test
  void putsAndGetsInEveryFormat() throws Exception {
    table("formats");
    assertThat(put("/formats/bytes/f:a", BYTES, "1").statusCode()).isEqualTo(OK);
    String json =
        "{\"Row\":[{\"key\":\"%s\",\"Cell\":[{\"column\":\"%s\",\"$\":\"%s\"}]}]}"
            .formatted(base64("json"), base64("f:a"), base64("2"));
    assertThat(put("/formats/json", JSON, json).statusCode()).isEqualTo(OK);
    String xml =
        "<CellSet><Row key='%s'><Cell column='%s'>%s</Cell></Row></CellSet>"
            .formatted(base64("xml"), base64("f:a"), base64("3"));
    assertThat(put("/formats/xml", XML, xml).statusCode()).isEqualTo(OK);
    CellSetModel cells = new CellSetModel(new ArrayList<>());
    RowModel row = new RowModel(Bytes.toBytes("protobuf"));
    row.addCell(new CellModel(Bytes.toBytes("f:a"), Bytes.toBytes("4")));
    cells.addRow(row);
    BodyPublisher protobuf = BodyPublishers.ofByteArray(cells.createProtobufOutput());
    assertThat(send("PUT", "/formats/protobuf", "Content-Type", PROTOBUF, protobuf).statusCode())
        .isEqualTo(OK);

    int value = 0;
    for (String key : List.of("bytes", "json", "xml", "protobuf")) {
      String expected = "" + ++value;
      String path = "/formats/" + key + "/f:a";
      assertThat(text(get(path, BYTES))).isEqualTo(expected);
      assertThat(text(get(path, JSON))).contains("\"$\":\"" + base64(expected) + "\"");
      assertThat(text(get(path, XML)))
          .contains("column=\"" + base64("f:a") + "\"", ">" + base64(expected) + "</Cell>");
      CellModel cell = rows(get(path, PROTOBUF)).get(0).getCells().get(0);
      assertThat(cell.getValue()).asString().isEqualTo(expected);
    }
    assertThat(get("/formats/none/f:a", JSON).statusCode()).isEqualTo(NOT_FOUND);
  }

  @Test
  void keepsVersionsAndDeletes() throws Exception {
    table("versions");
    for (int time = 1; time <= 3; time++) {
      String cell =
          "<CellSet><Row key='%s'><Cell column='%s' timestamp='%d'>%s</Cell></Row></CellSet>";
      put("/versions/r", XML, cell.formatted(base64("r"), base64("f:a"), time, base64("v" + time)));
    }
    List<CellModel> versions = rows(get("/versions/r/f:a?v=2", PROTOBUF)).get(0).getCells();
    assertThat(versions).extracting(CellModel::getTimestamp).containsExactly(3L, 2L);
    assertThat(delete("/versions/r/f:a").statusCode()).isEqualTo(OK);
    assertThat(get("/versions/r/f:a", BYTES).statusCode()).isEqualTo(NOT_FOUND);
  }

  @Test
  void checksBeforeItPutsOrDeletes() throws Exception {
    table("checked");
    put("/checked/r/f:a", BYTES, "old");
    String wrong = checkAndPut("unlike", "new");
    assertThat(put("/checked/r?check=put", XML, wrong).statusCode()).isEqualTo(304);
    String right = checkAndPut("old", "new");
    assertThat(put("/checked/r?check=put", XML, right).statusCode()).isEqualTo(OK);
    assertThat(text(get("/checked/r/f:a", BYTES))).isEqualTo("new");
  }

  @Test
  void scansWithoutState() throws Exception {
    table("stateless");
    fill("stateless", 10);
    String range = "/stateless/*?startrow=r2&endrow=r7&limit=3";
    assertThat(streamedKeys(range)).containsExactly("r2", "r3", "r4");
    assertThat(text(get(range, JSON))).contains(base64("r2"), base64("r4")).doesNotContain("cjU=");
    assertThat(text(get(range, XML))).contains("<Row key=\"" + base64("r2") + "\">");
    assertThat(streamedKeys("/stateless/r*")).hasSize(10);
    assertThat(streamedKeys("/stateless/*?reversed=true&limit=2")).containsExactly("r9", "r8");
    assertThat(streamedKeys("/stateless/*?filter=PrefixFilter('r5')")).containsExactly("r5");
  }

  @Test
  void scansWithAScanner() throws Exception {
    table("scanned");
    fill("scanned", 5);
    HttpResponse<byte[]> opened =
        put("/scanned/scanner", XML, "<Scanner batch='2' startRow='" + base64("r1") + "'/>");
    assertThat(opened.statusCode()).isEqualTo(CREATED);
    String scanner = URI.create(opened.headers().firstValue("Location").orElseThrow()).getPath();
    List<String> keys = new ArrayList<>();
    HttpResponse<byte[]> some = get(scanner, PROTOBUF);
    for (; some.statusCode() == OK; some = get(scanner, PROTOBUF)) {
      keys.addAll(keys(some));
    }
    assertThat(some.statusCode()).isEqualTo(NO_CONTENT);
    assertThat(keys).containsExactly("r1", "r2", "r3", "r4");
    assertThat(delete(scanner).statusCode()).isEqualTo(OK);
  }

  /** The commands of docs/gateways.md, as they stand there but for the port. */
  @Test
  void answersTheExampleOfTheReadme() throws Exception {
    String readme = Files.readString(Path.of("..", "docs", "gateways.md"));
    List<String> commands =
        readme.lines().filter(line -> line.startsWith("curl ")).map(this::toThisPort).toList();
    assertThat(commands).hasSize(4);
    List<String> answers = new ArrayList<>();
    for (String command : commands) {
      Process shell = new ProcessBuilder("sh", "-c", command).redirectError(DISCARD).start();
      answers.add(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      int code = shell.waitFor();
      assumeTrue(code != NO_SUCH_COMMAND, "curl is not installed");
      assertThat(code).as(command).isZero();
    }
    assertThat(answers.subList(0, 3)).containsExactly("", "", "CNN");
    assertThat(answers.get(3)).contains(base64("com.cnn.www"), base64("f:title"), base64("CNN"));
  }

  /** The command of the page, as it stands there but for the store and the port. */
  @Test
  void startsAsThePageSays(@TempDir Path directory) throws Exception {
    String page = Files.readString(Path.of("..", "docs", "gateways.md"));
    String command =
        page.lines().filter(line -> line.startsWith("./rowan rest ")).findFirst().orElseThrow();
    assertThat(command).endsWith(" --create"); // which is given below too
    List<String> words = new ArrayList<>();
    for (String word : command.replace(" --create", "").split(" ", -1)) {
      words.add(word.replace("/tmp/shop", directory + "/shop"));
    }
    words.remove(0);
    words.add("--port=0");
    try (GatewayProcess started = GatewayProcess.start(words.toArray(String[]::new))) {
      assertThat(started.port()).isPositive();
      started.signal("TERM");
      assertThat(started.code()).isEqualTo(GatewayProcess.SIGTERM_CODE);
    }
    assertThat(directory.resolve("shop")).isDirectory();
  }

  private String toThisPort(String command) {
    return command.replace("localhost:8080", "localhost:" + port);
  }

  private void table(String name) throws Exception {
    HttpResponse<byte[]> made =
        put(
            "/" + name + "/schema",
            JSON,
            "{\"ColumnSchema\":[{\"name\":\"f\",\"VERSIONS\":\"3\"}]}");
    assertThat(made.statusCode()).isEqualTo(CREATED);
  }

  private void fill(String table, int rows) throws Exception {
    for (int i = 0; i < rows; i++) {
      assertThat(put("/" + table + "/r" + i + "/f:a", BYTES, "" + i).statusCode()).isEqualTo(OK);
    }
  }

  private static String checkAndPut(String expected, String value) {
    return "<CellSet><Row key='%s'><Cell column='%s'>%s</Cell><Cell column='%s'>%s</Cell></Row></CellSet>"
        .formatted(base64("r"), base64("f:a"), base64(value), base64("f:a"), base64(expected));
  }

  private HttpResponse<byte[]> get(String path, String type) throws Exception {
    return send("GET", path, "Accept", type, BodyPublishers.noBody());
  }

  private HttpResponse<byte[]> put(String path, String type, String body) throws Exception {
    return send("PUT", path, "Content-Type", type, BodyPublishers.ofString(body));
  }

  private HttpResponse<byte[]> delete(String path) throws Exception {
    return send("DELETE", path, "Accept", JSON, BodyPublishers.noBody());
  }

  private HttpResponse<byte[]> send(
      String method, String path, String header, String type, BodyPublisher body) throws Exception {
    URI uri = URI.create("http://localhost:" + port + path.replace("'", "%27"));
    return http.send(
        HttpRequest.newBuilder(uri).header(header, type).method(method, body).build(),
        BodyHandlers.ofByteArray());
  }

  private static String text(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(OK);
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static List<RowModel> rows(HttpResponse<byte[]> response) throws IOException {
    assertThat(response.statusCode()).isEqualTo(OK);
    CellSetModel cells = new CellSetModel();
    cells.getObjectFromMessage(response.body());
    return cells.getRows();
  }

  private static List<String> keys(HttpResponse<byte[]> response) throws IOException {
    return rows(response).stream().map(row -> Bytes.toString(row.getKey())).toList();
  }

  /** HBase streams the protobuf of such a scan: messages, each after its length in two bytes. */
  private List<String> streamedKeys(String path) throws Exception {
    HttpResponse<byte[]> response = get(path, PROTOBUF);
    assertThat(response.statusCode()).isEqualTo(OK);
    ByteBuffer stream = ByteBuffer.wrap(response.body());
    List<String> keys = new ArrayList<>();
    while (stream.hasRemaining()) {
      byte[] message = new byte[stream.getShort()];
      stream.get(message);
      CellSetModel cells = new CellSetModel();
      cells.getObjectFromMessage(message);
      cells.getRows().forEach(row -> keys.add(Bytes.toString(row.getKey())));
    }
    return keys;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
