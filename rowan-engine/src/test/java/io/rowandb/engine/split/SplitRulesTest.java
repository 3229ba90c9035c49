package io.rowandb.engine.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The formulas of the policies, over many regions and at their ends; single cases are scenarios,
 * and that they are HBase's is compared with its own elsewhere.
 */
class SplitRulesTest {
  private static final long MEGABYTE = 1L << 20;
  private static final long FLUSH_BYTES = 128 * MEGABYTE;
  private static final String HBASE = "org.apache.hadoop.hbase.regionserver.";
  private static final SplitSettings SETTINGS = SplitSettings.DEFAULT.withMaxFileJitter(0);

  private static SplitRules rules(String... attributes) {
    Map<String, String> map = new java.util.TreeMap<>();
    for (int i = 0; i < attributes.length; i += 2) {
      map.put(attributes[i], attributes[i + 1]);
    }
    return SplitRules.of(map, SETTINGS, FLUSH_BYTES);
  }

  private static LongStream limitsInMegabytes(SplitRules rules, int... regions) {
    return IntStream.of(regions).mapToLong(n -> rules.limitBytes(n, "a") / MEGABYTE);
  }

  private static String cut(SplitRules rules, String row) {
    return new String(rules.splitRow(row.getBytes(UTF_8)), UTF_8);
  }

  @Test
  void f106_theArticlesFormulaGivesTheArticlesTable() {
    SplitRules rules = rules("SPLIT_POLICY", "io.rowandb.IncreasingBySquareRegionSplitPolicy");
    assertThat(limitsInMegabytes(rules, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
        .containsExactly(128L, 512L, 1152L, 2048L, 3200L, 4608L, 6272L, 8192L, 10240L, 10240L);
  }

  @Test
  void f106_thePresentFormulaCubes() {
    SplitRules rules = rules("SPLIT_POLICY", HBASE + "IncreasingToUpperBoundRegionSplitPolicy");
    assertThat(limitsInMegabytes(rules, 1, 2, 3, 4, 0, 100, 101))
        .containsExactly(256L, 2048L, 6912L, 10240L, 10240L, 10240L, 10240L);
  }

  @Test
  void f105_theConstantSizeIsTheTablesOwnIfItHasOne() {
    String constant = HBASE + "ConstantSizeRegionSplitPolicy";
    assertThat(limitsInMegabytes(rules("SPLIT_POLICY", constant), 1, 50))
        .containsExactly(10240L, 10240L);
    assertThat(
            limitsInMegabytes(
                rules("SPLIT_POLICY", constant, "MAX_FILESIZE", "" + 64 * MEGABYTE), 1, 50))
        .containsExactly(64L, 64L);
    assertThat(limitsInMegabytes(rules("SPLIT_POLICY", constant, "MAX_FILESIZE", "-1"), 1))
        .containsExactly(10240L);
  }

  @Test
  void aSizeWithoutEndIsNeverReached() {
    String never = Long.toString(Long.MAX_VALUE);
    for (String policy :
        java.util.List.of("ConstantSizeRegion", "Stepping", "IncreasingToUpperBoundRegion")) {
      SplitRules rules =
          SplitRules.of(
              Map.of(
                  "SPLIT_POLICY", HBASE + policy + "SplitPolicy",
                  "MAX_FILESIZE", never,
                  "MEMSTORE_FLUSHSIZE", never),
              SETTINGS.withMaxFileJitter(0.25),
              FLUSH_BYTES);
      for (int i = 0; i < 100; i++) {
        assertThat(rules.limitBytes(1 + i, "region" + i))
            .as("%s, region %d", policy, i)
            .isGreaterThan(Long.MAX_VALUE / 2);
      }
    }
  }

  @Test
  void theJitterMovesTheLargestSizeByAnEighthAtMost() {
    SplitRules rules =
        SplitRules.of(
            Map.of("SPLIT_POLICY", HBASE + "ConstantSizeRegionSplitPolicy"),
            SplitSettings.DEFAULT,
            FLUSH_BYTES);
    long[] limits =
        IntStream.range(0, 1000).mapToLong(i -> rules.limitBytes(1, "region" + i)).toArray();
    long most = SplitSettings.DEFAULT.maxFileBytes();
    assertThat(LongStream.of(limits).min().getAsLong()).isBetween(most / 8 * 7, most / 100 * 90);
    assertThat(LongStream.of(limits).max().getAsLong()).isBetween(most / 100 * 110, most / 8 * 9);
    assertThat(rules.limitBytes(1, "region0")).isEqualTo(limits[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "KeyPrefixRegionSplitPolicy.prefix_length, 4, user",
    "prefix_split_key_policy.prefix_length, 2, us",
    "KeyPrefixRegionSplitPolicy.prefix_length, 99, user_17_3",
    "KeyPrefixRegionSplitPolicy.prefix_length, 0, user_17_3",
    "KeyPrefixRegionSplitPolicy.prefix_length, four, user_17_3"
  })
  void f107_aPrefixOfAFixedLengthStaysTogether(String attribute, String length, String expected) {
    String policy = HBASE + "KeyPrefixRegionSplitPolicy";
    assertThat(cut(rules("SPLIT_POLICY", policy, attribute, length), "user_17_3"))
        .isEqualTo(expected);
  }

  @Test
  void settingsAreChecked() {
    assertThatThrownBy(() -> SETTINGS.withPolicy("Constant"))
        .hasMessageContaining("'Constant'")
        .hasMessageContaining(HBASE + "SteppingSplitPolicy");
    assertThatThrownBy(() -> SETTINGS.withMaxFileBytes(0)).hasMessageContaining("maxFileBytes");
    assertThatThrownBy(() -> SETTINGS.withMaxFileJitter(1.01)).hasMessageContaining("Jitter");
    assertThatThrownBy(() -> SETTINGS.withInitialBytes(-1)).hasMessageContaining("initialBytes");
    assertThatThrownBy(() -> SETTINGS.withMaxRegions(-1)).hasMessageContaining("maxRegions");
  }
}
