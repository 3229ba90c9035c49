package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandRunner;
import io.rowandb.client.Rowan;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What keeps the tables of {@code ./rowan tsdb} in order, as a user types it. */
class TsdbUpkeepCommandTest extends TsdbCommandTrial {
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
  @Tag("slow")
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

  @Test
  @Tag("slow")
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

  @Tag("slow")
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

  @Tag("slow")
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
}
