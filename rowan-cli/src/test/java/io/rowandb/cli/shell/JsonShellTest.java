package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.shell.Forum.Comment;
import io.rowandb.cli.shell.Forum.Kind;
import io.rowandb.cli.shell.Forum.Post;
import io.rowandb.cli.shell.Library.Book;
import io.rowandb.cli.shell.Library.Loan;
import io.rowandb.cli.shell.Library.Note;
import io.rowandb.client.Rowan;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Versioned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What commands print as JSON: every line is one object, and nothing of what was written is lost.
 */
class JsonShellTest {
  private static final Instant T1 = Instant.parse("2024-05-01T10:00:00.001Z");
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static DesignFiles designs;

  private final StringWriter lines = new StringWriter();
  private final StringWriter text = new StringWriter();
  private Connection connection;
  private Shell shell;

  @BeforeAll
  static void readDesigns() throws IOException {
    Path directory = Path.of("src", "test", "java", "io", "rowandb", "cli", "shell");
    designs =
        DesignFiles.read(
            List.of(directory.resolve("Forum.java"), directory.resolve("Library.java")));
  }

  @AfterAll
  static void closeDesigns() throws IOException {
    designs.close();
  }

  @BeforeEach
  void open() throws IOException {
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
    shell = shell(lines);
  }

  private Shell shell(Writer json) {
    return new Shell(
        new Session(
            connection,
            designs,
            new PrintWriter(text),
            Optional.of(new PrintWriter(json, /* autoFlush= */ true)),
            () -> false,
            () -> null),
        Failures::oneLine);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  @Test
  void hostileBytesComeBackAsTheyWere() throws IOException {
    run("create 't', 'f'");
    List<byte[]> hostile = new ArrayList<>();
    for (String each :
        List.of(
            "\"",
            "\\",
            "\\\\",
            "\\x00",
            "\\u0000",
            "'",
            "/",
            "{\"a\":1}",
            "</script>",
            "\n",
            "\r\n",
            "\t",
            "\u0000",
            "\u001b[31m",
            "\u007f",
            "\u0085",
            "\u2028",
            "\u202e",
            "Ää",
            "用户",
            "😀")) {
      hostile.add(each.getBytes(StandardCharsets.UTF_8));
    }
    hostile.add(new byte[] {(byte) 0xff});
    hostile.add(new byte[] {(byte) 0xc0, (byte) 0x80}); // a zero that UTF-8 does not allow
    hostile.add(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}); // one half of a pair
    hostile.add(new byte[] {(byte) 0xc3}); // a letter that was cut
    byte[] all = new byte[1 << 20];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    try (Table table = connection.getTable(T)) {
      for (byte[] each : hostile) {
        table.put(new Put(each).addColumn(F, each, 5, each));
      }
      table.put(new Put(Bytes.toBytes("long")).addColumn(F, F, 6, all));
      table.put(new Put(Bytes.toBytes("none")).addColumn(F, new byte[0], 7, new byte[0]));
      assertSame(run("scan 't'"), table, new Scan());
    }
  }

  @Test
  void versionsAndDeleteMarkersAreAllThere() throws IOException {
    run("create 't', {NAME => 'f', VERSIONS => 3, KEEP_DELETED_CELLS => 'TRUE'}");
    for (int time = 1; time <= 3; time++) {
      run("put 't', 'a', 'f:q', 'v" + time + "', " + time);
    }
    run("put 't', 'a', 'f:latest', 'v', " + (Long.MAX_VALUE - 1));
    run("delete 't', 'a', 'f:q', 2");
    run("deleteall 't', 'a', 'f:q', 1");
    run("put 't', 'b', 'f:q', 'x', 1");
    run("deleteall 't', 'b'");
    try (Table table = connection.getTable(T)) {
      Scan raw = new Scan().setRaw(true).readVersions(9);
      assertSame(run("scan 't', {RAW => true, VERSIONS => 9}"), table, raw);
    }
    assertThat(lines.toString())
        .contains(
            "\"type\":\"Delete\"}", "\"type\":\"DeleteColumn\"}", "\"type\":\"DeleteFamily\"}")
        .contains("\"timestamp\":\"9223372036854775806\"");
    assertThat(run("get 't', 'a', {COLUMN => 'f:q', VERSIONS => 9}").get(0).get("cells"))
        .hasSize(1);
    assertThat(run("get 't', 'b'")).isEmpty();
  }

  /** The lines are the rows that the scan finds, cell by cell. */
  private static void assertSame(List<JsonNode> found, Table table, Scan scan) throws IOException {
    int row = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result each : scanner) {
        JsonNode object = found.get(row++);
        assertThat(object.fieldNames()).toIterable().containsExactly("row", "cells");
        assertThat(bytes(object.get("row"))).isEqualTo(each.getRow());
        assertThat(object.get("cells")).hasSize(each.size());
        for (int i = 0; i < each.size(); i++) {
          assertSame(object.get("cells").get(i), each.rawCells()[i]);
        }
      }
    }
    assertThat(found).hasSize(row);
  }

  private static void assertSame(JsonNode object, Cell cell) {
    assertThat(bytes(object.get("column")))
        .isEqualTo(
            Bytes.add(CellUtil.cloneFamily(cell), new byte[] {':'}, CellUtil.cloneQualifier(cell)));
    assertThat(object.get("timestamp").asLong()).isEqualTo(cell.getTimestamp());
    assertThat(object.get("type").textValue()).isEqualTo(cell.getType().name());
    if (CellUtil.isDelete(cell)) {
      assertThat(object.has("value")).isFalse();
    } else {
      assertThat(bytes(object.get("value"))).isEqualTo(CellUtil.cloneValue(cell));
    }
  }

  private static byte[] bytes(JsonNode notation) {
    return Bytes.toBytesBinary(notation.textValue());
  }

  @Test
  void aFormatterMakesValuesOfBytes() throws IOException {
    run("create 't', 'f'");
    String hostile = "用户 \"\\x00\" \n\u202e😀";
    put("text", Bytes.toBytes(hostile));
    put("no text", new byte[] {'a', (byte) 0xff});
    put("long", Bytes.toBytes(-5L));
    put("max", Bytes.toBytes(Long.MAX_VALUE));
    put("double", Bytes.toBytes(0.1));
    put("nan", Bytes.toBytes(Double.NaN));
    put("flag", Bytes.toBytes(true));
    put("short", Bytes.toBytes((short) 7));
    assertThat(cell("text", "FORMATTER => 'toString'").get("value").textValue()).isEqualTo(hostile);
    JsonNode none = cell("no text", "FORMATTER => 'toString'");
    assertThat(none.get("value").textValue()).isEqualTo("a\\xFF");
    assertThat(none.get("malformed").textValue()).isEqualTo("no toString: 2 bytes");
    assertThat(cell("long", "COLUMNS => 'f:q:toLong'").get("value").longValue()).isEqualTo(-5);
    JsonNode max = cell("max", "COLUMNS => 'f:q:toLong'").get("value");
    assertThat(max.textValue()).as("no double is it").isEqualTo("" + Long.MAX_VALUE);
    assertThat(cell("double", "FORMATTER => 'toDouble'").get("value").doubleValue()).isEqualTo(0.1);
    assertThat(cell("nan", "FORMATTER => 'toDouble'").get("value").textValue()).isEqualTo("NaN");
    assertThat(cell("flag", "FORMATTER => 'toBoolean'").get("value").booleanValue()).isTrue();
    assertThat(cell("short", "FORMATTER => 'toHex'").get("value").textValue()).isEqualTo("0007");
    JsonNode wrong = cell("short", "FORMATTER => 'toLong'");
    assertThat(wrong.get("value").textValue()).isEqualTo("\\x00\\x07");
    assertThat(wrong.get("malformed").textValue()).isEqualTo("no toLong: 2 bytes");
    assertThat(cell("flag", "FORMATTER => 'toBigDecimal'").get("malformed")).isNotNull();
  }

  private void put(String row, byte[] value) throws IOException {
    try (Table table = connection.getTable(T)) {
      table.put(new Put(Bytes.toBytes(row)).addColumn(F, Bytes.toBytes("q"), value));
    }
  }

  private JsonNode cell(String row, String options) {
    return run("get 't', '" + row + "', {" + options + "}").get(0).get("cells").get(0);
  }

  @Test
  void aDesignMakesRecordsOfRows() throws IOException {
    run("create 'posts'");
    String hostile = "so \"it\" \\ is\n\u0000\u2028 用户 😀";
    Post post = new Post("ada", T1, Kind.ANSWER, hostile, List.of(new Comment(1, "yes")));
    try (RecordTable<Post> table = RecordTable.open(connection, Forum.POSTS)) {
      table.put(post);
    }
    byte[] row = Forum.POSTS.key().encode(post);
    try (Table table = connection.getTable(Forum.POSTS.name())) {
      byte[] other = new byte[] {0, (byte) 0xff};
      table.put(new Put(row).addColumn(Bytes.toBytes("p"), Bytes.toBytes("zz"), 9, other));
      table.put(new Put(Bytes.toBytes("Z")).addColumn(Bytes.toBytes("p"), F, 9, other));
    }
    List<JsonNode> found = run("scan 'posts'");
    assertThat(found).hasSize(3);
    JsonNode record = found.get(0);
    assertThat(record.fieldNames()).toIterable().containsExactly("row", "key", "fields", "cells");
    assertThat(bytes(record.get("row"))).isEqualTo(row);
    assertThat(record.get("key"))
        .isEqualTo(parsed("{'user':'ada','time':'2024-05-01T10:00:00.001Z'}"));
    assertThat(record.get("fields").get("text").textValue()).isEqualTo(hostile);
    assertThat(record.get("fields").get("kind").textValue()).isEqualTo("ANSWER");
    assertThat(record.get("fields").get("comments"))
        .isEqualTo(parsed("[{'number':1,'text':'yes'}]"));
    assertThat(record.get("cells"))
        .isEqualTo(
            parsed("[{'column':'p:zz','timestamp':9,'type':'Put','value':'\\\\x00\\\\xFF'}]"));
    JsonNode entry = found.get(1);
    assertThat(entry.fieldNames()).toIterable().containsExactly("row", "index", "of", "key");
    assertThat(entry.get("index").textValue()).isEqualTo("byKind");
    assertThat(entry.get("key")).isEqualTo(parsed("{'kind':'ANSWER','user':'ada'}"));
    assertThat(bytes(entry.get("of").get("row"))).isEqualTo(row);
    assertThat(entry.get("of").get("key")).isEqualTo(record.get("key"));
    JsonNode strange = found.get(2);
    assertThat(strange.fieldNames()).toIterable().containsExactly("row", "cells", "reason");
    assertThat(strange.get("reason").textValue()).contains("no Post: row key Z");
    JsonNode sought = run("scan 'posts', {WHERE => {user => 'ada'}}").get(0);
    assertThat(sought.fieldNames()).toIterable().containsExactly("key", "fields");
    assertThat(sought.get("key")).isEqualTo(record.get("key"));
    assertThat(sought.get("fields")).isEqualTo(record.get("fields"));
    assertThat(run("scan 'posts', {DESIGN => false}")).allMatch(each -> each.has("cells"));
  }

  @Test
  void everyKindOfColumnHasItsForm() throws IOException {
    Book book =
        new Book(
            "a",
            "Ada",
            300,
            "978",
            2,
            0,
            List.of(new Versioned<>(Instant.ofEpochMilli(5), "desk")),
            List.of(new Note("eve", 7, 5, "good")),
            List.of(new Loan("bob", 14)));
    try (RecordTable<Book> table = RecordTable.create(connection, Library.BOOKS)) {
      table.put(book);
    }
    JsonNode record = run("scan 'books'").get(0);
    assertThat(record.get("key")).isEqualTo(parsed("{'title':'a'}"));
    assertThat(record.get("fields"))
        .isEqualTo(
            parsed(
                "{'author':'Ada','pages':300,'isbn':'978','edition':2,'readers':0,"
                    + "'places':[{'time':'1970-01-01T00:00:00.005Z','value':'desk'}]}"));
    JsonNode note = run("scan 'book_notes'").get(0);
    assertThat(note.fieldNames())
        .toIterable()
        .containsExactly("row", "details", "of", "key", "fields");
    assertThat(note.get("details").textValue()).isEqualTo("notes");
    assertThat(note.get("of").get("row")).isEqualTo(record.get("row"));
    assertThat(note.get("of").get("key")).isEqualTo(record.get("key"));
    assertThat(note.get("key")).isEqualTo(parsed("{'reader':'eve','page':7}"));
    assertThat(note.get("fields")).isEqualTo(parsed("{'stars':5,'text':'good'}"));
    JsonNode part = run("scan 'books', {COLUMNS => 'b:p'}").get(0);
    assertThat(part.get("fields"))
        .as("what was not read is not there")
        .isEqualTo(parsed("{'pages':300}"));
    JsonNode keys = run("scan 'books', {FILTER => \"KeyOnlyFilter()\"}").get(0);
    assertThat(keys.get("fields")).isEmpty();
    assertThat(keys.get("cells")).isNotEmpty().noneMatch(cell -> cell.has("value"));
  }

  @Test
  void questionsAreAnsweredWithAnObjectEach() {
    run("create 't', {NAME => 'f', TTL => 86400}, 'g'");
    for (String row : List.of("a", "b", "c")) {
      run("put 't', '" + row + "', 'f:q', 'v'");
    }
    assertThat(run("count 't', INTERVAL => 1")).containsExactly(parsed("{'rows':3}"));
    assertThat(run("exists 't'")).containsExactly(parsed("{'exists':true}"));
    assertThat(run("is_enabled 't'")).containsExactly(parsed("{'enabled':true}"));
    assertThat(run("is_disabled 't'")).containsExactly(parsed("{'disabled':false}"));
    assertThat(run("get_counter 't', 'a', 'f:n'")).containsExactly(parsed("{'value':null}"));
    assertThat(run("incr 't', 'a', 'f:n', 5")).containsExactly(parsed("{'value':5}"));
    assertThat(run("get_counter 't', 'a', 'f:n'")).containsExactly(parsed("{'value':5}"));
    assertThat(run("append 't', 'a', 'f:q', \"\\x00\"")).hasSize(1);
    JsonNode figures = run("scan 't', {METRICS => ['ROWS_SCANNED'], STARTROW => 'b'}").get(2);
    assertThat(figures).isEqualTo(parsed("{'metrics':{'ROWS_SCANNED':2}}"));
    run("create 'posts'");
    assertThat(run("list"))
        .containsExactly(
            parsed("{'table':'posts','design':true}"), parsed("{'table':'t','design':false}"));
    JsonNode described = run("describe 't'").get(0);
    assertThat(described.get("table").textValue()).isEqualTo("t");
    assertThat(described.get("enabled").booleanValue()).isTrue();
    assertThat(described.get("attributes").isObject()).isTrue();
    assertThat(described.get("families")).hasSize(2);
    assertThat(described.get("families").get(0).get("NAME").textValue()).isEqualTo("f");
    assertThat(described.get("families").get(0).get("TTL").textValue()).isEqualTo("86400");
    assertThat(run("describe 'posts'").get(0).get("differences")).isEmpty();
    assertThat(run("scan 't', {COLUMNS => 'g'}")).isEmpty();
    assertThat(run("help")).isEmpty();
    assertThat(text.toString())
        .as("what is for people")
        .contains("Created table t")
        .doesNotContain("row(s)", "Current count", "COLUMN+CELL", "ERROR");
  }

  @Test
  void errorsAreForPeople() {
    run("create 't', 'f'");
    assertThat(run("scan 'u'")).isEmpty();
    assertThat(run("scan 't', {LIMT => 5}")).isEmpty();
    assertThat(run("scan 't', {MAXLENGTH => 5}")).isEmpty();
    assertThat(run("scan 't', {")).isEmpty();
    assertThat(shell.end()).isEqualTo(Shell.Outcome.FAILED);
    assertThat(text.toString())
        .contains("ERROR: there is no table u\n", "ERROR: there is no option LIMT here");
  }

  /** As a pipe to {@code head -1}. */
  @Test
  void whoReadsOneLineIsNotKeptWaiting() throws IOException {
    run("create 't', 'f'");
    for (int i = 0; i < 50; i++) {
      put("row" + i, F);
    }
    StringBuilder written = new StringBuilder();
    Writer pipe =
        new Writer() {
          @Override
          public void write(char[] chars, int offset, int length) throws IOException {
            if (written.indexOf("\n") >= 0) {
              throw new IOException("nobody reads");
            }
            written.append(chars, offset, length);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThat(shell(pipe).line("scan 't'")).isEqualTo(Shell.Outcome.DONE);
    assertThat(written.toString()).hasLineCount(1).endsWith("}\n");
  }

  private static JsonNode parsed(String withApostrophes) {
    return parse(withApostrophes.replace('\'', '"'));
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError(line, e);
    }
  }

  /** What a command prints; every line must be an object. */
  private List<JsonNode> run(String command) {
    int before = lines.getBuffer().length();
    shell.line(command);
    String printed = lines.toString().substring(before);
    assertThat(printed)
        .satisfiesAnyOf(all -> assertThat(all).isEmpty(), all -> assertThat(all).endsWith("\n"));
    List<JsonNode> objects = new ArrayList<>();
    printed.lines().forEach(line -> objects.add(parse(line)));
    assertThat(objects).allMatch(JsonNode::isObject);
    return objects;
  }
}
