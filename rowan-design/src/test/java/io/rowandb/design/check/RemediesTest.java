package io.rowandb.design.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A remedy cures its fault, and makes no other: its lines can be pasted into the design. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemediesTest extends PlantedFaults {
  private static final String OPEN =
      """
      table: t
      fields:
        seq: number
      key:
        - {text: user}
      families:
        d: {}
      columns:
        - {field: a, name: a}
      patterns:
        - {name: p, equal: user}
      """;

  private static String message(int i) {
    return "u" + i * 31 % 300 + "," + (1_600_000_000_000L + i * 1000L) + "," + i + ",v" + i;
  }

  /** The design with the lines of a remedy, in place of what they say. */
  private static String cured(String yaml, DesignFinding found) {
    String lines = found.snippet();
    assertThat(lines).as("%s", found).startsWith("key:\n");
    String key = yaml.substring(yaml.indexOf("key:\n") + 5, yaml.indexOf("columns:"));
    String rest = key.contains("families:") ? key.substring(key.indexOf("families:")) : "";
    key = key.substring(0, key.length() - rest.length());
    String regions = lines.contains("regions:") ? lines.substring(lines.indexOf("regions:")) : "";
    lines = lines.substring(0, lines.length() - regions.length());
    String now =
        lines.contains("# … as now, then\n")
            ? lines.replace("  # … as now, then\n", key)
            : lines.replaceAll("  # … then the other parts.*\n", "") + key;
    String other = yaml.substring(yaml.indexOf("columns:"));
    return yaml.substring(0, yaml.indexOf("key:\n"))
        + now
        + rest
        + (regions.isEmpty() ? other : regions + other.replaceAll("(?m)^splits:.*\n", ""));
  }

  @Test
  void aPartIsAddedBehindAnEnd() throws IOException {
    String yaml = OPEN + "identity: [user, seq]\n";
    DesignFinding found =
        first(check(yaml, "user,at,seq,a", RemediesTest::message), FindingKind.KEY_NOT_UNIQUE);
    assertThat(found.snippet()).endsWith("  - \"\\0\"\n  - {long: seq}\n");
    assertThat(check(cured(yaml, found), "user,at,seq,a", RemediesTest::message)).isEmpty();
  }

  @Test
  void namesOfColumnsBecomePartsOfTheirTypes() throws IOException {
    String yaml =
        OPEN.replace("seq: number", "seq: number\n  at: time millis")
                .replace("name: a}", "named-by: seq}\n  - {field: user, named-by: at}")
            + "rows: 1 billion\nidentity: [user, seq, at]\n";
    DesignFinding found =
        first(check(yaml, "user,at,seq,a", RemediesTest::message), FindingKind.ROW_TOO_WIDE);
    assertThat(found.snippet())
        .endsWith("  - \"\\0\"\n  - {long: seq}\n  - {time: at, as: millis}\n");
    String tall =
        cured(yaml, found).replace("named-by: seq", "name: a").replace("named-by: at", "name: b");
    assertThat(check(tall, "user,at,seq,a", RemediesTest::message)).isEmpty();
  }

  @Test
  void aSecondTableHasTheWholeKeyToo() throws IOException {
    String yaml =
        GOOD.replace("equal: user, order: at descending, limit: 10", "equal: a")
            + "identity: [user, at]\n";
    DesignFinding found = first(check(yaml), FindingKind.FULL_SCAN);
    assertThat(found.snippet())
        .isEqualTo(
            "# a second table\nkey:\n  - {text: a}\n  - \"\\0\"\n  # … then the other parts\n");
    String second =
        GOOD.replace(
            "key:\n",
            found
                .snippet()
                .substring("# a second table\nkey:\n".length() - 5)
                .replaceAll("  #.*\n", ""));
    assertThat(
            check(
                second.replace("equal: user", "equal: [a, user]"),
                "user,at,a",
                i -> row(i).replaceAll("v.*", "v" + i * 7919 % 2003)))
        .isEmpty();
  }

  /** What is in the key already has its form there; a number has no digits without an end. */
  @Test
  void aSecondTableKeepsTheFormsOfTheKey() throws IOException {
    String key = "  - {digits: phone, length: 11}\n  - {long: seq}\n  - {text: user}\n";
    String yaml = OPEN.replace("  - {text: user}\n", "  - {int: day}\n" + key);
    String asks = yaml.replace("equal: user", "equal: [phone, seq], range: user");
    DesignFinding found = first(reason(asks), FindingKind.FULL_SCAN);
    assertThat(found.snippet())
        .contains("{digits: phone, length: 11}\n  - {long: seq}\n  - {text: user}\n  - \"\\0\"\n");
  }

  @Test
  void aTextHasNoReversedOrder() throws IOException {
    DesignFinding found =
        first(
            check(
                with("equal: user, order: at descending", "order: user descending")
                    .replace("  - {hash: user, bytes: 2}\n", "")),
            FindingKind.ORDER_REVERSED);
    assertThat(found.snippet()).isEmpty();
    assertThat(found.remedy()).contains("setReversed");
  }

  @Test
  void aReversedOrderKeepsTheFormOfThePart() throws IOException {
    String yaml =
        OPEN.replace(
                "  - {text: user}", "  - {text: user, length: 4}\n  - {digits: score, length: 6}")
            .replace("equal: user", "equal: user, order: score descending");
    DesignFinding found = first(reason(yaml), FindingKind.ORDER_REVERSED);
    assertThat(found.snippet()).isEqualTo("  - {digits: score, length: 6, descending: true}\n");
  }

  @Test
  void millisecondsBefore1970AreNotCuredByMilliseconds() throws IOException {
    String yaml =
        with("as: millis, descending: true", "as: millis")
            .replace("order: at descending", "range: at")
            .replace("time millis", "time yyyyMMddHH");
    DesignFinding found =
        first(
            check(yaml, "user,at,a", i -> "u" + i % 30 + "," + (1965 + i % 20) + "010100,v"),
            FindingKind.TIME_OUT_OF_ORDER);
    assertThat(found.snippet()).contains("as: yyyyMMddHHmmssSSS");
    assertThat(found.remedy()).contains("add a constant");
  }

  /** The split keys are those of the old beginning of the key. */
  @Test
  void aHashBeforeAKeyWithSplitsHasItsOwn() throws IOException {
    String yaml =
        GOOD.replace("  - {hash: user, bytes: 2}\n  - {text: user}\n  - \"\\0\"\n", "")
            .replace("as: millis, descending: true}", "as: yyyyMMdd}\n  - {text: user}")
            .replace("regions: 10\n", "splits: [\"202002\", \"2022\", \"2024\", \"2026\"]\n");
    IntFunction<String> days =
        i -> "user" + i * 31 % 300 + "," + (1_580_000_000_000L + i * 86_400_000L) + ",v" + i;
    DesignFinding found = first(check(yaml, "user,at,a", days), FindingKind.HOT_REGION);
    assertThat(found.snippet()).endsWith("regions: 5\n");
    assertThat(check(cured(yaml, found), "user,at,a", days))
        .extracting(DesignFinding::kind)
        .doesNotContain(FindingKind.SPLITS_UNEVEN, FindingKind.HOT_REGION);
  }

  @Test
  void behindAHashValuesMeetByChanceAlone() throws IOException {
    String dashes = GOOD.replace("\"\\0\"", "\"-\"");
    DesignFinding found =
        first(
            check(dashes, "user,at,a", i -> row(i).replace("user", "us-er")),
            FindingKind.SEPARATOR_IN_VALUE);
    assertThat(found.severity()).isEqualTo(FindingSeverity.HINT);
    assertThat(found.cost()).contains("Only where").contains("equal hashes");
    DesignFinding open =
        first(check(GOOD.replace("  - \"\\0\"\n", "")), FindingKind.PREFIX_AMBIGUOUS);
    assertThat(open.severity()).isEqualTo(FindingSeverity.HINT);
    assertThat(open.cost()).contains("Only where").contains("equal hashes");
  }

  @Test
  void numbersWithoutAnEndGetAFixedLength() throws IOException {
    String yaml = OPEN.replace("{text: user}", "{number: seq}\n  - {text: user}");
    List<DesignFinding> found =
        check(
            yaml.replace("equal: user", "equal: seq"),
            "user,at,seq,a",
            i -> message(i * 7919 % 2003));
    DesignFinding first = first(found, FindingKind.PREFIX_AMBIGUOUS);
    assertThat(first.snippet()).isEqualTo("  - {long: seq}\n");
  }

  @Test
  void decimalsAsTextSortAsText() throws IOException {
    String yaml =
        OPEN.replace("{text: user}", "{text: user, length: 2}\n  - {text: price}")
            .replace("equal: user", "equal: user, range: price");
    IntFunction<String> prices =
        i -> "u" + i % 10 + "," + i % 1500 + "." + (10 + i % 90) + "," + i + ",v";
    DesignFinding found =
        first(check(yaml, "user,price,seq,a", prices), FindingKind.NUMBER_AS_TEXT);
    assertThat(found.remedy()).contains("whole number");
    assertThat(found.snippet()).isEmpty();
    IntFunction<String> mixed = i -> prices.apply(i).replace(".11", ".x");
    assertThat(check(yaml, "user,price,seq,a", mixed)).isEmpty();
  }

  @Test
  void negativeNumbersAsTextSortAsText() throws IOException {
    String yaml =
        OPEN.replace("{text: user}", "{text: user, length: 2}\n  - {text: seq}")
            .replace("equal: user", "equal: user, range: seq");
    IntFunction<String> degrees = i -> "u" + i % 10 + ",1," + (i % 9 - 9) + ",v";
    DesignFinding found = first(check(yaml, "user,at,seq,a", degrees), FindingKind.NUMBER_AS_TEXT);
    assertThat(found.evidence()).contains("\"-8\" comes before that of \"-9\"");
  }
}
