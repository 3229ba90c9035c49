package io.rowandb.tsdb.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parsers take, what they refuse, and that nothing else breaks them. */
class ExpressionParsersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          1 + 2 * 3 ; 7
          (1 + 2) * 3 ; 9
          1 / 2 ; 0.5
          7 - 2 - 1 ; 4
          8 / 4 / 2 ; 1
          5 % 3 ; 2
          5 / 0 ; 0
          5 % 0 ; 0
          - - 3 ; 3
          !0 + !3 ; 1
          1 < 2 && 2 < 3 ; 1
          1 > 2 || 0 ; 0
          not 1 or 1 and 0 ; 0
          1 ? 2 : 3 ; 2
          0 ? 2 : 0 ? 3 : 4 ; 4
          true && !false ; 1
          min(3, max(1, 2)) ; 2
          pow(2, 10) ; 1024
          abs(-3) + sqrt(16) + floor(1.5) + ceil(1.5) + round(2.5) ; 12
          .5e1 + 1.E0 ; 6
          1e400 ; Infinity
          0 / 0 == 0 ; 1
          sqrt(-1) == sqrt(-1) ; 1
          sqrt(-1) < -1e300 ; 1
          """)
  void values(String text, double value) {
    assertThat(Formula.parse(text).value(new double[0])).isEqualTo(value);
  }

  @Test
  void variablesAreThoseOfTheText() {
    Formula formula = Formula.parse("b + größe * b - e1");
    assertThat(formula.variables()).containsExactly("b", "größe", "e1");
    assertThat(formula.value(new double[] {2, 3, 4})).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a +",
        "+ a",
        "(a",
        "a)",
        "a b",
        "1 2",
        "a ? b",
        "a ? : b",
        "f(a)",
        "abs()",
        "abs(a,b)",
        "min(a",
        "min(a,)",
        "a = 1",
        "a.b",
        "a.getClass()",
        "new x",
        "a['b']",
        "\"x\"",
        "'x'",
        "a; b",
        "1e",
        "1..2",
        "#",
        "\u0000",
        "and",
        "a and",
        "and(a)",
        "a == b == c"
      })
  void wrongOnesAreRefused(String text) {
    assertThatThrownBy(() -> Formula.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in the expression");
  }

  @Test
  void depthAndLengthAreLimited() {
    assertThat(Formula.parse("(".repeat(40) + "1" + ")".repeat(40)).value(new double[0]))
        .isEqualTo(1);
    for (String each : new String[] {"(", "-", "!", "abs(", "1?", "not "}) {
      assertThatThrownBy(() -> Formula.parse(each.repeat(1_600)))
          .hasMessageContaining("within one another");
    }
    assertThat(Formula.parse("1" + "+1".repeat(4_999)).value(new double[0])).isEqualTo(5_000);
    assertThatThrownBy(() -> Formula.parse("1" + "+1".repeat(5_000)))
        .hasMessageContaining("at most 10000 characters");
    assertThatThrownBy(() -> SeriesExpression.parse("absolute(".repeat(1_000)))
        .hasMessageContaining("more than 32 functions");
    assertThatThrownBy(() -> SeriesExpression.parse("a".repeat(10_001)))
        .hasMessageContaining("at most 10000 characters");
  }

  @Tag("slow")
  @Test
  void randomTextsHarmNothing() {
    Random random = new Random(11);
    String[] words = {
      "a", "1", "+", "-", "*", "/", "%", "(", ")", "?", ":", "&&", "||", "!", "==", "<", ",", ".",
      "abs", "min", "not", "e", "'", "{", "}", "=", "\u00e9", "\ud83d", " ", "scale", "sum:m",
      "alias", "2", "&", "|"
    };
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length >= 0; length--) {
        text.append(
            random.nextInt(20) == 0
                ? String.valueOf((char) random.nextInt(0x10000))
                : words[random.nextInt(words.length)]);
      }
      try {
        Formula formula = Formula.parse(text.toString());
        formula.value(new double[formula.variables().size()]);
        read++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("expression");
      }
      try {
        assertThat(SeriesExpression.parse(text.toString()).function()).isNotEmpty();
        read++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("expression");
      }
    }
    assertThat(read).isGreaterThan(100);
  }

  @Test
  void functionsOfSeries() {
    SeriesExpression all =
        SeriesExpression.parse(
            " diffSeries( sum:1m-avg:rate{counter,,5}:a{host=literal_or(x|y),b=*}{c=d} ,"
                + " scale(movingAverage(sum:b,'10min'),2.5) ) ");
    assertThat(all.function()).isEqualTo("diffSeries");
    assertThat(all.questions())
        .containsExactly("sum:1m-avg:rate{counter,,5}:a{host=literal_or(x|y),b=*}{c=d}", "sum:b");
    SeriesExpression scale = ((SeriesExpression.Nested) all.arguments().get(1)).expression();
    assertThat(scale.texts()).containsExactly("2.5");
    assertThat(((SeriesExpression.Nested) scale.arguments().get(0)).expression().texts())
        .containsExactly("'10min'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sum:m",
        "nothing(sum:m)",
        "scale",
        "scale(",
        "scale()",
        "scale(sum:m",
        "scale(sum:m,)",
        "scale(sum:m))",
        "scale(sum:m) x",
        "scale(sum:m(x))",
        "(sum:m)",
        "scale(,)",
        "scale(scale)("
      })
  void wrongFunctionsAreRefused(String text) {
    assertThatThrownBy(() -> SeriesExpression.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("in the expression");
  }
}
