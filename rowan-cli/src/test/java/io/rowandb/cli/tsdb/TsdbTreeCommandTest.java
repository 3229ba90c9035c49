package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TsdbTables;
import io.rowandb.tsdb.tree.RuleType;
import io.rowandb.tsdb.tree.TreeChange;
import io.rowandb.tsdb.tree.TreeRule;
import io.rowandb.tsdb.tree.TreeStore;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/** {@code ./rowan tsdb treesync}, {@code treepurge} and {@code --trees}, as a user types them. */
class TsdbTreeCommandTest extends TsdbCommandTrial {
  private static final String META = "--meta=tsuid_tracking,realtime_ts";

  private interface Work {
    void on(TreeStore trees) throws IOException;
  }

  private void work(Work work) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(Rowan.configuration(store()))) {
      work.on(TimeSeries.open(connection, TsdbTables.DEFAULT).trees());
    }
  }

  private static TreeRule rule(int level, String key) {
    return new TreeRule(1, level, 0, Optional.of(RuleType.TAGK), key, "", "", 0, "", "", "", "");
  }

  /** A tree with a branch for each site. */
  private void plant() throws IOException {
    work(
        trees -> {
          Optional<Boolean> yes = Optional.of(true);
          trees.create(new TreeChange("sites", "", "", Optional.empty(), yes, yes));
          trees.change(rule(0, "site"), false);
          trees.change(rule(1, "host"), false);
        });
  }

  private int branches() throws IOException {
    int[] count = {0};
    work(
        trees ->
            count[0] =
                trees
                    .branch(new byte[] {0, 1}, ReadLimits.DEFAULT)
                    .map(root -> root.branches().size())
                    .orElse(0));
    return count[0];
  }

  @Test
  void seriesThatAreThereArePut() throws Exception {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("metasync", store())).isZero();
    assertThat(run("treesync", store())).isEqualTo(1);
    assertThat(err.toString()).contains("No tree with rules that can be used is enabled.");
    plant();
    assertThat(run("treesync", store())).as("%s", err).isZero();
    assertThat(lines())
        .containsExactly(
            "Put 2 series into 1 tree: 2 new, 0 known.",
            "Not put: 0 collided, 0 did not match, 0 have less than two names.");
    assertThat(branches()).isEqualTo(2);
    assertThat(run("treesync", store())).isZero();
    assertThat(lines()).contains("Put 2 series into 1 tree: 0 new, 2 known.");
  }

  @Test
  void anImportPutsThem() throws Exception {
    plant();
    assertThat(run("import", store(), "--file", file(LINES), META, "--trees"))
        .as("%s", err)
        .isZero();
    assertThat(branches()).isEqualTo(2);
    assertThat(run("import", store(), "--file", file(LINES), "--trees")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--trees: series are put into trees only with --meta tsuid_tracking,realtime_ts");
  }

  @Test
  void aTreeIsDeleted() throws Exception {
    plant();
    assertThat(run("import", store(), "--file", file(LINES), META, "--trees")).isZero();
    assertThat(run("treepurge", store(), "--tree", "1")).as("%s", err).isZero();
    assertThat(lines()).containsExactly("Deleted the branches of tree 1.");
    assertThat(branches()).isZero();
    assertThat(run("treesync", store())).isZero();
    assertThat(branches()).isEqualTo(2);
    assertThat(run("treepurge", store(), "--tree", "1", "--definition")).isZero();
    assertThat(lines()).containsExactly("Deleted the branches of tree 1, and its definition.");
    assertThat(run("treepurge", store(), "--tree", "1")).isEqualTo(1);
    assertThat(err.toString()).contains("There is no tree 1.");
    assertThat(run("treepurge", store(), "--tree", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--tree: from 1 to 65535: 0");
  }
}
