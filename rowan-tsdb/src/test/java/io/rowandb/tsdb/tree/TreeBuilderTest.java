package io.rowandb.tsdb.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.meta.FoundSeries;
import io.rowandb.tsdb.meta.MetaNotes;
import io.rowandb.tsdb.meta.SeriesMeta;
import io.rowandb.tsdb.meta.UidMeta;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.uid.UidKind;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Series are put into trees: by one, by two at once, and beside deaths. */
class TreeBuilderTest extends TreeCase {
  private TreeBuilder builder(Connection by) throws Exception {
    return new TreeBuilder(by, tables.tree(), trees().find(1).orElseThrow());
  }

  private TreeBuilder.Outcome put(Connection by, SeriesId id) throws Exception {
    return builder(by).put(id, series.meta().names(id));
  }

  /** The drawing of the package, in bytes. */
  @Test
  void cellsAreThoseOfTheDrawing() throws Exception {
    put(series, "sys.cpu 1309687200 1 host=web1");
    hosts(ENABLED);
    trees().deleteRules(1);
    trees().change(metric(1, 0, "\\."), false);
    SeriesId id = id("sys.cpu", "web1");
    assertThat(put(connection, id)).isEqualTo(TreeBuilder.Outcome.ADDED);
    Map<String, String> cells = cells();
    cells.remove("0001/tree");
    cells.remove("0001/tree_rule:0:0");
    assertThat(cells)
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "0001/branch",
                    "{\"path\":{\"0\":\"ROOT\"},\"displayName\":\"ROOT\"}",
                    "00010001becd/branch",
                    "{\"path\":{\"0\":\"ROOT\",\"1\":\"sys\"},\"displayName\":\"sys\"}",
                    "00010001becd/leaf:\\x00\\x01\\x81\\xA8",
                    "{\"displayName\":\"cpu\",\"tsuid\":\"000001000001000001\"}")));
    assertThat(put(connection, id)).isEqualTo(TreeBuilder.Outcome.KNOWN);
  }

  @Test
  void aSecondSeriesOfALeafCollides() throws Exception {
    write(series);
    hosts(ENABLED);
    trees().deleteRule(1, 0, 0);
    SeriesId first = id("sys.cpu", "web1");
    SeriesId second = id("sys.cpu", "web2");
    assertThat(put(connection, first)).isEqualTo(TreeBuilder.Outcome.ADDED);
    assertThat(put(connection, second)).isEqualTo(TreeBuilder.Outcome.COLLIDED);
    assertThat(trees().failures(1, TreeFailure.COLLISION, List.of(), ReadLimits.DEFAULT))
        .isEqualTo(Map.of(second.toString(), first.toString()));
    assertThat(trees().failures(1, TreeFailure.COLLISION, List.of(first), ReadLimits.DEFAULT))
        .isEmpty();
  }

  /** Of two at once one is there, and the other one is noted. */
  @Test
  void twoAtOnceCollideToo() throws Exception {
    write(series);
    hosts(ENABLED);
    trees().deleteRule(1, 0, 0);
    SeriesId first = id("sys.cpu", "web1");
    SeriesId second = id("sys.cpu", "web2");
    for (int call = 0; call < 3; call++) {
      trees().delete(1, false);
      MeddledConnection meddled =
          new MeddledConnection(
              connection,
              "checkAndMutate",
              call,
              () -> {
                try {
                  put(connection, first);
                } catch (Exception e) {
                  throw new IOException(e);
                }
              });
      assertThat(put(meddled.connection(), second))
          .as("before check %s", call)
          .isEqualTo(TreeBuilder.Outcome.COLLIDED);
      assertThat(meddled.isDone()).isTrue();
      assertThat(leaves(1)).containsExactly("ROOT/sys/cpu");
    }
  }

  @Test
  void whatDoesNotMatchAStrictTreeIsNotedIfItIsAskedFor() throws Exception {
    put(series, "plain 1309687200 1 rack=a");
    SeriesId id = series.store().find(Series.of("plain", Map.of("rack", "a")));
    hosts(ENABLED);
    assertThat(put(connection, id)).isEqualTo(TreeBuilder.Outcome.NO_PLACE);
    TreeChange strict =
        new TreeChange("", "", "", Optional.of(true), Optional.empty(), Optional.of(false));
    trees().change(1, strict, false);
    assertThat(put(connection, id)).isEqualTo(TreeBuilder.Outcome.NOT_MATCHED);
    assertThat(trees().failures(1, TreeFailure.NOT_MATCHED, List.of(), ReadLimits.DEFAULT))
        .isEmpty();
    trees().change(1, ENABLED, false);
    assertThat(put(connection, id)).isEqualTo(TreeBuilder.Outcome.NOT_MATCHED);
    assertThat(trees().failures(1, TreeFailure.NOT_MATCHED, List.of(id), ReadLimits.DEFAULT))
        .isEqualTo(Map.of(id.toString(), "[1:0:0:TAGK]"));
    assertThat(leaves(1)).isEmpty();
  }

  private static FoundSeries described(String metric, Map<String, String> custom) {
    MetaNotes notes = new MetaNotes("", "", "", 0, Optional.of(custom));
    return new FoundSeries(
        SeriesMeta.of("000001000001000001", MetaNotes.NONE),
        new UidMeta(UidKind.METRIC, "000001", metric, notes),
        List.of(
            new UidMeta(UidKind.TAG_KEY, "000001", "host", MetaNotes.NONE),
            new UidMeta(UidKind.TAG_VALUE, "000001", "web1", MetaNotes.NONE)),
        0,
        0);
  }

  private static Placement place(TreeRule rule, FoundSeries series) throws Exception {
    TreeDefinition tree = TreeChange.named("t").create(1, 0).with(List.of(rule));
    return new RuleWalk(tree).place(series);
  }

  private static TreeRule custom(String separator, String format) {
    return new TreeRule(
        1, 0, 0, Optional.of(RuleType.METRIC_CUSTOM), "f", "c", "", 0, separator, format, "", "");
  }

  @Test
  void whatRulesCannotBeUsedOnIsSaid() throws Exception {
    Map<String, String> nothing = new HashMap<>();
    nothing.put("c", null);
    assertThatThrownBy(() -> place(custom("", ""), described("m", nothing)))
        .isInstanceOf(RuleFailedException.class)
        .hasMessage("the custom value c of m is null: rule [1:0:0:METRIC_CUSTOM]");
    String many = "a.".repeat(RuleWalk.MAX_NAMES + 1);
    assertThatThrownBy(() -> place(custom("\\.", ""), described("m", Map.of("c", many))))
        .isInstanceOf(RuleFailedException.class)
        .hasMessageStartingWith("the rules make more than 256 names");
    String most = "a.".repeat(RuleWalk.MAX_NAMES);
    assertThat(place(custom("\\.", ""), described("m", Map.of("c", most))).path())
        .containsExactly("ROOT", "a");
    String long_ = "x".repeat(RuleWalk.MAX_NAME_LENGTH + 1);
    assertThatThrownBy(() -> place(custom("", "{value}"), described("m", Map.of("c", long_))))
        .isInstanceOf(RuleFailedException.class)
        .hasMessageStartingWith("a name has more than 100000 characters");
    TreeRule endless =
        new TreeRule(1, 0, 0, Optional.of(RuleType.METRIC), "", "", "(a)\\1", 0, "", "", "", "");
    assertThatThrownBy(() -> place(endless, described("m", Map.of())))
        .isInstanceOf(RuleFailedException.class)
        .hasMessageStartingWith("rule [1:0:0:METRIC]: ");
  }

  /** A value of nothing but separators has no part; in OpenTSDB, this is an error of the server. */
  @Test
  void aValueWithoutPartsMakesNoName() throws Exception {
    Placement place = place(custom("\\.", ""), described("m", Map.of("c", "...")));
    assertThat(place.isPlace()).isFalse();
    assertThat(place.notMatched()).isEqualTo("[1:0:0:METRIC_CUSTOM]");
    assertThat(place.leaf()).isEmpty();
  }

  /** A branch is never there without the one above it, and a second call adds what is missing. */
  @Tag("slow")
  @Test
  void aDeathIsMadeGood() throws Exception {
    write(series);
    hosts(ENABLED);
    SeriesId id = id("sys.cpu", "web1");
    boolean died = true;
    for (int call = 0; died; call++) {
      for (boolean isMade : new boolean[] {false, true}) {
        trees().delete(1, false);
        DyingConnection dying = new DyingConnection(connection, call, isMade);
        died = false;
        try {
          put(dying.connection(), id);
        } catch (IOException e) {
          died = dying.isDead();
          assertThat(died).as(e.getMessage()).isTrue();
        }
        List<String> rows =
            cells().keySet().stream()
                .filter(each -> each.endsWith("/branch"))
                .map(each -> each.substring(0, each.indexOf('/')))
                .toList();
        assertThat(rows)
            .allMatch(
                each -> each.length() == 4 || rows.contains(each.substring(0, each.length() - 8)));
        put(connection, id);
        assertThat(leaves(1)).containsExactly("ROOT/web1/sys/cpu");
      }
    }
  }

  @Test
  void otherWidthsHaveOtherTsuids() throws Exception {
    drop();
    open(new PointKeyLayout(1, 4, 2, 3, 4));
    write(series);
    hosts(ENABLED);
    put(connection, id("sys.cpu", "web2"));
    byte[] row = TreeCells.branchRow(1, List.of("ROOT", "web2", "sys"));
    TreeLeaf leaf = trees().branch(row, ReadLimits.DEFAULT).orElseThrow().leaves().get(0);
    assertThat(leaf.tsuid()).hasSize(18).isEqualTo(id("sys.cpu", "web2").toString());
    assertThat(leaf.tags()).isEqualTo(Map.of("host", "web2"));
  }
}
