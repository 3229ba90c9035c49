package io.rowandb.design.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeatMapTest {
  private static final String HEAD =
      """
      table: t
      fields: {at: time millis}
      families: {d: {}}
      columns: [{field: n, name: n}]
      """;

  private static final String BY_TIME = HEAD + "key: [{time: at, as: millis}, {text: user}]\n";
  private static final String BY_HASH =
      HEAD + "key: [{hash: user, bytes: 2}, {text: user}, {time: at, as: millis}]\n";

  @TempDir private Path directory;

  private SampleSpec sample(List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("user,at,n"));
    lines.addAll(rows);
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.write(file, lines);
    return SampleSpec.of(file);
  }

  private static List<String> rows(int count, IntFunction<String> row) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row.apply(i));
    }
    return rows;
  }

  private Optional<HeatMap> map(String yaml, List<String> rows) throws IOException {
    return HeatMap.of(TablePlanYaml.parse("test", yaml), sample(rows));
  }

  private static double hottest(HeatGrid grid) {
    double[][] shares = grid.shares(10, 10);
    double sum = 0;
    for (int column = 0; column < shares[0].length; column++) {
      double most = 0;
      for (double[] each : shares) {
        most = Math.max(most, each[column]);
      }
      sum += most;
    }
    return sum / shares[0].length;
  }

  private static long sum(HeatGrid grid) {
    long sum = 0;
    for (int range = 0; range < grid.ranges(); range++) {
      for (int column = 0; column < grid.columns(); column++) {
        sum += grid.count(range, column);
      }
    }
    return sum;
  }

  @Test
  void aTimeInFrontIsADiagonalAndAHashIsNone() throws IOException {
    List<String> rows = rows(4000, i -> "u" + i * 7919 % 1000 + "," + i * 1000L + ",1");
    assertThat(hottest(map(BY_TIME, rows).orElseThrow().keys())).isGreaterThan(0.95);
    assertThat(hottest(map(BY_HASH, rows).orElseThrow().keys())).isLessThan(0.25);
  }

  /** The order of arrival is that of the field, whatever the order of the lines. */
  @Test
  void linesInAnotherOrderGiveTheSame() throws IOException {
    List<String> rows = rows(1000, i -> "u" + i % 50 + "," + i * 1000L + ",1");
    HeatMap sorted = map(BY_HASH, rows).orElseThrow();
    Collections.shuffle(rows, new Random(3));
    HeatMap shuffled = map(BY_HASH, rows).orElseThrow();
    assertThat(shuffled.keys().text()).isEqualTo(sorted.keys().text());
    assertThat(shuffled.keys().spans()).isEqualTo(sorted.keys().spans());
    assertThat(sorted.keys().spans().get(0)).isEqualTo("1970-01-01T00:00:00Z");
  }

  @Test
  void keysAreDecoded() throws IOException {
    HeatGrid keys = map(BY_HASH, rows(10, i -> "u7," + i + ",1")).orElseThrow().keys();
    assertThat(keys.keys().get(0)).matches("hash [0-9a-f]{4}, user u7, at 1970-01-01T00:00:00Z");
    assertThat(keys.keys().get(keys.keys().size() - 1)).endsWith("at 1970-01-01T00:00:00.009Z");
  }

  /** A split key begins the region above it. */
  @Test
  void regionsAreCutBySplitKeys() throws IOException {
    String plan = HEAD + "arrival: file\nkey: [{text: user}]\nsplits: [b, c]\n";
    HeatMap map = map(plan, List.of("a,1,1", "b,2,1", "bb,3,1", "c,4,1", "d,5,1")).orElseThrow();
    HeatGrid regions = map.regions().orElseThrow();
    assertThat(regions.keys()).containsExactly("the start", "\"b\"", "\"c\"", "the end");
    assertThat(regions.shares(3, 1)).isDeepEqualTo(new double[][] {{0.2}, {0.4}, {0.4}});
    assertThat(map.arrival()).isEmpty();
    assertThat(map.merged()).isEqualTo(1);
  }

  /** The order of bytes, which is not that of Java's strings beyond U+FFFF. */
  @Test
  void regionsLieInTheOrderOfBytes() throws IOException {
    String plan =
        HEAD + "arrival: file\nkey: [{text: user}]\nsplits: [\"\\U0001F600\", \"\uFF5E\"]\n";
    HeatGrid regions =
        map(plan, List.of("a,1,1", "\uFF5Eb,2,1", "\uD83D\uDE00c,3,1"))
            .orElseThrow()
            .regions()
            .orElseThrow();
    assertThat(regions.shares(3, 1))
        .isDeepEqualTo(new double[][] {{1 / 3.0}, {1 / 3.0}, {1 / 3.0}});
  }

  /** Neighbours are drawn as one where there are more than 1,000. */
  @Test
  void veryManyRegionsAreMerged() throws IOException {
    StringBuilder plan = new StringBuilder(HEAD + "key: [{text: user}]\nsplits: [");
    for (int i = 1; i <= 2500; i++) {
      plan.append(i == 1 ? "" : ", ").append(String.format(Locale.ROOT, "\"%04d\"", i));
    }
    HeatMap map =
        map(plan + "]\n", rows(2501, i -> String.format(Locale.ROOT, "%04d,1,1", i))).orElseThrow();
    assertThat(map.merged()).isEqualTo(3);
    HeatGrid regions = map.regions().orElseThrow();
    assertThat(regions.ranges()).isEqualTo(834);
    assertThat(sum(regions)).isEqualTo(2501);
    double[][] shares = regions.shares(834, 1);
    assertThat(shares[0][0]).isEqualTo(3 / 2501.0);
    assertThat(shares[833][0]).isEqualTo(2 / 2501.0);
  }

  @Test
  void oneKeyHasOneRange() throws IOException {
    HeatMap map =
        map(HEAD + "regions: 8\nkey: [{text: user}]\n", rows(500, i -> "u," + i + ",1"))
            .orElseThrow();
    assertThat(map.keys().ranges()).isEqualTo(1);
    assertThat(map.regions()).isEmpty();
    assertThat(sum(map.keys())).isEqualTo(500);
  }

  @Test
  void rowsThatCannotBePlacedAreCounted() throws IOException {
    String plan = HEAD + "arrival: at\nkey: [{text: user, length: 3}]\n";
    HeatMap map = map(plan, List.of("a,1,1", "b,now,1", "long,3,1", "c,4,1")).orElseThrow();
    assertThat(map.rows()).isEqualTo(2);
    assertThat(map.left()).isEqualTo(2);
    assertThat(map(plan, List.of("a,now,1"))).isEmpty();
  }

  @Test
  void oneRowIsOneCell() throws IOException {
    HeatMap map = map(BY_HASH, List.of("a,1,1")).orElseThrow();
    assertThat(map.keys().most()).isEqualTo(1);
    assertThat(map.keys().ranges() * map.keys().columns()).isEqualTo(1);
  }

  /** The axes are cut by a part of the rows; all are counted. */
  @Tag("slow")
  @Test
  void aLargeSampleHasAThousandTimesAThousandCells() throws IOException {
    int count = 260_000;
    HeatMap map =
        map(BY_HASH, rows(count, i -> "u" + (i * 7919L % 100_003) + "," + i + ",1")).orElseThrow();
    assertThat(map.keys().ranges()).isEqualTo(1000);
    assertThat(map.keys().columns()).isEqualTo(1000);
    assertThat(sum(map.keys())).isEqualTo(count);
    assertThat(hottest(map.keys())).isLessThan(0.12);
  }

  @Test
  void aMissingFieldIsNamed() {
    assertThatThrownBy(() -> map(HEAD + "key: [{text: other}]\n", List.of("a,1,1")))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("\"other\"");
  }
}
