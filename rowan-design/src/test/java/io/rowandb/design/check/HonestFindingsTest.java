package io.rowandb.design.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.plan.TablePlanYaml;
import io.rowandb.design.sample.SampleException;
import io.rowandb.design.sample.SampleFormat;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What looks like a fault and is none is not found; what does not look like one, and is, is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HonestFindingsTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final int ROWS = 2000;
  private static final long DAY = 86_400_000L;

  @TempDir private Path directory;

  private List<DesignFinding> check(String yaml, String header, IntFunction<String> rows)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of(header));
    IntStream.range(0, ROWS).mapToObj(rows).forEach(lines::add);
    Path file = Files.createTempFile(directory, "rows", ".csv");
    Files.write(file, lines);
    return DesignCheck.run(TablePlanYaml.parse("test", yaml), Optional.of(SampleSpec.of(file)), NOW)
        .findings();
  }

  private static List<DesignFinding> reason(String yaml) throws IOException {
    return DesignCheck.run(TablePlanYaml.parse("test", yaml), Optional.empty(), NOW).findings();
  }

  /** A table of one family and one column; key and more follow. */
  private static String table(String fields, String key, String more) {
    StringBuilder yaml = new StringBuilder("table: t\nfields: {" + fields + "}\nkey:\n");
    key.lines().forEach(part -> yaml.append("  - ").append(part).append('\n'));
    return yaml + "families:\n  d: {}\ncolumns:\n  - {field: a, name: a}\n" + more;
  }

  private static List<FindingKind> kinds(List<DesignFinding> findings) {
    return findings.stream().map(DesignFinding::kind).toList();
  }

  private static DesignFinding only(List<DesignFinding> findings, FindingKind kind) {
    assertThat(kinds(findings)).containsExactly(kind);
    return findings.get(0);
  }

  private static String text(String pattern, long millis) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
        .withZone(ZoneOffset.UTC)
        .format(Instant.ofEpochMilli(millis));
  }

  /** The users of one day are spread evenly; all days are not. */
  @ParameterizedTest
  @ValueSource(strings = {"yyyyMMdd", "yyyyMM", "yyyy"})
  void aSampleOfOneDayDoesNotJudgeTheDayFirst(String pattern) throws IOException {
    String yaml =
        table(
            "at: time millis",
            "{time: at, as: " + pattern + "}\n{text: user}",
            "patterns:\n  - {name: p, equal: [at, user]}\n");
    IntFunction<String> day = i -> "user" + i * 31 % ROWS + "," + (NOW - NOW % DAY + i) + ",v";
    DesignFinding found = only(check(yaml, "user,at,a", day), FindingKind.TIME_FIRST);
    assertThat(found.evidence()).contains("1 different values").contains("too short");
    String hashed = yaml.replace("- {time", "- {hash: user, bytes: 2}\n  - {time");
    assertThat(check(hashed, "user,at,a", day)).isEmpty();
    String file = yaml + "arrival: file\n";
    assertThat(
            kinds(
                check(
                    file,
                    "user,at,a",
                    i -> "user" + i * 31 % ROWS + "," + (NOW - i % 7 * 400L * DAY) + ",v")))
        .doesNotContain(FindingKind.TIME_FIRST);
  }

  @ParameterizedTest
  @CsvSource({
    "time yyyy-MM-dd, yyyyMMdd",
    "time yyyyDDD, yyyy-MM-dd",
    "time yyyy-MM-dd HH:mm, yyyyMMddHHmm",
    "time yyyy-MM-dd hh:mm a, yyyyMMddHHmm",
    "time seconds, yyyyMMddHHmmss",
    "time yyyy-MM-dd'T'HH:mm:ss.SSSX, millis"
  })
  void aKeyWithAllUnitsHoldsTheTime(String type, String written) throws IOException {
    String yaml = table("at: " + type, "{time: at, as: " + written + "}", "identity: [at]\n");
    assertThat(kinds(reason(yaml))).doesNotContain(FindingKind.KEY_NOT_UNIQUE);
  }

  @ParameterizedTest
  @CsvSource({
    "time millis, yyyyMMddHHmmss",
    "time yyyyMMddHHmmssSSS, seconds",
    "time yyyyMMddHHmmssSSS, yyyyMMddHHmmssS",
    "time yyyy-MM-dd, yyyyMM",
    "time seconds, yyyyMMddhhmmss"
  })
  void aKeyWithoutAUnitDoesNot(String type, String written) throws IOException {
    String yaml = table("at: " + type, "{time: at, as: " + written + "}", "identity: [at]\n");
    assertThat(kinds(reason(yaml))).contains(FindingKind.KEY_NOT_UNIQUE);
  }

  /** As OpenTSDB has it: a row is an hour of one series, its columns the seconds. */
  private static final String HOURS =
      """
      table: tsdb
      rows: 100 billion
      fields: {at: time seconds}
      key:
        - {text: metric}
        - "\\0"
        - {time: at, as: yyyyMMddHH}
      families:
        d: {}
      columns:
        - {field: v, named-by: second}
      """;

  @Test
  void rowsOfAnHourDoNotGrowWithTheTable() throws IOException {
    List<DesignFinding> found =
        check(
            HOURS,
            "metric,at,second,v",
            i -> "m" + i % 4 + "," + (1_600_000_000L + i * 10L) + "," + i * 10 % 3600 + ",1");
    assertThat(kinds(found)).doesNotContain(FindingKind.ROW_TOO_WIDE);
  }

  /** The same cells again and again are no more columns. */
  @Test
  void rowsHaveNoMoreColumnsThanThereAreNames() throws IOException {
    String yaml =
        table("", "{hash: user}", "rows: 100 billion\n").replace("name: a}", "named-by: weekday}");
    List<DesignFinding> found =
        check(yaml, "user,weekday,a", i -> "u" + i % 5 + "," + i % 7 + "," + i);
    assertThat(kinds(found)).doesNotContain(FindingKind.ROW_TOO_WIDE);
  }

  @Test
  void aShortSampleOfGrowingRowsIsAWarning() throws IOException {
    List<DesignFinding> found =
        check(
            HOURS.replace("yyyyMMddHH", "yyyyMM"),
            "metric,at,second,v",
            i -> "m" + i % 4 + "," + (1_600_000_000L + i) + "," + i + ",1");
    DesignFinding wide =
        found.stream().filter(each -> each.kind() == FindingKind.ROW_TOO_WIDE).findAny().get();
    assertThat(wide.severity()).isEqualTo(FindingSeverity.WARNING);
    assertThat(wide.evidence()).contains("too short");
  }

  @Test
  void aFrequentValueIsNotHotWhenItsRowsAreSpread() throws IOException {
    IntFunction<String> rows = i -> (i % 5 == 0 ? "FR" : "CN") + ",user" + i * 31 % ROWS + "," + i;
    String yaml = table("", "{text: country, length: 2}\n{hash: user, bytes: 4}", "");
    assertThat(kinds(check(yaml, "country,user,a", rows))).doesNotContain(FindingKind.HOT_KEY);
    String rising = table("", "{text: country, length: 2}\n{long: a}", "");
    assertThat(kinds(check(rising, "country,user,a", rows))).contains(FindingKind.HOT_KEY);
  }

  @Test
  void countersAreAddedUpNotOverwritten() throws IOException {
    String yaml = table("", "{hash: page}", "").replace("name: a}", "name: a, counter: increment}");
    assertThat(check(yaml, "page,a", i -> "p" + i * 31 % 300 + "," + i)).isEmpty();
    String put = table("", "{hash: page}", "");
    only(check(put, "page,a", i -> "p" + i * 31 % 300 + "," + i), FindingKind.ROWS_OVERWRITTEN);
  }

  @Test
  void aRecordMayBeAVersion() throws IOException {
    String yaml =
        table("at: time millis", "{hash: user}", "version: at\nidentity: [user, at]\n")
            .replace("d: {}", "d: {versions: 1000}");
    assertThat(kinds(reason(yaml))).doesNotContain(FindingKind.KEY_NOT_UNIQUE);
    assertThat(kinds(reason(yaml.replace("1000", "1")))).contains(FindingKind.KEY_NOT_UNIQUE);
  }

  @Test
  void behindAHashValuesThatBeginAlikeHardlyMeet() throws IOException {
    String key = "{hash: user}\n{text: user}\n{time: at, as: millis, descending: true}";
    String more = "patterns:\n  - {name: p, equal: user}\n";
    String yaml = table("at: time millis", key, more);
    IntFunction<String> rows = i -> "user" + i % 300 + "," + (NOW - DAY + i) + ",v";
    assertThat(check(yaml, "user,at,a", rows)).isEmpty();
    assertThat(reason(yaml)).isEmpty();
    String weak = yaml.replace("{hash: user}", "{hash: user, bytes: 2}");
    DesignFinding found = only(check(weak, "user,at,a", rows), FindingKind.PREFIX_AMBIGUOUS);
    assertThat(found.severity()).isEqualTo(FindingSeverity.HINT);
    String separated = yaml.replace("{text: user}\n", "{text: user}\n  - \"~\"\n");
    IntFunction<String> tildes = i -> rows.apply(i).replace("user7", "user~7");
    assertThat(check(separated, "user,at,a", tildes)).isEmpty();
  }

  private static final String SCORES = "{text: game, length: 2}\n{long: score}\n{text: player}";

  /** A new score is a new row, and the old one stays. */
  @Test
  void aRecordThatChangesItsKeyLeavesARowBehind() throws IOException {
    String yaml = table("", SCORES, "identity: [game, player]\n");
    IntFunction<String> rows = i -> "g1,p" + (i * 7919 % 1999) + "," + i % 97 + ",v";
    DesignFinding found = only(check(yaml, "game,player,score,a", rows), FindingKind.ROW_LEFT);
    assertThat(found.severity()).isEqualTo(FindingSeverity.WARNING);
    assertThat(found.evidence())
        .contains("1 of 2,000 rows has another key than an earlier row of its record")
        .contains("rows 1 and 2000 (game \"g1\", player \"p0\"): score \"0\" and \"59\"");
    assertThat(found.remedy()).contains("score");
    assertThat(check(yaml, "game,player,score,a", i -> "g1,p" + i + "," + i % 97 + ",v")).isEmpty();
  }

  @Test
  void aBucketInTurnIsAnotherRowToo() throws IOException {
    String yaml = table("", "{salt: 7}\n{text: user}", "identity: [user]\n");
    IntFunction<String> rows = i -> "u" + (i * 7919 % 1000) + ",v" + i;
    DesignFinding found = only(check(yaml, "user,a", rows), FindingKind.ROW_LEFT);
    assertThat(found.evidence()).contains("1,000 of 2,000 rows have another key");
    assertThat(check(yaml.replace("salt: 7", "salt: 7, by: user"), "user,a", rows)).isEmpty();
  }

  /** What is added up has a row a day; a key that has the identity alone never changes. */
  @Test
  void rowsThatAreMeantToBeSeveralAreNoneLeftBehind() throws IOException {
    String days = "{hash: user}\n{text: user, length: 4}\n{time: at, as: yyyyMMdd}";
    String counter = table("at: time millis", days, "identity: [user]\n");
    IntFunction<String> rows = i -> "u" + (100 + i % 300) + "," + (NOW - i * DAY) + ",1";
    String added = counter.replace("name: a}", "name: a, counter: increment}");
    assertThat(check(added, "user,at,a", rows)).isEmpty();
    String whole = counter.replace("[user]", "[user, at]").replace("yyyyMMdd", "millis");
    assertThat(check(whole, "user,at,a", rows)).isEmpty();
    assertThat(kinds(check(counter, "user,at,a", rows))).containsExactly(FindingKind.ROW_LEFT);
  }

  @Test
  void negativeNumbersAreInDescendingOrder() throws IOException {
    String yaml =
        table(
            "",
            "{hash: user}\n{long: score, descending: true}",
            "patterns:\n  - {name: p, equal: user, order: score descending}\n");
    IntFunction<String> rows = i -> "u" + i % 100 + "," + (i - 500) + ",v";
    assertThat(check(yaml, "user,score,a", rows)).isEmpty();
    String rising = yaml.replace(", descending: true", "").replace(" descending", "");
    only(check(rising, "user,score,a", rows), FindingKind.NEGATIVE_NUMBER);
  }

  @Test
  void onlyATimeOfTheKeyIsAnOrderOfArrival() throws IOException {
    String key = "{hash: user, bytes: 2}\n{time: sent, as: millis}";
    String fields = "born: time yyyyMMdd, sent: time millis, zeit: time millis";
    assertThat(TablePlanYaml.parse("t", table(fields, key, "version: zeit\n")).arrivalField())
        .contains("sent");
    assertThat(TablePlanYaml.parse("t", table(fields, "{text: user}", "")).arrivalField())
        .isEmpty();
  }

  @Tag("slow")
  @Test
  void boundsOfARangeAreJudgedWithinIt() throws IOException {
    String yaml =
        table(
            "at: time yyyyMMddHHmmss",
            "{digits: user, length: 4}\n{text: at, length: 14}",
            "patterns:\n  - {name: p, equal: user, range: at, start: \"{user}{at}\", stop:"
                + " \"{user}{at}\"}\n");
    IntFunction<String> rows =
        i -> (1000 + i * 31 % 300) + "," + text("yyyyMMddHHmmss", NOW + i * 1000L) + ",v";
    assertThat(kinds(check(yaml, "user,at,a", rows))).doesNotContain(FindingKind.SCAN_BOUNDS_WRONG);
    String wrong = yaml.replace("stop: \"{user}{at}", "stop: \"9{at}");
    assertThat(kinds(check(wrong, "user,at,a", rows))).contains(FindingKind.SCAN_BOUNDS_WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ddMMyyyy", "yyyyMdHms", "yyyyMMMdd", "yyyyMMddhhmm", "MMyyyy"})
  void timesOutOfOrderAreFoundWithoutARow(String pattern) throws IOException {
    String yaml =
        table(
            "at: time seconds",
            "{hash: user}\n{time: at, as: " + pattern + "}",
            "patterns:\n  - {name: p, equal: user, range: at}\n");
    assertThat(kinds(reason(yaml))).contains(FindingKind.TIME_OUT_OF_ORDER);
    String text =
        table(
            "at: time " + pattern,
            "{hash: user}\n{text: at}",
            "patterns:\n  - {name: p, equal: user, range: at}\n");
    List<FindingKind> ofText = kinds(reason(text));
    if (!List.of("yyyyMdHms", "yyyyMMddhhmm").contains(pattern)) { // others cannot be read again
      assertThat(ofText).contains(FindingKind.TIME_OUT_OF_ORDER);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"yyyyMMddHHmmss", "yyyyMM", "yyyy-MM-dd'T'HH", "yyyyDDD", "seconds"})
  void timesInOrderAreNoFault(String pattern) throws IOException {
    String yaml =
        table(
            "at: time seconds",
            "{hash: user}\n{time: at, as: \"" + pattern + "\"}",
            "patterns:\n  - {name: p, equal: user, range: at}\n");
    assertThat(reason(yaml)).isEmpty();
    assertThat(reason(yaml.replace("\"}", "\", descending: true}"))).isEmpty();
  }

  @Test
  void secondsBeyondFourBytesHaveNoKey() throws IOException {
    String yaml = table("at: time seconds", "{hash: a}\n{time: at, as: seconds}", "");
    IntFunction<String> rows = i -> (i == 7 ? 1L << 31 : 1_600_000_000L + i) + ",v" + i;
    only(check(yaml, "at,a", rows), FindingKind.VALUE_UNREADABLE);
  }

  @Test
  void keysOfNoByteOrTooManyAreNamed() throws IOException {
    String yaml = table("", "{text: user}", "");
    List<DesignFinding> found =
        check(yaml, "user,a", i -> (i == 7 ? "" : (i * 31 % ROWS) + "user") + ",v");
    assertThat(kinds(found)).contains(FindingKind.VALUE_UNREADABLE);
    String longest = "x".repeat(32_767);
    found = check(yaml, "user,a", i -> (i == 7 ? longest : (i * 31 % ROWS) + "user") + ",v");
    assertThat(kinds(found)).doesNotContain(FindingKind.VALUE_UNREADABLE);
    found = check(yaml, "user,a", i -> (i == 7 ? longest + "x" : (i * 31 % ROWS) + "user") + ",v");
    assertThat(kinds(found)).contains(FindingKind.VALUE_UNREADABLE);
  }

  @Test
  void digitsMayBeLongerThanALong() throws IOException {
    String yaml = table("", "{digits: id, length: 30, reversed: true}", "");
    String high = "1".repeat(20);
    assertThat(check(yaml, "id,a", i -> high + (1_000_000 + i) + ",v")).isEmpty();
  }

  /** A hash of what is asked for does not help when that has three values. */
  @Test
  void theRemedyIsTriedBeforeItIsOffered() throws IOException {
    String yaml =
        table(
                "at: time millis",
                "{time: at, as: millis}\n{text: user}",
                "patterns:\n  - {name: p, equal: level, range: at}\n")
            .replace("columns:\n", "columns:\n  - {field: level, name: l}\n");
    IntFunction<String> rows =
        i -> "user" + i + "," + (NOW - DAY + i * 1000L) + ",v," + List.of("I", "W", "E").get(i % 3);
    DesignFinding hot =
        check(yaml, "user,at,a,level", rows).stream()
            .filter(each -> each.kind() == FindingKind.HOT_REGION)
            .findAny()
            .orElseThrow();
    assertThat(hot.snippet()).contains("salt").doesNotContain("hash");
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  @Test
  void samplesThatAreNotAsTheySeemAreRefused() throws IOException {
    var plan = TablePlanYaml.parse("t", table("", "{hash: user}", ""));
    byte[] objects = "{\"usr\": 1, \"a\": 2}\n{\"usr\": 3, \"a\": 2}\n".getBytes(UTF_8);
    SampleSpec misspelt =
        new SampleSpec(
            file("m.jsonl", objects), SampleFormat.JSON, UsedFields.of(plan), Long.MAX_VALUE, 0);
    assertThatThrownBy(() -> DesignCheck.run(plan, Optional.of(misspelt), NOW))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("field \"user\" is in none of 2 objects");
    Path latin = file("latin.csv", "user,a\nM\u00fcller,1\n".getBytes(ISO_8859_1));
    assertThatThrownBy(() -> DesignCheck.run(plan, Optional.of(SampleSpec.of(latin)), NOW))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("not UTF-8");
    Path marked = file("b.jsonl", "\uFEFF{\"user\": 1, \"a\": 2}\n".getBytes(UTF_8));
    assertThat(DesignCheck.run(plan, Optional.of(SampleSpec.of(marked)), NOW).rows()).isEqualTo(1);
    Path endless = file("e.jsonl", ("{\"user\": \"" + "x".repeat(1 << 24) + "\"}").getBytes(UTF_8));
    assertThatThrownBy(() -> DesignCheck.run(plan, Optional.of(SampleSpec.of(endless)), NOW))
        .isInstanceOf(SampleException.class)
        .hasMessageContaining("more than 16777216 characters");
    var packed = new java.io.ByteArrayOutputStream();
    try (var out = new java.util.zip.GZIPOutputStream(packed)) {
      out.write("user,a\n1,2\n".getBytes(UTF_8));
    }
    Path large = file("x.csv.GZ", packed.toByteArray());
    assertThat(DesignCheck.run(plan, Optional.of(SampleSpec.of(large)), NOW).rows()).isEqualTo(1);
  }

  @Test
  void designsThatAreTooDeepAreRefused() {
    String deep = "table: " + "[".repeat(5000) + "]".repeat(5000);
    assertThatThrownBy(() -> TablePlanYaml.parse("t", deep))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("deep");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order: at desc",
        "columns: b",
        "columns: e:a",
        "equal: usr",
        "range: when",
        "start: \"{usr}\", stop: \"{usr}~\""
      })
  void namesThatNothingHasAreRefused(String entry) {
    String yaml =
        table("", "{text: user}\n{text: at}", "patterns:\n  - {name: p, " + entry + "}\n");
    assertThatThrownBy(() -> TablePlanYaml.parse("t", yaml))
        .isInstanceOf(PlanException.class)
        .hasMessageContaining("t, line 11")
        .hasMessageContaining("is none of this design's");
  }

  @Test
  void columnsAreNamedWithTheirFamilyOrTheFieldThatNamesThem() throws IOException {
    String yaml =
        """
        table: t
        key:
          - {hash: user}
        families:
          d: {}
          e: {}
        columns:
          - {field: a, name: a, family: d}
          - {field: b, named-by: c, family: e}
        patterns:
          - {name: p, equal: user, columns: "d:a"}
          - {name: q, equal: user, columns: c}
        """;
    assertThat(reason(yaml)).isEmpty();
  }

  /** The keys are in no order of arrival: other split keys cure it, and a hash is not needed. */
  @ParameterizedTest
  @ValueSource(strings = {"[\"0\", \"1\", \"2\", \"3\"]", "[\"x\", \"y\", \"z\"]"})
  void badSplitKeysMakeNoHotKey(String splits) throws IOException {
    String yaml = table("", "{text: user, length: 5}", "splits: " + splits + "\n");
    DesignFinding found =
        only(
            check(yaml, "user,a", i -> "u%04d,%d".formatted(i * 997 % ROWS, i)),
            FindingKind.SPLITS_UNEVEN);
    assertThat(found.severity()).isEqualTo(FindingSeverity.ERROR);
    assertThat(found.snippet()).contains("\"u0");
  }

  /** A rising key is hot whatever the split keys. */
  @Test
  void badSplitKeysHideNoRisingKey() throws IOException {
    String yaml = table("", "{text: user, length: 5}", "splits: [\"0\", \"1\", \"2\"]\n");
    assertThat(kinds(check(yaml, "user,a", i -> "u%04d,%d".formatted(i, i))))
        .first()
        .isEqualTo(FindingKind.HOT_REGION);
  }

  /** A year and month in one part, the rest in another: nothing of the time is missing. */
  @ParameterizedTest
  @CsvSource({"yyyyMM, ddHHmmss", "MM, yyyyddHHmmss", "yyyyMMddHH, mmss"})
  void aTimeInSeveralPartsIsWhole(String first, String second) throws IOException {
    String yaml =
        table(
            "at: time yyyyMMddHHmmss",
            """
            {hash: user, bytes: 2}
            {text: user, length: 2}
            {time: at, as: %s}
            {time: at, as: %s}
            """
                .formatted(first, second),
            "identity: [user, at]\nregions: 8\n");
    assertThat(kinds(reason(yaml))).doesNotContain(FindingKind.KEY_NOT_UNIQUE);
  }

  /** The year is what lacks; the whole time once more behind the key is no cure. */
  @Test
  void aTimeWithoutItsYearIsOneFinding() throws IOException {
    String yaml =
        table(
            "at: time seconds",
            "{hash: user, bytes: 2}\n{text: user, length: 2}\n{time: at, as: MMddHHmmss}",
            "identity: [user, at]\nregions: 8\n");
    DesignFinding found =
        only(
            check(
                yaml,
                "user,at,a",
                i -> "%02d,%d,v".formatted(i * 37 % 100, 1_600_000_000L + i * 60L)),
            FindingKind.TIME_LACKS_YEAR);
    assertThat(found.cost()).contains("Two records whole years apart are one row.");
    assertThat(found.snippet()).contains("as: yyyyMMddHHmmss");
    assertThat( // records a year apart that the sample has are more than a suspicion
            kinds(
                check(
                    yaml,
                    "user,at,a",
                    i -> "07,%d,v".formatted(1_600_000_000L + i % 1000 + i / 1000 * 31_536_000L))))
        .contains(FindingKind.KEY_NOT_UNIQUE, FindingKind.TIME_LACKS_YEAR);
  }

  /** What is added up overwrites nothing: a day's row has the sum of its records. */
  @Test
  void recordsThatAreAddedUpAreNotLost() throws IOException {
    String yaml =
        table(
                "at: time seconds",
                "{hash: user, bytes: 2}\n{text: user, length: 2}\n{time: at, as: yyyyMMdd}",
                "identity: [user, at]\nregions: 8\n")
            .replace("name: a}", "name: a, type: long, counter: increment}");
    IntFunction<String> rows = i -> "%02d,%d,1".formatted(i * 37 % 100, 1_600_000_000L + i * 60L);
    assertThat(check(yaml, "user,at,a", rows)).isEmpty();
    String put = yaml.replace(", counter: increment", "");
    assertThat(kinds(check(put, "user,at,a", rows)))
        .contains(FindingKind.KEY_NOT_UNIQUE, FindingKind.ROWS_OVERWRITTEN);
  }
}
