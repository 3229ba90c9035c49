package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandRunner;
import io.rowandb.cli.systems.SystemCommandTrial;
import io.rowandb.client.Rowan;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./rowan tsdb}, as a user types it. */
class TsdbCommandTest extends SystemCommandTrial {
  private static final String LINES =
      """
      requests 1309687200 1 host=web1 site=north
      requests 1309687260 3 host=web1 site=north
      requests 1309687200 10 host=web2 site=south
      requests 1309687260 30 host=web2 site=south
      requests 1309687320250 0.5 host=web2 site=south
      """;

  TsdbCommandTest() {
    super(TsdbCommand::new);
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("points.txt"), text).toString();
  }

  @Test
  void importsAFileTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
      assertThat(out.toString()).startsWith("Loaded 5 points of ").endsWith(" a second).\n");
    }
    assertThat(query("sum:requests")).isZero();
    assertThat(lines())
        .containsExactly(
            "requests 1309687200 11", "requests 1309687260 33.0", "requests 1309687320250 0.5");
    assertThat(query("max:requests{site=*}{host=web1}")).isZero();
    assertThat(lines())
        .containsExactly(
            "requests 1309687200 1 host=web1 site=north",
            "requests 1309687260 3 host=web1 site=north");
    assertThat(query("sum:2m-avg:rate:requests{host=web1|web2}")).isZero();
    assertThat(lines()).containsExactly("requests 1309687320 -0.1625 host=web2 site=south");
    assertThat(run("suggest", store(), "--type", "tagv", "--prefix", "w")).isZero();
    assertThat(lines()).containsExactly("web1", "web2");
  }

  private int query(String question) {
    return run(
        "query", store(), "-m", question, "--start", "2011/07/03", "--end", "2011-07-03T11:00:00Z");
  }

  @Test
  void madeUpPointsAreTheSameEachTime() throws IOException {
    assertThat(run("import", store(), "--create", "--points", "1000")).isZero();
    assertThat(out.toString()).startsWith("Loaded 1,000 points of made-up servers of seed 1 ");
    assertThat(query("count:sys.cpu")).isZero();
    assertThat(lines()).hasSize(50).startsWith("sys.cpu 1309687200 20");
    assertThat(query("sum:0all-count:sys.cpu{site=*}")).isZero();
    assertThat(lines())
        .containsExactly(
            "sys.cpu 1309651200 350.0 site=site0",
            "sys.cpu 1309651200 350.0 site=site1",
            "sys.cpu 1309651200 300.0 site=site2");
  }

  @Test
  void theNewestAndSeriesByPartsOfTheirNames() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("last", store(), "--metric", "requests", "--end", "2011/07/03-11:30")).isZero();
    assertThat(lines())
        .containsExactly(
            "requests 1309687260 3 host=web1 site=north",
            "requests 1309687320250 0.5 host=web2 site=south");
    assertThat(run("lookup", store(), "--metric", "requests", "--tag", "=north")).isZero();
    assertThat(lines()).hasSize(1);
    String tsuid = lines().get(0).split(" ", -1)[0];
    assertThat(lines().get(0)).isEqualTo(tsuid + " requests host=web1 site=north");
    assertThat(run("last", store(), "--tsuid", tsuid, "--end", "1309687200", "--hours", "0"))
        .isZero();
    assertThat(lines()).containsExactly("requests 1309687200 1 host=web1 site=north");
    assertThat(run("lookup", store(), "--most", "1")).isZero();
    assertThat(lines()).hasSize(1);
    assertThat(err.toString()).isEqualTo("There are more; --most prints them.\n");
    assertThat(run("last", store(), "--tsuid", "zz")).isEqualTo(1);
    assertThat(err.toString()).contains("a TSUID has 6 hexadecimal digits");
    assertThat(run("last", store(), "--tsuid", "00000100000100000g")).isEqualTo(1);
    assertThat(err.toString())
        .contains("a TSUID has 6 hexadecimal digits", "\"00000100000100000g\"");
  }

  /** Points are too young to be packed at once; the answers stay the same in any case. */
  @Test
  void tablesAreConvertedBothWays() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(query("sum:requests")).isZero();
    List<String> answer = lines();
    assertThat(run("convert", store(), "--to", "packed")).isZero();
    assertThat(lines()).containsExactly("Converted 0 rows; tsdb is packed.");
    assertThat(err.toString())
        .isEqualTo("Left 2 rows, too young, or written meanwhile. Run it again later.\n");
    assertThat(query("sum:requests")).isZero();
    assertThat(lines()).isEqualTo(answer);
    assertThat(run("convert", store(), "--to", "opentsdb")).isZero();
    assertThat(lines()).containsExactly("Converted 0 rows; tsdb is opentsdb.");
    assertThat(run("convert", store(), "--to", "smaller")).isEqualTo(2);
    assertThat(err.toString()).contains("--to is packed or opentsdb, not 'smaller'");
    assertThat(run("convert", store())).isEqualTo(2);
    assertThat(run("convert", store(), "--to", "packed", "--table", "other")).isEqualTo(1);
  }

  @Test
  void namesAreAssignedRenamedAndDeleted() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("uid", "assign", store(), "--name", "cpu", "--name", "requests")).isZero();
    assertThat(lines()).containsExactly("metrics cpu 000002", "metrics requests 000001");
    assertThat(run("uid", "assign", store(), "--name", "good", "--name", "b@d")).isEqualTo(2);
    assertThat(run("uid", "rename", store(), "--name", "requests", "--to", "asked")).isZero();
    assertThat(lines()).containsExactly("metrics asked 000001");
    assertThat(run("uid", "grep", store(), "--pattern", "^(asked|cpu|good|web.)$")).isZero();
    assertThat(lines())
        .containsExactly(
            "metrics asked 000001", "metrics cpu 000002", "tagv web1 000001", "tagv web2 000003");
    assertThat(run("uid", "delete", store(), "--type", "tagv", "--name", "web1")).isEqualTo(1);
    assertThat(err.toString()).contains("rows use the tag value \"web1\"");
    assertThat(run("uid", "delete", store(), "--name", "asked")).isEqualTo(1);
    assertThat(run("uid", "delete", store(), "--name", "cpu")).isZero();
    assertThat(run("uid", "delete", store(), "--name", "cpu")).isEqualTo(1);
    assertThat(run("uid", "delete", store(), "--type", "tagv", "--name", "web1", "--force"))
        .isZero();
    assertThat(run("uid", "room", store())).isZero();
    assertThat(lines())
        .containsExactly(
            "2 of 16777215 UIDs of metrics are used, 0 %",
            "2 of 16777215 UIDs of tagk are used, 0 %", "4 of 16777215 UIDs of tagv are used, 0 %");
    assertThat(run("uid", "grep", store(), "--pattern", "(")).isEqualTo(2);
    assertThat(run("uid", "grep", store(), "--pattern", "(?!)")).isEqualTo(2);
    assertThat(err.toString()).contains("has look-around, \"(?!\"");
  }

  @Test
  void aNameThatIsTakenIsNoWrongCommandLine() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("uid", "assign", store(), "--name", "cpu")).isZero();
    assertThat(run("uid", "rename", store(), "--name", "requests", "--to", "cpu")).isEqualTo(1);
    assertThat(err.toString()).contains("there is a metric \"cpu\" already").doesNotContain("Try");
    assertThat(run("uid", "rename", store(), "--name", "none", "--to", "mem")).isEqualTo(1);
    assertThat(run("uid", "rename", store(), "--name", "cpu", "--to", "cpu")).isEqualTo(2);
    assertThat(run("uid", "rename", store(), "--name", "cpu", "--to", "b@d")).isEqualTo(2);
  }

  @Test
  void theWarningOfFewUids() throws Exception {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Table table = connection.getTable(TableName.valueOf("tsdb-uid"))) {
      table.incrementColumnValue(
          new byte[] {0}, Bytes.toBytes("id"), Bytes.toBytes("tagv"), 15_200_000);
    }
    assertThat(run("uid", "grep", store())).isZero();
    assertThat(err.toString())
        .isEqualTo("Warning: 15200004 of 16777215 UIDs of tagv are used, 90 %\n");
  }

  @Test
  void pointsAreScannedAndRemoved() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("scan", store(), "--metric", "requests")).isZero();
    assertThat(lines()).containsExactlyInAnyOrderElementsOf(LINES.lines().toList());
    assertThat(
            run(
                "scan",
                store(),
                "--metric",
                "requests",
                "--tag",
                "host=regexp(2)",
                "--end",
                "2011/07/03-10:01",
                "--delete"))
        .isZero();
    assertThat(lines()).hasSize(2);
    assertThat(err.toString()).isEqualTo("Removed 2 points.\n");
    assertThat(run("scan", store(), "--metric", "requests", "--tag", "host=web*")).isZero();
    assertThat(lines()).hasSize(3);
    assertThat(run("drop", store(), "--metric", "requests")).isZero();
    assertThat(lines()).containsExactly("Removed 2 rows and 0 names of requests.");
    assertThat(run("scan", store(), "--metric", "requests")).isZero();
    assertThat(lines()).isEmpty();
    assertThat(run("drop", store(), "--metric", "requests", "--names")).isZero();
    assertThat(lines()).containsExactly("Removed 0 rows and 1 name of requests.");
    assertThat(run("drop", store(), "--metric", "requests")).isEqualTo(1);
    assertThat(err.toString()).contains("requests");
  }

  /** A delete of now is where the rest would go. */
  @Test
  void rowsThatAreLeftAreCounted() throws Exception {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()))) {
      TimeSeries series = TimeSeries.openExisting(connection, TsdbTables.DEFAULT);
      PointStore later =
          new PointStore(
              connection,
              series.uids(),
              series.store().options(),
              Clock.offset(Clock.systemUTC(), Duration.ofDays(1)),
              System::nanoTime);
      PointTime time = PointTime.ofSeconds(1_309_687_200);
      later.compact("requests", time, time, ReadLimits.DEFAULT);
    }
    String[] first = {
      "scan",
      store(),
      "--metric",
      "requests",
      "--tag",
      "site=north",
      "--end",
      "1309687200",
      "--delete"
    };
    assertThat(run(first)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("Left 1 row as they were")
        .endsWith("Removed 0 points.\n");
    assertThat(run("scan", store(), "--metric", "requests")).isZero();
    assertThat(lines()).hasSize(5);
  }

  /** Prints so many characters, and then its reader is gone. */
  private int runInto(int room, String... arguments) {
    Writer closing =
        new Writer() {
          private int left = room;

          @Override
          public void write(char[] letters, int from, int length) throws IOException {
            left -= length;
            if (left < 0) {
              throw new IOException("broken pipe");
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    err.getBuffer().setLength(0);
    return CommandRunner.commandLine(new TsdbCommand())
        .setOut(new PrintWriter(closing))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void pointsThatCannotBePrintedAreNotRemoved() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    String[] deleting = {"scan", store(), "--metric", "requests", "--delete"};
    assertThat(runInto(100, deleting)).isEqualTo(1); // a row has two lines of 44, or three
    assertThat(err.toString()).contains("the points could not be printed");
    assertThat(runInto(0, "scan", store(), "--metric", "requests")).isEqualTo(1);
    assertThat(run("scan", store(), "--metric", "requests")).isZero();
    assertThat(lines()).hasSize(3).allMatch(line -> line.endsWith("host=web2 site=south"));
    assertThat(runInto(0, deleting)).isEqualTo(1);
    assertThat(run("scan", store(), "--metric", "requests")).isZero();
    assertThat(lines()).hasSize(3);
  }

  /** The last point is 250 ms behind a whole second. */
  @Test
  void anEndInMillisecondsIsExact() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    for (String end : List.of("1309687320000", "2011-07-03T10:02:00Z")) {
      assertThat(run("scan", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).hasSize(4);
      assertThat(run("last", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).contains("requests 1309687260 30 host=web2 site=south");
      assertThat(queryUntil(end)).isZero();
      assertThat(lines()).as(end).hasSize(2);
    }
    for (String end : List.of("1309687320", "2011/07/03-10:02", "1309687320250")) {
      assertThat(run("scan", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).hasSize(5);
      assertThat(run("last", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).contains("requests 1309687320250 0.5 host=web2 site=south");
      assertThat(queryUntil(end)).isZero();
      assertThat(lines()).as(end).hasSize(3);
    }
    String[] deleting = {"scan", store(), "--metric", "requests", "--delete", "--end"};
    assertThat(run(append(deleting, "1309687320249"))).isZero();
    assertThat(err.toString()).isEqualTo("Removed 4 points.\n");
  }

  private int queryUntil(String end) {
    return run("query", store(), "-m", "sum:requests", "--start", "1309687200", "--end", end);
  }

  private static String[] append(String[] words, String word) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = word;
    return all;
  }

  @Test
  void tablesOfAnotherLayout() throws IOException {
    String[] layout = {"--salt-width", "1", "--salt-buckets", "4", "--uid-width", "3,2,4"};
    assertThat(run(with(layout, "import", store(), "--create", "--file", file(LINES)))).isZero();
    assertThat(run(with(layout, "scan", store(), "--metric", "requests"))).isZero();
    assertThat(lines()).containsExactlyInAnyOrderElementsOf(LINES.lines().toList());
    assertThat(run(with(layout, "fsck", store()))).isZero();
    assertThat(run(with(layout, "uid", "grep", store(), "--pattern", "web1"))).isZero();
    assertThat(lines()).containsExactly("tagv web1 00000001");
    assertThat(run("fsck", store())).isEqualTo(1);
    assertThat(err.toString()).contains("Is it the layout of the table?");
    assertThat(run("fsck", store(), "--fix", "--delete")).isEqualTo(1);
    assertThat(err.toString()).contains("2 of 2 rows", "salt of 0 bytes", "nothing was changed");
    assertThat(run("drop", store(), "--metric", "requests", "--names")).isEqualTo(1);
    assertThat(err.toString()).contains("2 of 2 rows", "nothing was changed");
    assertThat(run(with(layout, "scan", store(), "--metric", "requests"))).isZero();
    assertThat(lines()).hasSize(5);
    // The cells are young, so they stay yet.
    assertThat(run("fsck", store(), "--fix", "--delete", "--force")).isEqualTo(1);
    assertThat(out.toString()).contains("Left 2 rows as they were: young");
    assertThat(run(with(layout, "drop", store(), "--metric", "requests", "--names"))).isZero();
    assertThat(lines()).containsExactly("Removed 2 rows and 7 names of requests.");
    assertThat(run("drop", store(), "--metric", "requests", "--force")).isEqualTo(1);
  }

  private static String[] with(String[] layout, String... words) {
    String[] all = Arrays.copyOf(words, words.length + layout.length);
    System.arraycopy(layout, 0, all, words.length, layout.length);
    return all;
  }

  @Test
  void faultsAreFoundAndMended() throws Exception {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("fsck", store())).isZero();
    assertThat(lines()).containsExactly("Looked at 5 cells in 2 rows.", "There are no faults.");
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Table table = connection.getTable(TableName.valueOf("tsdb"));
        ResultScanner rows = table.getScanner(new Scan().setLimit(1))) {
      // The first point again, in more bytes than it needs, and a column that is none.
      table.put(
          new Put(rows.next().getRow(), 5)
              .addColumn(Bytes.toBytes("t"), new byte[] {0, 7}, Bytes.toBytes(1L))
              .addColumn(Bytes.toBytes("t"), new byte[] {1}, new byte[0]));
    }
    assertThat(run("fsck", store())).isEqualTo(1);
    assertThat(lines())
        .contains(
            "Looked at 7 cells in 2 rows.",
            "1 columns with unknown qualifiers, which --fix --delete deletes:",
            "1 integers longer than needed, which --fix mends:",
            "1 points at the time of another, which --fix mends:");
    // The cells are young.
    assertThat(run("fsck", store(), "--metric", "requests", "--fix", "--delete")).isEqualTo(1);
    assertThat(out.toString()).contains("Left 1 row as they were: young");
    assertThat(run("fsck", store(), "--metric", "none")).isEqualTo(1);
  }

  @Test
  void tagsAreIndexed() throws IOException {
    assertThat(run("import", store(), "--create", "--hosts", "600", "--points", "1200")).isZero();
    String[] question = {
      "query",
      store(),
      "--start",
      "2011/07/03-00:00",
      "--end",
      "2011/07/04-00:00",
      "-m",
      "sum:sys.cpu{host=web7}"
    };
    assertThat(run(question)).isZero();
    String wanted = out.toString();
    assertThat(wanted).contains("sys.cpu");
    assertThat(run(append(question, "--explain"))).isZero();
    assertThat(out.toString())
        .isEqualTo("By passing over all rows: there is no index of tags that is ready.\n");
    assertThat(run("index", "state", store())).isZero();
    assertThat(out.toString()).isEqualTo("There is no index.\n");
    assertThat(run("index", "build", store(), "--lease", "0")).isZero();
    assertThat(out.toString()).startsWith("The index is ready: looked at ").contains("00 series.");
    assertThat(run("index", "build", store())).isZero();
    assertThat(out.toString()).isEqualTo("The index is ready already.\n");
    assertThat(run("index", "state", store())).isZero();
    assertThat(out.toString()).isEqualTo("The index is ready.\n");
    assertThat(run(question)).isZero();
    assertThat(out.toString()).isEqualTo(wanted);
    assertThat(run(append(question, "--explain"))).isZero();
    assertThat(out.toString())
        .startsWith("By the index of tags: few series are chosen. All series have ")
        .contains(" Chosen are 1 series with 25 rows at most.");
    assertThat(run("fsck", store())).isZero();
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()));
        Table index = connection.getTable(TableName.valueOf("tsdb-index"))) {
      byte[] tagValue = {4, 0, 0, 1, 0, 0, 1, 0, 0, 1};
      assertThat(index.exists(new Get(tagValue))).isTrue();
      index.delete(new Delete(tagValue));
    }
    assertThat(run("fsck", store(), "--metric", "sys.cpu")).isEqualTo(1);
    assertThat(out.toString()).contains("missing in the index of tags, which --fix adds.");
    assertThat(run("fsck", store(), "--fix")).isZero();
    assertThat(out.toString()).contains("missing in the index of tags, all added.");
    assertThat(run("fsck", store())).isZero();
    assertThat(run("index", "drop", store(), "--lease", "0")).isZero();
    assertThat(out.toString()).isEqualTo("The index is dropped.\n");
    assertThat(run("index", "drop", store(), "--lease", "-1")).isEqualTo(2);
    assertThat(run("index")).isEqualTo(2);
    assertThat(run(question)).isZero();
    assertThat(out.toString()).isEqualTo(wanted);
  }

  @Test
  void rollupsAreKept() throws IOException {
    assertThat(run("import", store(), "--create", "--hosts", "3", "--points", "600")).isZero();
    assertThat(run("keep", store(), "--all")).isEqualTo(2);
    assertThat(run("keep", store(), "--metric", "nosuch")).isEqualTo(1);
    String[] question = {
      "query",
      store(),
      "--start",
      "2011/07/03-10:00",
      "--end",
      "2011/07/03-12:00",
      "-m",
      "max:10m-avg:sys.cpu{host=*}"
    };
    assertThat(run(question)).isZero();
    String wanted = out.toString();
    assertThat(wanted).contains("sys.cpu");
    assertThat(run("keep", store(), "--metric", "sys.cpu", "--all")).isZero();
    assertThat(out.toString()).containsPattern("Made [1-9] hours? of sys.cpu");
    assertThat(run(question)).isZero();
    assertThat(out.toString()).isEqualTo(wanted);
    assertThat(run("import", store(), "--hosts", "3", "--points", "600", "--seed", "9")).isZero();
    assertThat(run("keep", store(), "--settle")).isZero();
    assertThat(out.toString()).contains("0 writers of sys.cpu left behind.", "Made ");
    String[] remove = {"scan", store(), "--metric", "sys.cpu", "--delete", "--end", "2011/07/04"};
    assertThat(run(remove)).isBetween(0, 1);
    assertThat(run("fsck", store(), "--fix")).isBetween(0, 1);
    assertThat(run("drop", store(), "--metric", "sys.cpu")).isZero();
    assertThat(run(question)).isZero();
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void rollupsAnswerAsPointsDo() throws IOException {
    assertThat(run("import", store(), "--create", "--points", "5000")).isZero();
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--end", "2011/07/03-10:30")).isZero();
    assertThat(lines())
        .containsExactly(
            "Made 0 intervals; those of sys.cpu are whole until 2011-07-03T10:00:00Z.");
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--interval", "10m")).isZero();
    assertThat(out.toString()).startsWith("Made 100 intervals; ");
    assertThat(query("sum:20m-avg:sys.cpu{site=*}")).isZero();
    List<String> wanted = lines();
    assertThat(
            run(
                "query",
                store(),
                "-m",
                "sum:20m-avg:sys.cpu{site=*}",
                "--start",
                "2011/07/03",
                "--end",
                "2011-07-03T11:00:00Z",
                "--rollups",
                "10m"))
        .isZero();
    assertThat(lines()).isEqualTo(wanted).isNotEmpty();
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--start", "2011/07/03-10:00"))
        .isEqualTo(0);
  }

  @Test
  void aPackedFileIsReadToo() throws IOException {
    Path file = directory.resolve("points.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(LINES.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(run("import", store(), "--create", "--file", file.toString())).isZero();
    assertThat(query("count:requests")).isZero();
    assertThat(lines()).hasSize(3);
  }

  @Test
  void aWrongLineIsNamedAndThoseBeforeItCanBeThere() throws IOException {
    String file = file(LINES + "requests 1309687200 many host=web1\n");
    assertThat(run("import", store(), "--create", "--file", file)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "rowan: "
                + file
                + ", line 6: \"many\" is no number: requests 1309687200 many host=web1\n");
  }

  @Test
  void aWrongNameIsNamedWithItsLine() throws IOException {
    String file = file(LINES + "requests! 1309687200 1 host=web1\n");
    assertThat(run("import", store(), "--create", "--file", file)).isEqualTo(1);
    assertThat(err.toString()).contains(file + ", line 6: ", "'!'");
  }

  @Test
  void whatIsNotThereIsSaid() throws IOException {
    assertThat(query("sum:requests")).isEqualTo(1);
    assertThat(err.toString()).contains(store());
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(query("sum:responses")).isEqualTo(1);
    assertThat(err.toString()).contains("responses");
    assertThat(run("suggest", store(), "--table", "other")).isEqualTo(1);
    assertThat(err.toString()).contains("there are no tables other and other-uid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          import PATH --hosts 0 | --hosts is 0, not 1 to 100000
          import PATH --step 0 | --step is 0
          import PATH --points -1 | --points is -1
          import PATH --start 4294967296 | --start is 4294967296
          import PATH --file none.txt | none.txt is no file
          import PATH --file none.txt --seed 2 | --seed does not go with --file
          import PATH --table a/b | --table
          query PATH --start 0 | --query
          query PATH -m sum:x | --start
          query PATH -m sum:x --start yesterday | "yesterday" is no time
          query PATH -m sum:x --start 2 --end 1 | no range: from 2000 to 1999 ms
          query PATH -m sum --start 0 | is not AGGREGATOR:METRIC
          query PATH -m sum:x --start 0 --zone Mars | --zone is Mars
          last PATH | give --metric, or --tsuid
          last PATH --metric a --tsuid 00 | and not both
          last PATH --metric a --hours -1 | --hours is -1
          last PATH --metric a --tag b | --tag is b
          last PATH --tsuid 00 --tag a=b | --tag goes with --metric
          last PATH --metric a --end soon | "soon" is no time
          lookup PATH --tag a | "a"
          lookup PATH --most 0 | 1 to 100000 series: 0
          scan PATH | --metric
          scan PATH --metric a --tag b | --tag is b
          scan PATH --metric a --tag b=like(c) | "like"
          scan PATH --metric a --start 2 --end 1 | 2000 to 1999
          drop PATH | --metric
          rollup PATH --metric a --interval 7m | 420
          rollup PATH --metric a --interval 2h | divide an hour: "2h"
          rollup PATH --metric a --start soon | "soon" is no time
          query PATH -m sum:x --start 0 --rollups 1d | divide an hour: "1d"
          fsck PATH --delete | --delete goes with --fix
          fsck PATH --keep both | --keep is both
          fsck PATH --fix --force | --force goes with --delete
          scan PATH --metric a --salt-width 5 | 0 to 4 bytes: 5
          last PATH --metric a --salt-width 1 --salt-buckets 257 | 1 to 256 buckets: 257
          uid room PATH --uid-width 8 | 1 to 7 bytes: 8
          lookup PATH --uid-width 3,3 | --uid-width is one number, or three: [3, 3]
          scan PATH --metric a --tag b=regexp((a)\\1) | a back reference, "\\1"
          uid assign PATH | --name
          uid assign PATH --name a --type b | --type is b
          uid rename PATH --name a | --to
          suggest PATH --type names | --type is names
          suggest PATH --most 0 | --most is 0
          """)
  void aWrongCommandLineIsExplained(String line, String message) {
    assertThat(run(line.strip().replace("PATH", store()).split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(message.strip());
    assertThat(Files.exists(Path.of(store()))).isFalse();
  }
}
