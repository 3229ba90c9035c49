package io.rowandb.tsdb.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.store.ReadLimits;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Definitions of trees, their branches, and their end. */
class TreeStoreTest extends TreeCase {
  private TreeStore by(Connection connection) {
    return new TreeStore(connection, series.store(), series.uids(), Clock.systemUTC(), () -> {});
  }

  private TreeStore meddled(String call, MeddledConnection.Action action) {
    return by(new MeddledConnection(connection, call, action).connection());
  }

  @Test
  void twoThatCreateATreeGetTwo() throws Exception {
    TreeDefinition second =
        meddled("checkAndMutate", () -> trees().create(TreeChange.named("first")))
            .create(TreeChange.named("second"));
    assertThat(second.id()).isEqualTo(2);
    assertThat(trees().all(ReadLimits.DEFAULT))
        .extracting(TreeDefinition::name)
        .containsExactly("first", "second");
    assertThat(second.createdSeconds()).isPositive();
  }

  @Test
  void changesOfTwoAtOnceAreBothMade() throws Exception {
    int id = trees().create(TreeChange.named("t")).id();
    TreeChange notes =
        new TreeChange("", "", "n", Optional.empty(), Optional.empty(), Optional.empty());
    meddled("checkAndMutate", () -> trees().change(id, notes, false))
        .change(id, TreeChange.named("other"), false);
    assertThat(trees().find(id).orElseThrow())
        .extracting(TreeDefinition::name, TreeDefinition::notes)
        .containsExactly("other", "n");
    TreeRule said = new TreeRule(id, 1, 0, Optional.empty(), "", "", "", 0, "", "{value}", "", "");
    trees().change(tag(id, 1, "host"), false);
    meddled("checkAndMutate", () -> trees().change(tag(id, 1, "rack"), false)).change(said, false);
    assertThat(trees().find(id).orElseThrow().rule(1, 0).orElseThrow())
        .extracting(TreeRule::field, TreeRule::displayFormat)
        .containsExactly("rack", "{value}");
  }

  @Test
  void allIdsCanBeUsed() throws Exception {
    store(new byte[] {-1, -1}, TreeCells.TREE, "{\"name\":\"last\"}");
    assertThatThrownBy(() -> trees().create(TreeChange.named("more")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Exhausted all Tree IDs");
    assertThat(trees().all(ReadLimits.DEFAULT))
        .extracting(TreeDefinition::id)
        .containsExactly(65_535);
    trees().delete(65_535, true);
    assertThat(cells()).isEmpty();
  }

  /** Rows that OpenTSDB passes over, as their keys are shorter or longer. */
  @Test
  void otherRowsAreNoTrees() throws Exception {
    store(new byte[] {1}, TreeCells.TREE, "{\"name\":\"short\"}");
    store(new byte[] {1, 7, 0, 0, 0, 9}, TreeCells.BRANCH, "{\"displayName\":\"x\"}");
    store(new byte[] {2, 0}, TreeCells.TREE, "{\"name\":\"one\"}");
    assertThat(trees().all(ReadLimits.DEFAULT))
        .extracting(TreeDefinition::name)
        .containsExactly("one");
  }

  @Test
  void whatIsWrongIsRefusedAndNothingIsWritten() throws Exception {
    int id = trees().create(TreeChange.named("t")).id();
    Map<String, String> before = cells();
    TreeRule right = tag(id, 0, "host");
    TreeRule wrong = tag(id, 1, "");
    assertThatThrownBy(() -> trees().change(id, List.of(right, wrong), true))
        .hasMessage("Missing field name required for TAGK rule");
    TreeRule endless =
        new TreeRule(id, 2, 0, Optional.of(RuleType.METRIC), "", "", "(?=a)", 0, "", "", "", "");
    assertThatThrownBy(() -> trees().change(endless, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(?=");
    TreeChange large = TreeChange.named("x".repeat(PointStore.MAX_OBJECT_BYTES));
    assertThatThrownBy(() -> trees().create(large)).hasMessageContaining("at most 1048576 bytes");
    assertThatThrownBy(() -> trees().change(id, large, false))
        .hasMessageContaining("at most 1048576 bytes");
    assertThatThrownBy(() -> trees().change(9, TreeChange.named("x"), false))
        .hasMessage("Unable to locate tree: 9");
    assertThat(cells()).isEqualTo(before);
  }

  @Test
  void aTreeHasSoManyRules() throws Exception {
    int id = trees().create(TreeChange.named("t")).id();
    List<TreeRule> rules = new ArrayList<>();
    for (int i = 0; i <= TreeStore.MAX_RULES; i++) {
      rules.add(tag(id, i, "host"));
    }
    assertThatThrownBy(() -> trees().change(id, rules, true))
        .hasMessage("a tree has at most 1000 rules");
    assertThat(trees().find(id).orElseThrow().rules()).isEmpty();
  }

  @Test
  void damageIsNamed() throws Exception {
    int id = trees().create(TreeChange.named("t")).id();
    store(TreeCells.row(id), TreeCells.rule(0, 0), "{\"type\":\"COLOUR\"}");
    assertThatThrownBy(() -> trees().find(id))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("the tree in row \\x00\\x01 of " + tables.tree())
        .hasMessageContaining("COLOUR");
    store(TreeCells.row(id), TreeCells.rule(0, 0), "{\"type\":\"METRIC\",\"level\":99999999999}");
    assertThatThrownBy(() -> trees().find(id))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("the member level is no number: \"99999999999\"");
    for (String path : List.of("{\"x\":\"ROOT\"}", "{\"0\":null}", "{\"0\":[]}")) {
      store(TreeCells.row(id), TreeCells.BRANCH, "{\"path\":" + path + "}");
      assertThatThrownBy(() -> trees().branch(TreeCells.row(id), ReadLimits.DEFAULT))
          .as(path)
          .isInstanceOf(DamagedDataException.class)
          .hasMessageContaining("a branch in row \\x00\\x01");
    }
    store(TreeCells.row(id), TreeCells.BRANCH, "{\"path\":{\"0\":\"ROOT\"}}");
    store(TreeCells.row(id), TreeCells.leaf("x"), "no JSON");
    assertThatThrownBy(() -> trees().branch(TreeCells.row(id), ReadLimits.DEFAULT))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("a leaf in row \\x00\\x01");
  }

  private void grow() throws Exception {
    write(series);
    describe();
    hosts(ENABLED);
    new TreeSync(connection, series.store(), series.uids()).run();
  }

  @Test
  void aBranchIsReadWithinLimits() throws Exception {
    grow();
    byte[] web1 = TreeCells.branchRow(1, List.of("ROOT", "web1", "sys"));
    TreeBranch branch = trees().branch(web1, ReadLimits.DEFAULT).orElseThrow();
    assertThat(branch.depth()).isEqualTo(2);
    assertThat(branch.leaves())
        .containsExactly(
            new TreeLeaf(
                "cpu", id("sys.cpu", "web1").toString(), "sys.cpu", Map.of("host", "web1")),
            new TreeLeaf(
                "mem", id("sys.mem", "web1").toString(), "sys.mem", Map.of("host", "web1")));
    ReadLimits one = new ReadLimits(1, 1 << 20, 100, Duration.ofMinutes(1));
    assertThatThrownBy(() -> trees().branch(web1, one))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("more than 1 points");
    assertThatThrownBy(() -> trees().branch(TreeCells.row(1), one))
        .isInstanceOf(LimitExceededException.class);
    assertThat(trees().branch(new byte[] {0, 1, 0, 0, 0, 0}, one)).isEmpty();
    assertThatThrownBy(() -> trees().branch(new byte[1], one))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** One that only reads what a hash is longer, however many branches are below these. */
  @Test
  void branchesOfBranchesAreNotShown() throws Exception {
    grow();
    TreeBranch root = trees().branch(TreeCells.row(1), ReadLimits.DEFAULT).orElseThrow();
    assertThat(root.leaves()).isEmpty();
    assertThat(root.branches()).extracting(TreeBranch::name).containsExactly("web1", "web2");
    assertThat(root.branches()).allMatch(each -> each.branches().isEmpty());
  }

  private static byte[] key(int... hashes) {
    byte[] key = {0, 1};
    for (int each : hashes) {
      key = Bytes.add(key, Bytes.toBytes(each));
    }
    return key;
  }

  private void branch(int... hashes) throws IOException {
    store(
        key(hashes),
        TreeCells.BRANCH,
        "{\"path\":{\"0\":\"ROOT\"},\"displayName\":\"%s\"}"
            .formatted(Integer.toHexString(hashes.length == 0 ? 0 : hashes[hashes.length - 1])));
  }

  /** What is below a branch is passed over by its key, at the end of the hashes too. */
  @Test
  void branchesWithManyBelowAreNotReadThrough() throws Exception {
    branch();
    for (int child : new int[] {3, 4, 0x00ffffff, -2, -1}) {
      branch(child);
      if (child != 4) {
        for (int i = 0; i < BranchReader.MOST_PASSED + 5; i++) {
          branch(child, i);
        }
      }
    }
    store(new byte[] {0, 2}, TreeCells.BRANCH, "{\"displayName\":\"of another tree\"}");
    TreeBranch root = trees().branch(key(), ReadLimits.DEFAULT).orElseThrow();
    assertThat(root.branches())
        .extracting(TreeBranch::name)
        .containsExactly("3", "4", "ffffff", "fffffffe", "ffffffff");
    TreeBranch last = trees().branch(key(-1), ReadLimits.DEFAULT).orElseThrow();
    assertThat(last.branches()).hasSize(BranchReader.MOST_PASSED + 5);
  }

  @Test
  void aLeafWhoseSeriesHasNoNameIsPassedOver() throws Exception {
    grow();
    byte[] row = TreeCells.branchRow(1, List.of("ROOT", "web1"));
    store(row, TreeCells.leaf("x"), "{\"displayName\":\"x\",\"tsuid\":\"0000FF000001000001\"}");
    assertThat(trees().branch(row, ReadLimits.DEFAULT).orElseThrow().leaves()).isEmpty();
  }

  /** Dead at each call, before and after it: a second one does the rest. */
  @Tag("slow")
  @Test
  void theEndOfATreeGoesOnAfterADeath() throws Exception {
    grow();
    hosts(ENABLED); // another one, which stays
    boolean died = true;
    for (int call = 0; died; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        if (trees().find(1).isEmpty()) {
          trees().delete(2, true);
          hosts(ENABLED);
          hosts(ENABLED);
        }
        new TreeSync(connection, series.store(), series.uids()).run();
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        died = false;
        try {
          by(dying.connection()).delete(1, true);
        } catch (IOException e) {
          died = dying.isDead();
          assertThat(died).as(e.getMessage()).isTrue();
        }
        if (died && trees().find(1).isPresent()) {
          trees().delete(1, true);
        }
        assertThat(cells().keySet()).allMatch(each -> each.startsWith("0002"));
        assertThat(leaves(2)).hasSize(3);
        assertThat(trees().find(2).orElseThrow().rules()).hasSize(2);
      }
    }
  }

  @Test
  void branchesGoAndTheDefinitionStays() throws Exception {
    grow();
    store(TreeCells.row(1), Bytes.toBytes("other"), "x");
    trees().delete(1, false);
    assertThat(leaves(1)).isEmpty();
    assertThat(cells().keySet())
        .containsExactly("0001/other", "0001/tree", "0001/tree_rule:0:0", "0001/tree_rule:1:0");
    trees().delete(1, true);
    assertThat(cells().keySet()).containsExactly("0001/other");
  }

  @Test
  void withoutATableThereAreNone() throws Exception {
    BackEnd.drop(connection, tables.tree().getNameAsString());
    assertThat(trees().all(ReadLimits.DEFAULT)).isEmpty();
    assertThat(trees().find(1)).isEmpty();
    trees().delete(1, true);
    assertThat(trees().create(TreeChange.named("made")).id()).isEqualTo(1);
  }
}
