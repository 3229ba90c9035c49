package io.rowandb.design.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Each fault of families, names, sizes and attributes is planted alone, and found first. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlantedFamilyFaultsTest extends PlantedFaults {
  @Test
  void versionsMissing() throws IOException {
    only(check(with("limit: 10", "versions: 3")), FindingKind.VERSIONS_MISSING);
  }

  @Test
  void ttlTooShort() throws IOException {
    DesignFinding found =
        first(check(with("d: {}", "d: {ttl: 12 hours}")), FindingKind.TTL_TOO_SHORT);
    assertThat(found.snippet()).contains("ttl: 2 days");
    assertThat(found.evidence()).contains("reads 1 day back; cells are kept 12 hours");
    String month = with("back: 1 day", "back: 30 days").replace("d: {}", "d: {ttl: 7 days}");
    assertThat(first(check(month), FindingKind.TTL_TOO_SHORT).snippet()).contains("ttl: 33 days");
  }

  @Test
  void tooManyFamilies() throws IOException {
    only(
        check(
            with("d: {}", "d: {}\n  e: {}\n  f: {}\n  g: {}")
                .replace("name: a}", "name: a, family: d}")
                .replace("limit: 10", "columns: a")),
        FindingKind.TOO_MANY_FAMILIES);
    // Two, which each pattern reads.
    List<DesignFinding> two =
        check(
            with("d: {}", "d: {}\n  e: {}")
                .replace("name: a}", "name: a, family: d}\n  - {field: user, name: u, family: e}"));
    only(two, FindingKind.TOO_MANY_FAMILIES);
    assertThat(two.get(0).severity()).isEqualTo(FindingSeverity.WARNING);
  }

  @Test
  void familySizesDiffer() throws IOException {
    String yaml =
        with("d: {}", "d: {}\n  e: {}")
            .replace("name: a}", "name: a, family: d}\n  - {field: b, name: b, family: e}")
            .replace("limit: 10", "columns: a");
    String text = "x".repeat(2000);
    only(check(yaml, "user,at,a,b", i -> row(i) + "," + text), FindingKind.FAMILY_SIZES_DIFFER);
    assertThat(check(yaml, "user,at,a,b", i -> row(i) + ",x")).isEmpty();
  }

  @Test
  void rowTooWide() throws IOException {
    String yaml =
        """
        table: followers
        rows: 100 million
        key:
          - {hash: user}
        families:
          d: {}
        columns:
          - {named-by: follower}
        regions: 10
        patterns:
          - {name: followers, equal: user}
        """;
    IntFunction<String> rows = i -> "u" + (i % 10 == 0 ? 7 : i) + ",f" + i;
    DesignFinding found = first(check(yaml, "user,follower", rows), FindingKind.ROW_TOO_WIDE);
    assertThat(found.evidence()).contains("user \"u7\"");
    assertThat(found.snippet()).contains("{text: follower}");
  }

  @Tag("slow")
  @Test
  void cellTooLarge() throws IOException {
    String large = "x".repeat((10 << 20) + 1);
    only(
        check(GOOD, "user,at,a", i -> i == 5 ? row(i) + large : row(i)),
        FindingKind.CELL_TOO_LARGE);
    assertThat(check(GOOD, "user,at,a", i -> i == 5 ? row(i) + large.substring(9) : row(i)))
        .isEmpty();
  }

  @Test
  void tooManyRegions() throws IOException {
    only(check(with("regions: 10", "regions: 501")), FindingKind.TOO_MANY_REGIONS);
    assertThat(check(with("regions: 10", "regions: 500"))).isEmpty();
    only(check(GOOD + "rows: 200 billion\n"), FindingKind.TOO_MANY_REGIONS);
  }

  @Test
  void inMemoryTooLarge() throws IOException {
    String yaml = with("d: {}", "d: {in-memory: true}");
    assertThat(check(yaml)).isEmpty();
    only(check(yaml + "rows: 1 billion\n"), FindingKind.IN_MEMORY_TOO_LARGE);
  }

  @Test
  void minVersionsWithoutTtl() throws IOException {
    only(check(with("d: {}", "d: {min-versions: 1}")), FindingKind.MIN_VERSIONS_WITHOUT_TTL);
    assertThat(check(with("d: {}", "d: {min-versions: 1, ttl: 2 days}"))).isEmpty();
  }

  @Test
  void versionsUnread() throws IOException {
    only(check(with("d: {}", "d: {versions: 3}")), FindingKind.VERSIONS_UNREAD);
    assertThat(check(with("d: {}", "d: {versions: 3}").replace("limit: 10", "versions: 3")))
        .isEmpty();
  }

  private static String withGet(String family, String more) {
    return with("d: {}", "d: {" + family + "}")
        + "  - {name: one, equal: [user, at]"
        + more
        + "}\n";
  }

  @Test
  void bloomNone() throws IOException {
    only(check(withGet("bloom: none", "")), FindingKind.BLOOM_NONE);
    assertThat(check(with("d: {}", "d: {bloom: none}"))).isEmpty();
  }

  @Test
  void bloomRowcolUnread() throws IOException {
    only(check(withGet("bloom: rowcol", "")), FindingKind.BLOOM_ROWCOL_UNREAD);
    assertThat(check(withGet("bloom: rowcol", ", columns: a"))).isEmpty();
  }

  @Test
  void namesLong() throws IOException {
    String yaml =
        with("d: {}", "information: {}").replace("name: a", "name: the_name_of_the_value");
    only(check(yaml), FindingKind.NAMES_LONG);
    only(reason(yaml), FindingKind.NAMES_LONG);
  }
}
