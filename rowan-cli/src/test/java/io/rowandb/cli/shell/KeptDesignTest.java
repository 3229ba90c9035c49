package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shell without a design file: rows are records by the design that their table keeps. */
class KeptDesignTest {
  enum Mood {
    GOOD,
    BAD
  }

  record Diary(String user, Instant day, Mood mood, int words, List<Line> lines) {}

  record Line(int number, String text) {}

  private static final TableDesign<Diary> DIARIES =
      TableDesign.of("diaries", Diary.class)
          .key(key -> key.part(Diary::user).part(Diary::day, Parts.descending(Parts.millis())))
          .family("d")
          .column(Diary::mood, "d:m")
          .column(Diary::words, "d:w")
          .details(
              Diary::lines,
              DetailLayout.tall("diary_lines"),
              DetailDesign.of(Line.class)
                  .key(key -> key.part(Line::number))
                  .cell(Line::text, "t")
                  .build())
          .index("byWords", index -> index.on(key -> key.part(Diary::words)))
          .build();

  private Connection connection;

  @BeforeEach
  void make() throws IOException {
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
    try (RecordTable<Diary> table = RecordTable.create(connection, DIARIES)) {
      Instant day = Instant.parse("2026-03-01T00:00:00Z");
      table.put(new Diary("ada", day, Mood.GOOD, 3, List.of(new Line(1, "hello"))));
      table.put(new Diary("bob", day, null, 9, List.of()));
    }
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private String run(String line, boolean json) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter objects = new StringWriter();
    try (DesignFiles none = DesignFiles.read(List.of())) {
      new Shell(
              new Session(
                  connection,
                  none,
                  new PrintWriter(out),
                  json ? Optional.of(new PrintWriter(objects)) : Optional.empty(),
                  () -> false,
                  () -> null),
              Failures::oneLine)
          .line(line);
    }
    return json ? objects.toString() : out.toString();
  }

  @Test
  void rowsAreRecords() throws IOException {
    assertThat(run("scan 'diaries'", false))
        .contains("user=\"ada\"", "day=2026-03-01T00:00:00Z", "mood=\"GOOD\"", "words=3")
        .contains("user=\"bob\"", "words=9")
        .doesNotContain("column=");
    assertThat(run("scan 'diaries'", true)).contains("\"user\":\"ada\"", "\"words\":3");
    assertThat(run("scan 'diaries_byWords'", false)).contains("byWords", "words=3", "user=\"ada\"");
    assertThat(run("scan 'diary_lines'", false)).contains("lines", "number=1", "text=\"hello\"");
  }

  @Test
  void cellsWhereTheyAreWanted() throws IOException {
    assertThat(run("scan 'diaries', {DESIGN => false}", false))
        .contains("column=d:w")
        .doesNotContain("words=");
  }

  @Test
  void recordsAreFoundByTheirKeysAndIndexes() throws IOException {
    assertThat(run("scan 'diaries', {WHERE => {words => 9}}", false))
        .contains("user=\"bob\"")
        .doesNotContain("ada");
    assertThat(run("explain 'diaries', {WHERE => {words => 9}}", false)).contains("byWords");
  }

  @Test
  void aDesignThatCannotBeRead() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf("diaries")))
              .setValue("rowan.design", "1;key|user|zigzag")
              .build());
    }
    assertThat(run("scan 'diaries'", false))
        .contains("column=d:w", "zigzag")
        .doesNotContain("words=");
    assertThat(run("scan 'diaries', {WHERE => {words => 9}}", false))
        .contains("zigzag", "--design");
    assertThat(run("describe 'diaries'", false)).contains("zigzag");
  }
}
