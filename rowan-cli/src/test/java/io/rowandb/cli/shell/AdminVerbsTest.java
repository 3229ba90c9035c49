package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands by which tables, regions, snapshots, namespaces and limits are changed. */
class AdminVerbsTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final Deque<String> answers = new ArrayDeque<>();
  private Connection connection;
  private DesignFiles designs;
  private Shell shell;

  @BeforeEach
  void open() throws IOException {
    designs = DesignFiles.read(List.of());
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
    shell =
        new Shell(
            new Session(connection, designs, new PrintWriter(out), () -> false, answers::poll),
            Failures::oneLine);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    designs.close();
  }

  private TableDescriptor descriptor(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(TableName.valueOf(table));
    }
  }

  @Test
  void familiesAreAddedChangedAndDeleted() throws IOException {
    run("create 't', {NAME => 'f', VERSIONS => 3, TTL => 100}, 'g'");
    assertThat(run("alter 't', NAME => 'f', VERSIONS => 5"))
        .containsExactly(
            "Updating all regions with the new schema...", "1/1 regions updated.", "Done.");
    assertThat(descriptor("t").getColumnFamily(Bytes.toBytes("f")).getMaxVersions()).isEqualTo(5);
    assertThat(descriptor("t").getColumnFamily(Bytes.toBytes("f")).getTimeToLive()).isEqualTo(100);
    run("alter 't', 'h', {NAME => 'i', TTL => 7}, {NAME => 'g', METHOD => 'delete'}");
    assertThat(descriptor("t").getColumnFamilyNames())
        .extracting(Bytes::toString)
        .containsExactly("f", "h", "i");
    run("alter 't', 'delete' => 'h'");
    run("alter_async 't', {NAME => 'i', TTL => 9}");
    assertThat(run("alter_status 't'")).containsExactly("1/1 regions updated.", "Done.");
    assertThat(descriptor("t").getColumnFamilyNames())
        .extracting(Bytes::toString)
        .containsExactly("f", "i");
    assertThat(run("alter 't', 'delete' => 'h'"))
        .first()
        .isEqualTo("ERROR: table t has no family h, but [f, i]");
    assertThat(run("alter 't', 'delete' => ['f', 'i']"))
        .containsExactly("ERROR: Table t should have at least one column family.");
  }

  @Test
  void attributesAreSetAndUnset() throws IOException {
    run("create 't', 'f', {MAX_FILESIZE => 1000000000, METADATA => {'k' => 'v'}}");
    assertThat(descriptor("t").getMaxFileSize()).isEqualTo(1_000_000_000);
    run(
        "alter 't', MAX_FILESIZE => '2000000000', SPLIT_ENABLED => false, DURABILITY =>"
            + " 'SKIP_WAL'");
    assertThat(descriptor("t").getMaxFileSize()).isEqualTo(2_000_000_000);
    assertThat(descriptor("t").isSplitEnabled()).isFalse();
    assertThat(descriptor("t").getValue("DURABILITY")).isEqualTo("SKIP_WAL");
    assertThat(descriptor("t").getValue("k")).isEqualTo("v");
    run("alter 't', METHOD => 'table_att_unset', NAME => ['MAX_FILESIZE', 'k']");
    assertThat(descriptor("t").getValue("MAX_FILESIZE")).isNull();
    run("alter 't', CONFIGURATION => {'hbase.hstore.blockingStoreFiles' => 20}");
    assertThat(descriptor("t").getValue("hbase.hstore.blockingStoreFiles")).isEqualTo("20");
    run("alter 't', METHOD => 'table_conf_unset', NAME => 'hbase.hstore.blockingStoreFiles'");
    assertThat(descriptor("t").getValue("hbase.hstore.blockingStoreFiles")).isNull();
  }

  @Test
  void aWrongChangeChangesNothing() throws IOException {
    run("create 't', 'f'");
    for (String wrong :
        List.of(
            "alter 't'",
            "alter 'u', 'f'",
            "alter 't', {NAME => 'g'}, {NAME => 'f', VERSION => 3}",
            "alter 't', 'g', {NAME => 'h', METHOD => 'delete'}",
            "alter 't', 'g', {METHOD => 'table_att_unset', NAME => 'NONE'}",
            "alter 't', 'g', {METHOD => 'other'}",
            "alter 't', 'g', {SPLIT_ENABLED => 5}",
            "alter 't', 'g', {MAX_FILESIZE => '1 GB'}",
            "alter 't', 'g', {SIZE => 1}")) {
      assertThat(run(wrong)).as(wrong).first().asString().startsWith("ERROR: ");
    }
    assertThat(descriptor("t").getColumnFamilyCount()).isEqualTo(1);
  }

  @Test
  void tablesBeginWithRegions() throws IOException {
    Path file = Files.writeString(directory.resolve("splits"), "b\nm\n");
    run("create 't', 'f', SPLITS_FILE => '" + file + "'");
    assertThat(run("get_splits 't'")).containsExactly("Total number of splits = 3", "b", "m");
    run("create 'u', 'f', {NUMREGIONS => 4, SPLITALGO => 'HexStringSplit'}");
    assertThat(run("get_splits 'u'"))
        .containsExactly("Total number of splits = 4", "40000000", "80000000", "c0000000");
    run("create 'v', 'f', SPLITS => [\"\\xff\\x00\"]");
    assertThat(run("get_splits 'v'")).containsExactly("Total number of splits = 2", "\\xFF\\x00");
    assertThat(run("create 'w', 'f', {NUMREGIONS => 4}"))
        .first()
        .asString()
        .startsWith("ERROR: NUMREGIONS and SPLITALGO are given together");
    assertThat(run("create 'w', 'f', {NUMREGIONS => 10001, SPLITALGO => 'HexStringSplit'}"))
        .first()
        .isEqualTo("ERROR: NUMREGIONS is at most 10000, and not 10001");
    assertThat(run("create 'w', 'f', SPLITS_FILE => '" + directory.resolve("none") + "'"))
        .first()
        .asString()
        .startsWith("ERROR: ");
    assertThat(run("exists 'w'")).containsExactly("Table w does not exist");
  }

  @Test
  void regionsAreSplitMergedFoundAndListed() throws IOException {
    run("create 't', 'f'");
    for (String row : List.of("a", "b", "c", "d")) {
      run("put 't', '" + row + "', 'f:q', 'v'");
    }
    assertThat(run("split 't', 'c'")).isEmpty();
    assertThat(run("get_splits 't'")).containsExactly("Total number of splits = 2", "c");
    assertThat(run("locate_region 't', 'd'"))
        .hasSize(3)
        .anyMatch(line -> line.contains("STARTKEY => 'c'"));
    assertThat(run("list_regions 't'")).hasSize(5).last().isEqualTo("2 rows");
    assertThat(run("list_regions 't', 'nobody', ['START_KEY']")).last().isEqualTo("0 rows");
    assertThat(run("compact '" + region("t", 0) + "'")).isEmpty();
    assertThat(run("major_compact 't', 'f'")).isEmpty();
    assertThat(run("compaction_state 't'")).hasSize(1);
    assertThat(run("count 't'")).containsExactly("4 row(s)");
    run("create 'u', 'f', SPLITS => ['c']"); // halves of t wait for a compaction before they merge
    run("put 'u', 'd', 'f:q', 'v'");
    assertThat(run("merge_region '" + region("u", 0) + "', '" + region("u", 1) + "'")).isEmpty();
    assertThat(run("get_splits 'u'")).containsExactly("Total number of splits = 1");
    assertThat(run("count 'u'")).containsExactly("1 row(s)");
    for (String verb : List.of("split", "compact", "major_compact", "get_splits", "list_regions")) {
      assertThat(run(verb + " 'none'")).first().isEqualTo("ERROR: there is no table none");
    }
    assertThat(run("merge_region 'a'"))
        .first()
        .isEqualTo("ERROR: at least two regions are merged, and not 1");
  }

  /** The name of a table's region, in the order of rows from 0 on. */
  private String region(String table, int number) {
    List<String> lines = run("list_regions '" + table + "'");
    return lines.get(2 + number).split(" \\| ", -1)[1].strip();
  }

  @Test
  void snapshotsAreTakenClonedRestoredAndDeleted() {
    run("create 't', 'f'");
    run("put 't', 'a', 'f:q', 'old'");
    assertThat(run("snapshot 't', 's1'")).isEmpty();
    run("put 't', 'a', 'f:q', 'new'");
    run("snapshot 't', 's2', {SKIP_FLUSH => true}");
    assertThat(run("clone_snapshot 's1', 'u'")).isEmpty();
    assertThat(run("scan 'u'")).anyMatch(line -> line.endsWith("value=old"));
    assertThat(run("restore_snapshot 's1'")).first().asString().startsWith("ERROR: ");
    run("disable 't'");
    assertThat(run("restore_snapshot 's1'")).isEmpty();
    run("enable 't'");
    assertThat(run("scan 't'")).anyMatch(line -> line.endsWith("value=old"));
    assertThat(run("list_snapshots"))
        .hasSize(4)
        .anyMatch(line -> line.startsWith(" s1                   t ("))
        .last()
        .isEqualTo("2 row(s)");
    assertThat(run("list_table_snapshots 'u'")).last().isEqualTo("0 row(s)");
    assertThat(run("delete_snapshot 's1'")).isEmpty();
    assertThat(run("drop_all 't.*'"))
        .last()
        .isEqualTo("ERROR: nothing is done: there was no answer to the question");
    answers.add("n");
    assertThat(run("delete_all_snapshot 's.*'")).last().asString().contains("not y");
    answers.add("y");
    assertThat(run("delete_all_snapshot 's.*'"))
        .contains("Delete the above 1 snapshots (y/n)?", "1 snapshots successfully deleted.")
        .anyMatch(line -> line.startsWith(" s2"));
    assertThat(run("list_snapshots")).last().isEqualTo("0 row(s)");
  }

  @Test
  void namespacesAreMadeChangedAndDropped() {
    assertThat(run("create_namespace 'ns', {'hbase.namespace.quota.maxtables' => 1}")).isEmpty();
    assertThat(run("describe_namespace 'ns'"))
        .containsExactly("DESCRIPTION", "{NAME => 'ns', hbase.namespace.quota.maxtables => '1'}");
    assertThat(run("create 'ns:t', 'f'")).containsExactly("Created table ns:t");
    assertThat(run("create 'ns:u', 'f'")).first().asString().startsWith("ERROR: ");
    run("alter_namespace 'ns', {METHOD => 'unset', NAME => 'hbase.namespace.quota.maxtables'}");
    assertThat(run("create 'ns:u', 'f'")).containsExactly("Created table ns:u");
    assertThat(run("list_namespace_tables 'ns'")).containsExactly("TABLE", "t", "u", "2 row(s)");
    assertThat(run("list_namespace 'n.*'")).containsExactly("NAMESPACE", "ns", "1 row(s)");
    assertThat(run("drop_namespace 'ns'")).first().asString().startsWith("ERROR: ");
    answers.addAll(List.of("y", "y"));
    run("disable_all 'ns:.*'");
    run("drop_all 'ns:.*'");
    assertThat(run("drop_namespace 'ns'")).isEmpty();
    assertThat(run("describe_namespace 'ns'")).first().asString().startsWith("ERROR: ");
  }

  @Test
  void countersCount() {
    run("create 't', 'f'");
    assertThat(run("incr 't', 'r', 'f:n'")).containsExactly("COUNTER VALUE = 1");
    assertThat(run("incr 't', 'r', 'f:n', 10")).containsExactly("COUNTER VALUE = 11");
    assertThat(run("get_counter 't', 'r', 'f:n'")).containsExactly("COUNTER VALUE = 11");
    assertThat(run("get_counter 't', 'r', 'f:none'"))
        .containsExactly("No counter found at specified coordinates");
    assertThat(run("append 't', 'r', 'f:s', 'ab'")).containsExactly("CURRENT VALUE = ab");
    assertThat(run("append 't', 'r', 'f:s', 'c'")).containsExactly("CURRENT VALUE = abc");
    assertThat(run("get_counter 't', 'r', 'f:s'")).first().asString().startsWith("ERROR: ");
    assertThat(run("scan 't', {COLUMNS => ['f:n:toLong', 'f:s']}"))
        .anyMatch(line -> line.endsWith("value=11"));
  }

  @Test
  void valuesAreShownAsTheyAreAskedFor() {
    run("create 't', 'f'");
    run("put 't', 'a', 'f:s', '中文'");
    run("put 't', 'a', 'f:x', \"\\xff\"");
    assertThat(run("get 't', 'a', 'f:s'"))
        .anyMatch(line -> line.endsWith("value=\\xE4\\xB8\\xAD\\xE6\\x96\\x87"));
    assertThat(run("get 't', 'a', {FORMATTER => 'toString'}"))
        .anyMatch(line -> line.endsWith("value=中文"))
        .anyMatch(line -> line.endsWith("value=\\xFF"));
    assertThat(run("get 't', 'a', 'f:x:toInt'"))
        .anyMatch(line -> line.endsWith("value=\\xFF (no toInt: 1 bytes)"));
    for (String form : List.of("toRoman", "c(com.example.Form).roman")) {
      assertThat(run("get 't', 'a', {COLUMN => 'f:x:" + form + "'}"))
          .first()
          .asString()
          .startsWith("ERROR: \"" + form + "\" is no form of values, but one of [");
    }
    assertThat(run("scan 't', {FORMATTER => 'toRoman'}"))
        .first()
        .asString()
        .startsWith("ERROR: \"toRoman\" is no form of values, but one of [");
  }

  @Test
  void whatIsThereIsTold() {
    run("create 't', 'f'");
    assertThat(run("status"))
        .containsExactly(
            "1 active master, 0 backup masters, 1 servers, 0 dead, 2.0000 average load");
    assertThat(run("status 'simple'")).contains("1 live servers", "0 dead servers");
    assertThat(run("status 'detailed'")).anyMatch(line -> line.contains("\"t,,"));
    assertThat(run("status 'all'")).first().asString().startsWith("ERROR: ");
    assertThat(run("is_enabled 't'")).containsExactly("true");
    assertThat(run("is_disabled 't'")).containsExactly("false");
    assertThat(run("balance_switch true")).hasSize(1);
    assertThat(run("balancer_enabled")).hasSize(1);
    assertThat(run("whoami")).containsExactly(System.getProperty("user.name"));
    assertThat(run("version")).hasSize(1).first().asString().startsWith("2.");
    run("put 't', 'a', 'f:q', 'v'");
    assertThat(run("truncate_preserve 't'")).contains("Truncating table...");
    assertThat(run("count 't'")).containsExactly("0 row(s)");
  }

  @Test
  void limitsAreSetAndLifted() {
    run("create 't', 'f'");
    assertThat(run("set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => '100req/sec'")).isEmpty();
    assertThat(run("list_quotas"))
        .hasSize(3)
        .anyMatch(line -> line.startsWith(" TABLE => t") && line.contains("100req/sec"));
    assertThat(run("set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => NONE")).isEmpty();
    assertThat(run("list_quotas")).last().isEqualTo("0 row(s)");
    run("set_quota TYPE => THROTTLE, USER => 'u', TABLE => 't', LIMIT => '5K/min'");
    run("set_quota TYPE => THROTTLE, REGIONSERVER => 'all', LIMIT => '9req/day'");
    run("set_quota USER => 'u', GLOBAL_BYPASS => true");
    assertThat(run("list_quotas"))
        .anyMatch(line -> line.matches(" USER => u, TABLE => t +TYPE => THROTTLE.*5.00K/min.*"))
        .anyMatch(line -> line.matches(" REGIONSERVER => all +TYPE => THROTTLE.*9req/day.*"))
        .anyMatch(line -> line.matches(" USER => u +GLOBAL_BYPASS => true"))
        .hasSize(5);
    assertThat(run("set_quota TYPE => SPACE, TABLE => 't', LIMIT => '1G', POLICY => DISABLE"))
        .containsExactly("ERROR: space quotas are not built: the disk is the limit");
    for (String wrong :
        List.of(
            "set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => '5/sec'",
            "set_quota TYPE => THROTTLE, LIMIT => '5req/sec'",
            "set_quota TYPE => THROTTLE, TABLE => 't', NAMESPACE => 'n', LIMIT => '5req/sec'",
            "set_quota TYPE => THROTTLE, REGIONSERVER => 'rs1', LIMIT => '5req/sec'",
            "set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => '9999P/sec'",
            "set_quota TYPE => SPACE, TABLE => 't', LIMIT => '5G'",
            "set_quota TYPE => THROTTLE, THROTTLE_TYPE => ALL, TABLE => 't', LIMIT => '1M/sec'")) {
      assertThat(run(wrong)).as(wrong).first().asString().startsWith("ERROR: ");
    }
  }

  /** What a command prints. */
  private List<String> run(String command) {
    int before = out.getBuffer().length();
    shell.line(command);
    return out.toString().substring(before).lines().toList();
  }
}
