package io.rowandb.tsdb.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import java.util.Map;
import java.util.Random;
import net.opentsdb.query.filter.TagVFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of filter wants the values that OpenTSDB's own wants. */
class TagFilterJudgeTest {
  private static final String LETTERS = "aAbB1.";
  private static final int CASES = 20_000;

  private final Random random = new Random(21);

  private String word(int least, int most) {
    StringBuilder word = new StringBuilder();
    int length = least + random.nextInt(most - least + 1);
    for (int i = 0; i < length; i++) {
      word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return word.toString();
  }

  private static boolean judge(String type, String text, String value) throws Exception {
    return new TagVFilter.Builder()
        .setType(type)
        .setTagk("host")
        .setFilter(text)
        .build()
        .match(Map.of("host", value))
        .join();
  }

  @ParameterizedTest
  @ValueSource(strings = {"literal_or", "iliteral_or", "not_literal_or", "not_iliteral_or"})
  @Tag("slow")
  void valuesAreTheSame(String type) throws Exception {
    int wanted = 0;
    for (int i = 0; i < CASES; i++) {
      String text = word(2, 3) + "|" + word(1, 3) + (random.nextBoolean() ? "|" + word(1, 2) : "");
      String value = word(1, 3);
      boolean ours = TagFilterText.of(type, "host", text).wants(value);
      assertThat(ours).as("%s(%s) of %s", type, text, value).isEqualTo(judge(type, text, value));
      wanted += ours ? 1 : 0;
    }
    assertThat(wanted).isBetween(1, CASES - 1);
  }

  /** A star at one end, or both: what OpenTSDB does right. */
  @ParameterizedTest
  @ValueSource(strings = {"wildcard", "iwildcard"})
  void patternsAreTheSame(String type) throws Exception {
    int wanted = 0;
    for (int i = 0; i < CASES; i++) {
      int form = random.nextInt(3);
      String text = (form > 0 ? "*" : "") + word(1, 2) + (form != 1 ? "*" : "");
      String value = word(1, 4);
      // It forgets to make the letters of the value small.
      String shown = type.equals("iwildcard") ? value.toLowerCase(Locale.ROOT) : value;
      boolean ours = TagFilterText.of(type, "host", text).wants(value);
      assertThat(ours).as("%s(%s) of %s", type, text, value).isEqualTo(judge(type, text, shown));
      wanted += ours ? 1 : 0;
    }
    assertThat(wanted).isBetween(1, CASES - 1);
  }

  /** A star in the middle: OpenTSDB looks whether the parts are there, and not where. */
  @Test
  void patternsWithAMiddleAreStricter() throws Exception {
    int stricter = 0;
    for (int i = 0; i < CASES; i++) {
      String text = word(1, 2) + "*" + word(1, 2);
      String value = word(1, 5);
      boolean ours = TagFilterText.of("wildcard", "host", text).wants(value);
      boolean theirs = judge("wildcard", text, value);
      String[] parts = text.split("\\*", -1);
      boolean right =
          value.length() >= text.length() - 1
              && value.startsWith(parts[0])
              && value.endsWith(parts[1]);
      assertThat(ours).as("%s of %s", text, value).isEqualTo(right);
      assertThat(theirs || !ours).as("%s of %s", text, value).isTrue();
      stricter += theirs && !ours ? 1 : 0;
    }
    assertThat(stricter).isPositive();
  }

  @Test
  void regularExpressionsAreTheSame() throws Exception {
    for (String text :
        new String[] {"a", "^a", "b$", "^[ab]+$", "(a|b)1", "[A-B]{2}", "\\.", "(?i)^ab", "a.*1"}) {
      for (int i = 0; i < 1_000; i++) {
        String value = word(1, 4);
        assertThat(TagFilterText.of("regexp", "host", text).wants(value))
            .as("%s of %s", text, value)
            .isEqualTo(judge("regexp", text, value));
      }
    }
  }

  @Test
  void aTagThatIsMissing() {
    for (String type : TagFilterText.TYPES) {
      String text = type.equals("not_key") ? "" : type.contains("wildcard") ? "a*" : "a|b";
      assertThat(TagFilterText.of(type, "host", text).matches(Map.of("site", "ab")))
          .as(type)
          .isEqualTo(type.equals("not_key"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          *; Any[key=host]
          **; Any[key=host]
          web1; OneOf[key=host, values=[web1]]
          a|b; OneOf[key=host, values=[a, b]]
          a||a|; OneOf[key=host, values=[a]]
          Web*; Like[key=host, pattern=Web*, anyCase=true]
          wildcard(web*); Like[key=host, pattern=web*, anyCase=false]
          Literal_OR(a|b); OneOf[key=host, values=[a, b]]
          iliteral_or(A); OneOfAnyCase[key=host, values=[a]]
          not_literal_or(A); NoneOf[key=host, values=[A], anyCase=false]
          not_iliteral_or(A); NoneOf[key=host, values=[a], anyCase=true]
          regexp(^a(b|c)$); Regexp[key=host, pattern=^a(b|c)$]
          not_key(); Missing[key=host]
          """)
  void textsOfFilters(String text, String filter) {
    assertThat(TagFilterText.parse("host", text)).hasToString(filter);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          like(a); there is no filter "like" (of tag host)
          not_key(a); not_key has no text: of tag host it has "a"
          literal_or(|); literal_or has values
          not_literal_or(); not_literal_or has values
          wildcard(a); 1 to 8 stars: "a"
          wildcard(); 1 to 8 stars: ""
          regexp(); 1 to 1000 characters: 0
          regexp(a[); "a[" is no regular expression
          """)
  void wrongTexts(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TagFilterText.parse("host", text))
        .withMessageContaining(message);
  }

  @Test
  @Tag("slow")
  void aMillionValuesAreRefusedAtOnce() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      text.append(i).append('|');
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TagFilterText.of("literal_or", "host", text.toString()))
        .withMessageContaining("1 to 1000 values: 1000000");
  }
}
