package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code ./rowan tsdb relayout}, as a user types it. */
class TsdbRelayoutCommandTest extends SystemCommandTrial {
  TsdbRelayoutCommandTest() {
    super(TsdbCommand::new);
  }

  private List<String> scanned(String... options) {
    String[] all = new String[options.length + 4];
    System.arraycopy(new String[] {"scan", store(), "--metric", "sys.cpu"}, 0, all, 0, 4);
    System.arraycopy(options, 0, all, 4, options.length);
    assertThat(run(all)).as("%s", err).isZero();
    return lines().stream().sorted().toList();
  }

  private int relayout(String typed) {
    return run(("relayout " + store() + " --lease 0 " + typed).split(" ", -1));
  }

  @Tag("slow")
  @Test
  void pointsAreMovedTwiceAndFoundByTheFirstName() {
    assertThat(run("import", store(), "--create", "--points", "400")).isZero();
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--interval", "10m")).isZero();
    List<String> points = scanned();
    assertThat(points).hasSize(400);
    assertThat(relayout("--to two --to-salt-width 1 --to-salt-buckets 8")).isZero();
    assertThat(lines()).contains("Copying tsdb to two.", "Comparing tsdb-uid with two-uid.");
    assertThat(lines().get(lines().size() - 1))
        .startsWith("Moved: copied ")
        .endsWith("; of 0 the comparison found that they were changed meanwhile.");
    assertThat(scanned()).isEqualTo(points);
    assertThat(scanned("--table", "two")).isEqualTo(points);
    assertThat(relayout("--to three --to-uid-width 4")).isZero();
    assertThat(lines()).contains("Copying two to three.");
    assertThat(relayout("--to three --to-uid-width 5")).isEqualTo(1);
    assertThat(err.toString()).contains("are moved to three with keys of the layout");
    assertThat(relayout("--to tsdb --to-uid-width 5")).isEqualTo(1);
    for (String name : List.of("tsdb", "two", "three")) {
      assertThat(scanned("--table", name)).isEqualTo(points);
    }
    assertThat(run("uid", "grep", store(), "--pattern", "sys.cpu")).isZero();
    assertThat(lines()).containsExactly("metrics sys.cpu 00000001");
    assertThat(run("fsck", store())).isZero();
    assertThat(run("import", store(), "--points", "401")).isZero();
    assertThat(scanned()).hasSize(401);
    assertThat(
            run(
                "query",
                store(),
                "-m",
                "sum:20m-avg:sys.cpu",
                "--start",
                "2011/07/03",
                "--end",
                "2011/07/04",
                "--rollups",
                "10m"))
        .isZero();
    assertThat(lines()).isNotEmpty();
  }

  @Tag("slow")
  @Test
  void theOldTablesAreDropped() {
    assertThat(run("import", store(), "--create", "--points", "40")).isZero();
    for (String each : List.of("--drop-old", "--undo")) {
      assertThat(relayout("--to two " + each)).isEqualTo(1);
      assertThat(err.toString()).contains("there is no move to two");
    }
    assertThat(relayout("--to two --to-salt-width 1")).isZero();
    assertThat(relayout("--to two --undo")).isEqualTo(1);
    assertThat(err.toString()).contains("are read already");
    assertThat(relayout("--to two --to-salt-width 1")).isZero();
    assertThat(lines()).singleElement().asString().startsWith("Moved: copied 0 cells");
    assertThat(relayout("--to two --to-salt-width 2")).isEqualTo(1);
    assertThat(relayout("--to two --drop-old")).isZero();
    assertThat(lines()).containsExactly("Dropped: who names tsdb is led to two.");
    assertThat(scanned()).hasSize(40);
    // And back to no salt.
    assertThat(relayout("--to three --to-salt-width 1")).isEqualTo(2);
    assertThat(err.toString()).contains("have that layout");
    assertThat(relayout("--to three --to-salt-width 0")).isZero();
    assertThat(scanned()).hasSize(40);
    assertThat(run("import", store(), "--create", "--table", "x", "--points", "1")).isZero();
    assertThat(relayout("--table x --to three --to-salt-width 1")).isEqualTo(1);
    assertThat(err.toString()).contains("table three has the points of two, not of x");
  }

  /** What is said is the format of the table that has the points now. */
  @Test
  void aMovedTableIsConverted() {
    assertThat(run("import", store(), "--create", "--points", "400")).isZero();
    List<String> points = scanned();
    assertThat(relayout("--to two --to-salt-width 1")).isZero();
    assertThat(run("convert", store(), "--to", "packed")).isZero();
    assertThat(lines()).last().asString().endsWith("; two is packed.");
    assertThat(scanned()).isEqualTo(points);
    assertThat(run("convert", store(), "--to", "opentsdb")).isZero();
    assertThat(lines()).last().asString().endsWith("; two is opentsdb.");
    assertThat(scanned()).isEqualTo(points);
  }

  @Test
  void wrongCommandLines() {
    assertRefused("relayout STORE --to two", "says what is to change");
    assertRefused("relayout STORE --to-salt-width 1", "--to");
    assertRefused("relayout STORE --to b@d --to-salt-width 1", "--to: ");
    assertRefused("relayout STORE --to two --to-salt-width 5", "0 to 4 bytes");
    assertRefused("relayout STORE --to two --to-uid-width 4,4", "one number, or three");
    assertRefused("relayout STORE --to two --to-uid-width 4 --lease -1", "--lease");
    assertRefused("relayout STORE --to two --to-uid-width 4 --undo --drop-old", "exclusive");
  }

  @Test
  void thereAreNoTables() throws Exception {
    assertMakesNoTable("tsdb", "relayout", store(), "--to", "two", "--to-salt-width", "1");
  }
}
