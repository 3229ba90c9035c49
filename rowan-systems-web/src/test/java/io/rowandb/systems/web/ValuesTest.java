package io.rowandb.systems.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ValuesTest {
  private static Values of(String value) {
    return Values.of(Map.of("x", value), "x", "y");
  }

  @Test
  void rightOnesAreRead() {
    assertThat(of("-1").whole("x", -1, 5)).isEqualTo(-1);
    assertThat(of("").whole("x", -1, 5, 3)).isEqualTo(3);
    assertThat(of("2011-07").month("x")).isEqualTo(YearMonth.of(2011, 7));
    assertThat(of("2011-07-03T10:15:30Z").time("x"))
        .isEqualTo(Instant.parse("2011-07-03T10:15:30Z"));
    assertThat(of("1970-01-01").day("x")).isEqualTo(LocalDate.EPOCH);
    assertThat(of("true").truth("x")).isTrue();
    assertThat(of("false").truth("x")).isFalse();
    assertThat(of("a").given("y")).isEmpty();
  }

  private static void refuses(String value, Function<Values, Object> read, String message) {
    assertThatThrownBy(() -> read.apply(of(value)))
        .isInstanceOfSatisfying(
            WebException.class, e -> assertThat(e.status()).isEqualTo(WebException.WRONG))
        .hasMessage(message);
  }

  @Test
  void wrongOnesAreNamedWithTheRule() {
    for (String wrong :
        List.of("6", "-2", "1.0", "+1", "1e3", "٣", "99999999999999999999", "0x1")) {
      refuses(
          wrong,
          values -> values.whole("x", -1, 5),
          "x is \"" + wrong + "\", not a whole number from -1 to 5");
    }
    for (String wrong : List.of("2011-13", "2011-7", "+12011-07", "2011-07-01", "July")) {
      refuses(wrong, values -> values.month("x"), "x is \"" + wrong + "\", not a month as 2011-07");
    }
    for (String wrong :
        List.of("2011-02-29", "1969-12-31", "2011-7-3", "+12011-07-03", "٢٠١١-٠١-٠١")) {
      refuses(
          wrong,
          values -> values.day("x"),
          "x is \"" + wrong + "\", not a day from 1970 on, as 2011-07-03");
    }
    refuses(
        "now", values -> values.time("x"), "x is \"now\", not a time as 2011-07-03T10:15:30.250Z");
    refuses("yes", values -> values.truth("x"), "x is \"yes\", not true or false");
    refuses("", values -> values.text("x"), "x is missing");
    refuses(
        "1".repeat(1000),
        values -> values.whole("x", 0, 9),
        "x is \"" + "1".repeat(60) + " …\", not a whole number from 0 to 9");
  }

  @Test
  void unknownAndRepeatedOnesAreRefused() {
    assertThatThrownBy(() -> Values.of(Map.of("moth", "1"), "month", "limit"))
        .hasMessage("\"moth\" is not known here; there may be month, limit");
    assertThatThrownBy(() -> Values.ofLists(Map.of("x", List.of("1", "2")), "x"))
        .hasMessage("\"x\" is there 2 times, not once");
  }
}
