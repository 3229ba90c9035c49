package io.rowandb.tsdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions find what Java's find, and none can run for hours. */
class LinearRegexpTest {
  private static final String[] ATOMS = {
    "a",
    "b",
    "w",
    "1",
    "-",
    "\\.",
    ".",
    "[ab]",
    "[^a1]",
    "[a-c]",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "[\\w-]",
    "[0-9]",
    "(?:ab|c)",
    "(a|b1)",
    "(|b)",
    "\\Qa.\\E",
    "\\x61",
    "[.]",
    "\\-",
    "\\p{Lu}"
  };
  private static final String[] COUNTS = {
    "", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?"
  };
  private static final String LETTERS = "aAbBcw1.-_";

  private final Random random = new Random(8);

  private String any(String[] of) {
    return of[random.nextInt(of.length)];
  }

  private String expression(int depth) {
    StringBuilder text = new StringBuilder();
    int atoms = 1 + random.nextInt(4);
    for (int i = 0; i < atoms; i++) {
      boolean nested = depth > 0 && random.nextInt(4) == 0;
      text.append(nested ? "(" + expression(depth - 1) + ")" : any(ATOMS)).append(any(COUNTS));
      if (random.nextInt(6) == 0) {
        text.append('|');
      }
    }
    return text.toString();
  }

  private String value() {
    StringBuilder value = new StringBuilder();
    for (int length = random.nextInt(9); length > 0; length--) {
      value.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return value.toString();
  }

  @Test
  void findsWhatJavaFinds() {
    int found = 0;
    for (int i = 0; i < 4_000; i++) {
      String text =
          (random.nextInt(3) == 0 ? "^" : "")
              + (random.nextInt(5) == 0 ? "(?i)" : "")
              + expression(2)
              + (random.nextInt(3) == 0 ? "$" : "");
      LinearRegexp ours = new LinearRegexp(text);
      Pattern judge = Pattern.compile(text);
      for (int j = 0; j < 10; j++) {
        String value = value();
        boolean wanted = judge.matcher(value).find();
        assertThat(ours.isFoundIn(value)).as("%s in \"%s\"", text, value).isEqualTo(wanted);
        found += wanted ? 1 : 0;
      }
    }
    assertThat(found).isBetween(10_000, 35_000);
  }

  /** Java's matcher takes a time that doubles with each letter, or group, of some. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a+)+b",
        "(a|aa)+$b",
        "(?:a|b)*c",
        "(a*)*b",
        "(.*)*(.*)*$b",
        "(|)*b",
        "(a?){20}a{20}b"
      })
  void longTextsAreSearched(String text) {
    assertThat(new LinearRegexp(text).isFoundIn("a".repeat(30_000))).isFalse();
  }

  @Test
  void groupsOfNothingAreSearched() {
    assertThat(new LinearRegexp("(|)".repeat(300) + "x").isFoundIn("w")).isFalse();
    assertThat(new LinearRegexp("$" + "(|)".repeat(300) + "x").isFoundIn("w")).isFalse();
    assertThat(new LinearRegexp("(".repeat(400) + "a" + ")".repeat(400)).isFoundIn("a")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      textBlock =
          """
          a(?=b); has look-around, "(?="
          a(?!b); has look-around, "(?!"
          (?<=a)b; has look-around, "(?<="
          (?<!a)b; has look-around, "(?<!"
          (?>a)b; has an atomic group, "(?>"
          (a)\\1; has a back reference, "\\1"
          (?<n>a)\\k<n>; has a back reference, "\\k"
          [a-z&&[^b]]; has an intersection of classes, "[a-z&&"
          [a[b]]; has a class within a class, "[a["
          (?iU)a; has the flag U, "(?iU"
          a*+; invalid nested repetition operator: *+
          (?x)a; invalid or unsupported Perl syntax: (?x
          \\p{Alpha}; invalid character class range: \\p{Alpha}
          a[; is no regular expression
          (a; is no regular expression
          a); is no regular expression
          a\\; is no regular expression
          a{1001}; invalid repeat count: {1001}
          """)
  void whatItLacksIsNamed(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinearRegexp(text))
        .withMessageContaining(message)
        .withMessageContaining('"' + text + '"');
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:a){2147483647}",
        "((?:a){1000}){1000}",
        "a{99999999999999999999}",
        "(((a{100}){100}){100}){100}",
        "(abcdef{3,100}){300}"
      })
  void countsAreBounded(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinearRegexp(text))
        .withMessageContaining("at most 5000 letters and groups");
  }

  @Test
  void countsThatPeopleWriteAreNot() {
    String hex = "[0-9a-f]";
    LinearRegexp uuid =
        new LinearRegexp(
            "^" + hex + "{8}-" + hex + "{4}-" + hex + "{4}-" + hex + "{4}-" + hex + "{12}$");
    assertThat(uuid.isFoundIn("01234567-89ab-cdef-0123-456789abcdef")).isTrue();
    assertThat(new LinearRegexp("(?:[0-9]{1,3}\\.){3}[0-9]{1,3}").isFoundIn("10.0.0.255")).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinearRegexp("a".repeat(1_001)))
        .withMessageContaining("1 to 1000 characters: 1001");
  }

  /** As Java splits, for every expression at every text. */
  @Test
  void textsAreSplitAsJavaSplitsThem() {
    String[] texts = {
      "", "a", ".", "..", "a.b", ".a", "a.", "a..b", ".a.b.", "ab", "aXbX", "😀.😀"
    };
    String[] separators = {"\\.", ".", "\\.*", "b", "[.X]", "(\\.)|X", "$", "^", "a|", "\\b"};
    for (String separator : separators) {
      for (String text : texts) {
        assertThat(new LinearRegexp(separator).split(text))
            .as("%s at %s", text, separator)
            .containsExactly(text.split(separator));
      }
    }
  }

  @Test
  void groupsAreFound() {
    LinearRegexp regexp = new LinearRegexp("(x)?([a-z]+)-(\\d*)");
    assertThat(regexp.groupsIn("  web-01")).containsExactly("web-01", null, "web", "01");
    assertThat(regexp.groupsIn("web")).isEmpty();
  }
}
