package io.rowandb.design.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Each fault of keys, rows and reads is planted alone, and found first, with its remedy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlantedFaultsTest extends PlantedFaults {
  @Test
  void nothingIsFoundInTheGoodOne() throws IOException {
    assertThat(check(GOOD)).isEmpty();
    assertThat(reason(GOOD)).isEmpty();
  }

  @Test
  void keyNotUnique() throws IOException {
    String yaml = GOOD + "identity: [user, at, a]\n";
    DesignFinding found = first(reason(yaml), FindingKind.KEY_NOT_UNIQUE);
    assertThat(found.snippet()).contains("{text: a}");
  }

  /** It may still happen in the whole table. */
  @Test
  void recordsThatDoNotMeetInTheSampleAreAWarning() throws IOException {
    DesignFinding found =
        first(check(GOOD + "identity: [user, at, a]\n"), FindingKind.KEY_NOT_UNIQUE);
    assertThat(found.severity()).isEqualTo(FindingSeverity.WARNING);
    assertThat(found.evidence()).contains("No two records of the sample have one key");
    IntFunction<String> one = i -> row(i == 7 ? 6 : i).replaceAll("v.*", "v" + i);
    DesignFinding met =
        first(
            check(GOOD + "identity: [user, at, a]\n", "user,at,a", one),
            FindingKind.KEY_NOT_UNIQUE);
    assertThat(met.severity()).isEqualTo(FindingSeverity.ERROR);
    assertThat(met.evidence()).contains("1 row found another there");
  }

  /** A shorter form of a time lets two times be one. */
  @Test
  void coarseTimesAreNotUnique() throws IOException {
    String yaml = GOOD.replace("as: millis", "as: seconds") + "identity: [user, at]\n";
    only(reason(yaml), FindingKind.KEY_NOT_UNIQUE);
  }

  @Test
  void rowsOverwritten() throws IOException {
    List<DesignFinding> found =
        check(GOOD, "user,at,a", i -> row(i % 7 == 6 ? i - 1 : i).replaceAll("v.*", "v" + i));
    DesignFinding first = first(found, FindingKind.ROWS_OVERWRITTEN);
    assertThat(first.evidence()).contains("285 of 2,000 rows").contains("rows 6 and 7 (");
    assertThat(first.severity()).isEqualTo(FindingSeverity.WARNING);
  }

  /** A row that comes twice, or whose record is the same, loses nothing. */
  @Test
  void updatesOverwriteNothing() throws IOException {
    assertThat(check(GOOD, "user,at,a", i -> row(i / 2))).isEmpty();
    String yaml = GOOD + "identity: [user, at]\n";
    assertThat(check(yaml, "user,at,a", i -> row(i / 2) + "-" + i)).isEmpty();
  }

  /** An index with its values as versions of one cell. */
  @Test
  void timesOverwritten() throws IOException {
    String yaml =
        """
        table: index
        fields: {at: time millis}
        key:
          - {hash: tag}
        families:
          d: {versions: 1000}
        columns:
          - {field: post, name: p}
        version: at
        regions: 10
        patterns:
          - {name: posts of a tag, equal: tag, versions: 1000}
        """;
    List<DesignFinding> found =
        check(
            yaml,
            "tag,at,post",
            i -> "tag" + i % 100 + "," + (1_600_000_000_000L + i / 500) + "," + i);
    DesignFinding first = first(found, FindingKind.TIMES_OVERWRITTEN);
    assertThat(first.snippet()).contains("named-by");
  }

  /** Rows that are lost for want of versions are no example of rows with equal times. */
  @Test
  void equalTimesHaveExamplesOfTheirOwn() throws IOException {
    String yaml =
        """
        table: comments
        fields: {at: time millis}
        key:
          - {hash: post}
        families:
          d: {}
        columns:
          - {field: text, name: t}
        version: at
        """;
    List<DesignFinding> found =
        check(
            yaml,
            "post,at,text",
            i -> "post" + i % 500 + "," + (1_600_000_000_000L + (i == 1900 ? 1400 : i)) + "," + i);
    DesignFinding equal =
        found.stream()
            .filter(each -> each.kind() == FindingKind.TIMES_OVERWRITTEN)
            .findFirst()
            .orElseThrow();
    assertThat(equal.evidence())
        .startsWith("1 row has the cell and time of another record.")
        .contains("rows 1401 and 1901 (post \"post400\", at \"1600000001400\", text \"1400\"")
        .doesNotContain("rows 1 and 501");
  }

  @Test
  void valuesBeyondVersionsAreLost() throws IOException {
    String yaml =
        """
        table: index
        identity: [tag, post]
        key:
          - {hash: tag}
        families:
          d: {versions: 3}
        columns:
          - {field: post, named-by: post}
        """;
    assertThat(check(yaml, "tag,post", i -> "tag" + i % 100 + "," + i)).isEmpty();
    String versions =
        yaml.replace("named-by", "name") + "patterns:\n  - {name: p, equal: tag, versions: 3}\n";
    List<DesignFinding> found = check(versions, "tag,post", i -> "tag" + i % 100 + "," + i);
    first(found, FindingKind.KEY_NOT_UNIQUE);
    assertThat(found.get(1).evidence()).contains("beyond 3 versions, 1,700 are lost");
  }

  @Test
  void valueUnreadable() throws IOException {
    String yaml = with("  - {text: user}\n  - \"\\0\"\n", "  - {digits: user, length: 3}\n");
    List<DesignFinding> found =
        check(yaml, "user,at,a", i -> row(i).replace("user", i % 10 == 0 ? "1000" : ""));
    assertThat(first(found, FindingKind.VALUE_UNREADABLE).evidence()).contains("200 rows");
  }

  @Test
  void separatorInValue() throws IOException {
    String yaml = with("\\0", "~");
    List<DesignFinding> found = check(yaml, "user,at,a", i -> row(i).replace("user7", "user~7"));
    assertThat(first(found, FindingKind.SEPARATOR_IN_VALUE).cost()).contains("under \"user\"");
    assertThat(check(yaml)).isEmpty();
  }

  @Test
  void prefixAmbiguous() throws IOException {
    String yaml =
        with("  - {hash: user, bytes: 2}\n  - {text: user}\n  - \"\\0\"\n", "  - {text: user}\n");
    DesignFinding found = first(check(yaml), FindingKind.PREFIX_AMBIGUOUS);
    assertThat(found.evidence()).contains("\"user1\" and of \"user10\" begin alike");
    first(reason(yaml), FindingKind.PREFIX_AMBIGUOUS);
  }

  /** uid1~ to uid1~~ finds what lies under "a~b" too, and misses bytes from 0x7E on. */
  @Test
  void scanBoundsWrong() throws IOException {
    String yaml =
        """
        table: follows
        key:
          - {text: user}
          - "~"
          - {text: followed}
        families:
          d: {}
        columns:
          - {field: a, name: a}
        patterns:
          - {name: all followed, equal: user, start: "{user}~", stop: "{user}~~"}
        """;
    IntFunction<String> rows = i -> "u" + i * 31 % 300 + "," + (i % 50 == 0 ? "é" : "f") + i + ",1";
    DesignFinding found =
        first(check(yaml, "user,followed,a", rows), FindingKind.SCAN_BOUNDS_WRONG);
    assertThat(found.evidence()).contains("rows are missed and 0 of others");
    assertThat(check(yaml, "user,followed,a", i -> rows.apply(i).replace("é", "f"))).isEmpty();
  }

  @Test
  void stopRowIsNotStartWithZeroByte() throws IOException {
    String yaml = with("name: newest", "name: newest, start: \"{user}\", stop: \"{user}\\0\"");
    first(reason(yaml), FindingKind.SCAN_BOUNDS_WRONG);
  }

  private static final String TIME_FIRST =
      """
      table: t
      fields:
        at: time millis
      key:
        - {time: at, as: millis}
        - {text: user}
      families:
        d: {}
      columns:
        - {field: a, name: a}
      regions: 10
      patterns:
        - {name: newest, range: at, back: 1 day}
      """;

  @Test
  void hotRegion() throws IOException {
    DesignFinding found = first(check(TIME_FIRST), FindingKind.HOT_REGION);
    assertThat(found.evidence()).contains("evenly it would be 10 %");
    assertThat(found.snippet()).contains("salt");
  }

  /** Numbers that count up are found like times, though nothing says that they are any. */
  @Test
  void sequencesAreHotToo() throws IOException {
    String yaml =
        """
        table: orders
        key:
          - {long: id}
        families:
          d: {}
        columns:
          - {field: a, name: a}
        """;
    only(check(yaml, "id,a", i -> (1_000_000 + i) + ",v"), FindingKind.HOT_REGION);
    String reversed = yaml.replace("{long: id}", "{digits: id, length: 9, reversed: true}");
    assertThat(check(reversed, "id,a", i -> (1_000_000 + i) + ",v")).isEmpty();
  }

  /** A time that rows do not arrive by is no harm. */
  @Test
  void timesOutOfOrderAreNotHot() throws IOException {
    String yaml = TIME_FIRST + "arrival: file\n";
    assertThat(check(yaml, "user,at,a", i -> row(i * 7919 % ROWS))).isEmpty();
  }

  @Test
  void timeFirst() throws IOException {
    only(reason(TIME_FIRST), FindingKind.TIME_FIRST);
  }

  @Test
  void hotKey() throws IOException {
    List<DesignFinding> found =
        check(GOOD, "user,at,a", i -> i % 3 == 0 ? row(i) : row(i).replaceAll("user[0-9]+", "bot"));
    DesignFinding first = first(found, FindingKind.HOT_KEY);
    assertThat(first.evidence()).contains("user \"bot\" has 67 %");
    assertThat(first.snippet()).contains("by: at");
    assertThat(first.remedy()).contains("by another field");
  }

  /** A salt by the hot value would move its rows together. */
  @Test
  void noHotKeyIsSaltedByItself() throws IOException {
    IntFunction<String> rows = i -> (i % 3 == 0 ? "user" + i : "bot") + "," + i + ",v" + i;
    String key = "table: t\nkey:\n  - {hash: user, bytes: 2}\n  - {text: user}\n";
    String wide = key + "families: {d: {}}\ncolumns:\n  - {field: a, named-by: at}\n";
    assertThat(hotKey(check(wide, "user,at,a", rows)).snippet()).contains("{salt: 5, by: at}");
    String plain = wide.replace("named-by", "name");
    assertThat(hotKey(check(plain + "identity: [user, a]\n", "user,at,a", rows)).snippet())
        .contains("{salt: 5, by: a}");
    DesignFinding alone = hotKey(check(plain, "user,at,a", rows));
    assertThat(alone.snippet()).contains("{salt: 5}");
    assertThat(alone.remedy()).contains("in turn");
  }

  private static DesignFinding hotKey(List<DesignFinding> findings) {
    return findings.stream()
        .filter(each -> each.kind() == FindingKind.HOT_KEY)
        .findFirst()
        .orElseThrow();
  }

  private static final String NUMBER =
      """
      table: t
      key:
        - {hash: user, bytes: 2}
        - {text: user}
        - "\\0"
        - {number: score}
      families:
        d: {}
      columns:
        - {field: a, name: a}
      patterns:
        - {name: best, equal: user, order: score}
      """;

  @Test
  void numberAsText() throws IOException {
    IntFunction<String> rows = i -> "u" + i % 100 + "," + i + ",v";
    DesignFinding found = first(check(NUMBER, "user,score,a", rows), FindingKind.NUMBER_AS_TEXT);
    assertThat(found.evidence()).contains("\"10\" comes before that of \"9\"");
    first(reason(NUMBER), FindingKind.NUMBER_AS_TEXT);
    first(
        check(NUMBER.replace("number: score", "text: score"), "user,score,a", rows),
        FindingKind.NUMBER_AS_TEXT);
    IntFunction<String> even = i -> "u" + i % 100 + "," + (1000 + i) + ",v";
    assertThat(check(NUMBER, "user,score,a", even)).isEmpty();
  }

  /** Milliseconds before 1970 are negative; a key of bytes has them behind all others. */
  @Test
  void timeOutOfOrder() throws IOException {
    String yaml = with("as: millis, descending: true", "as: ddMMyyyyHHmmss, descending: true");
    DesignFinding found = first(reason(yaml), FindingKind.TIME_OUT_OF_ORDER);
    assertThat(found.evidence()).contains("comes behind that of");
    String rising =
        with("as: millis, descending: true", "as: millis").replace(" descending, limit", ", limit");
    List<DesignFinding> before =
        check(rising, "user,at,a", i -> row(i).replaceAll(",1[0-9]+", "," + (i - 500) * 1000L));
    first(before, FindingKind.TIME_OUT_OF_ORDER);
  }

  @Test
  void rowLeft() throws IOException {
    String yaml = GOOD.replace("equal: user, order: at descending", "equal: user");
    only(check(yaml + "identity: [user]\n"), FindingKind.ROW_LEFT);
    assertThat(check(yaml + "identity: [user, at]\n")).isEmpty();
  }

  @Test
  void negativeNumber() throws IOException {
    String yaml = NUMBER.replace("number: score", "long: score");
    only(
        check(yaml, "user,score,a", i -> "u" + i % 100 + "," + (i - 500) + ",v"),
        FindingKind.NEGATIVE_NUMBER);
  }

  @Test
  void fullScan() throws IOException {
    DesignFinding found =
        first(check(with("equal: user, order: at descending", "equal: a")), FindingKind.FULL_SCAN);
    assertThat(found.snippet()).contains("{text: a}");
  }

  @Test
  void rangeOverHash() throws IOException {
    only(
        check(with("equal: user, order: at descending", "range: user")),
        FindingKind.RANGE_OVER_HASH);
  }

  @Test
  void orderLost() throws IOException {
    only(check(with("order: at descending", "order: a")), FindingKind.ORDER_LOST);
  }

  @Test
  void orderReversed() throws IOException {
    DesignFinding found =
        first(
            check(with("as: millis, descending: true", "as: millis")), FindingKind.ORDER_REVERSED);
    assertThat(found.snippet()).contains("descending: true");
  }

  @Test
  void rowsSkipped() throws IOException {
    String yaml = with("equal: user, order: at descending", "equal: [user, a]");
    DesignFinding found = first(check(yaml), FindingKind.ROWS_SKIPPED);
    assertThat(found.evidence()).contains("rows are read to find one");
  }

  private static final String TEXT_FIRST =
      """
      table: t
      key:
        - {digits: area, length: 2}
        - {digits: id, length: 9, reversed: true}
      families:
        d: {}
      columns:
        - {field: a, name: a}
      splits: ["02", "03", "04", "05", "06", "07", "08", "09", "10", "11"]
      """;

  /** Twelve areas in eleven regions: the last two share one. */
  @Test
  void splitsUneven() throws IOException {
    List<DesignFinding> found = check(TEXT_FIRST, "area,id,a", i -> (1 + i % 12) + "," + i + ",v");
    DesignFinding first = first(found, FindingKind.SPLITS_UNEVEN);
    assertThat(first.evidence()).contains("from \"11\" to the end has 17 %");
    assertThat(first.snippet()).contains("\"03\", \"04\"").contains("\"12\"");
    String fixed = TEXT_FIRST.replace("\"11\"]", "\"11\", \"12\"]");
    assertThat(check(fixed, "area,id,a", i -> (1 + i % 12) + "," + i + ",v")).isEmpty();
  }

  @Test
  void splitImpossible() throws IOException {
    String yaml = TEXT_FIRST.replace("\"11\"]", "\"11\", \"a\", \"b\"]");
    assertThat(first(reason(yaml), FindingKind.SPLIT_IMPOSSIBLE).evidence()).contains("a, b");
  }

  @Test
  void bulkUnsplit() throws IOException {
    only(check(with("regions: 10", "load: bulk")), FindingKind.BULK_UNSPLIT);
    assertThat(check(GOOD + "load: bulk\n")).isEmpty();
  }

  @Test
  void timeLacksYear() throws IOException {
    String yaml = with("as: millis, descending: true", "as: MMddHHmmss, descending: true");
    DesignFinding found = first(reason(yaml), FindingKind.TIME_LACKS_YEAR);
    assertThat(found.snippet()).contains("yyyyMMddHHmmss");
  }

  @Test
  void saltFanOut() throws IOException {
    String yaml = with("{hash: user, bytes: 2}", "{salt: 64}");
    DesignFinding found = first(check(yaml), FindingKind.SALT_FAN_OUT);
    assertThat(found.snippet()).contains("by: user");
    assertThat(check(yaml.replace("salt: 64", "salt: 64, by: user"))).isEmpty();
    assertThat(check(yaml.replace("salt: 64", "salt: 8"))).isEmpty();
  }

  @Test
  void counterByGetAndPut() throws IOException {
    only(
        check(with("name: a}", "name: a, counter: get-and-put}")),
        FindingKind.COUNTER_BY_GET_AND_PUT);
    assertThat(check(with("name: a}", "name: a, counter: increment}"))).isEmpty();
  }

  @Test
  void keyPartEmpty() throws IOException {
    only(
        check(GOOD, "user,at,a", i -> i % 100 == 0 ? row(i).replaceAll("user[0-9]+", "") : row(i)),
        FindingKind.KEY_PART_EMPTY);
  }

  @Test
  void keyLong() throws IOException {
    String name = "x".repeat(100);
    only(check(GOOD, "user,at,a", i -> name + row(i)), FindingKind.KEY_LONG);
  }

  @Test
  void tooSmall() throws IOException {
    only(check(GOOD + "rows: 100_000\n"), FindingKind.TOO_SMALL);
  }

  /** Where no order is known, none is made up: the key is hot in that of the file. */
  @Test
  void arrivalUnknown() throws IOException {
    only(check(GOOD + "arrival: none\n"), FindingKind.ARRIVAL_UNKNOWN);
    String rising =
        "table: t\nkey: [{text: at}]\nfamilies: {d: {}}\ncolumns: [{field: a, name: a}]\n";
    first(check(rising), FindingKind.HOT_REGION);
    only(check(rising + "arrival: none\n"), FindingKind.ARRIVAL_UNKNOWN);
  }

  /**
   * Every kind has a test, here or of families, that is named after it, but for those that a table
   * has.
   */
  @Test
  void allKindsArePlanted() {
    Set<String> tests = new TreeSet<>();
    for (Class<?> of : List.of(PlantedFaultsTest.class, PlantedFamilyFaultsTest.class)) {
      for (Method each : of.getDeclaredMethods()) {
        tests.add(each.getName().toLowerCase(Locale.ROOT));
      }
    }
    EnumSet<FindingKind> ofTables =
        EnumSet.of(
            FindingKind.TABLE_DIFFERS,
            FindingKind.ROWS_UNREADABLE,
            FindingKind.COLUMNS_UNKNOWN,
            FindingKind.DESIGN_UNKNOWN);
    for (FindingKind each : EnumSet.complementOf(ofTables)) {
      assertThat(tests).contains(each.name().replace("_", "").toLowerCase(Locale.ROOT));
    }
  }
}
