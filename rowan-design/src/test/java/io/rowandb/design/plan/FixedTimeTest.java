package io.rowandb.design.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedTimeTest {
  /** Random times, and the same with one character changed: as Java's formatter reads them. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "yyyyMMddHHmmss",
        "yyyyMMddHHmmssSSS",
        "yyyy-MM-dd HH:mm:ss",
        "dd.MM.yyyy HH:mm",
        "yyyyMMddHH",
      })
  void readsAsTheFormatterDoes(String pattern) {
    FixedTime fixed = FixedTime.of(pattern).orElseThrow();
    DateTimeFormatter format = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    LocalDateTime first = LocalDateTime.of(1, 1, 1, 0, 0);
    long millis = ChronoUnit.MILLIS.between(first, LocalDateTime.of(9999, 12, 31, 23, 59));
    Random random = new Random(7);
    int changedAndRead = 0;
    for (int i = 0; i < 20_000; i++) {
      String text =
          format.format(first.plus((long) (random.nextDouble() * millis), ChronoUnit.MILLIS));
      assertThat(fixed.millis(text)).as(text).isEqualTo(read(format, text)).isPresent();
      StringBuilder changed = new StringBuilder(text);
      changed.setCharAt(random.nextInt(text.length()), "0123456789 -x".charAt(random.nextInt(13)));
      OptionalLong found = fixed.millis(changed.toString());
      if (found.isPresent()) {
        changedAndRead++;
        assertThat(found).as(changed.toString()).isEqualTo(read(format, changed.toString()));
      }
    }
    assertThat(changedAndRead).isBetween(1_000, 19_000);
  }

  private static OptionalLong read(DateTimeFormatter format, String text) {
    try {
      var parsed = format.parse(text);
      LocalDateTime time =
          java.time.LocalDate.from(parsed).atTime(java.time.LocalTime.from(parsed));
      return OptionalLong.of(time.toInstant(ZoneOffset.UTC).toEpochMilli());
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  /** What only the formatter knows how to read is its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "yyyy",
        "yyyyMM",
        "MMdd",
        "yyMMdd",
        "yyyyMdd",
        "yyyy-MM-dd'T'HH",
        "yyyyMMddmm",
        "yyyyMMdd[HH]",
        "yyyyMMddyyyy",
        "uuuuMMdd",
        "yyyyMMddX",
        "dd MMM yyyy",
        ""
      })
  void otherPatternsAreNotFixed(String pattern) {
    assertThat(FixedTime.of(pattern)).isEmpty();
  }

  /** A field's type asks the formatter then, which takes some of them. */
  @ParameterizedTest
  @CsvSource({
    "20140231, 1393545600000",
    "20160229, 1456704000000",
    "20141301, ",
    "20140100, ",
    "00000101, ",
    "2014010, ",
    "+201401011, 573414336000000",
  })
  void daysOfNoMonth(String text, Long millis) {
    OptionalLong expected = millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    assertThat(FieldType.parse("time yyyyMMdd").millis(text)).isEqualTo(expected);
  }

  @Test
  void typesOfOnePatternAreEqual() {
    assertThat(FieldType.parse("time yyyyMMdd"))
        .isEqualTo(FieldType.parse("time yyyyMMdd"))
        .hasSameHashCodeAs(FieldType.parse("time yyyyMMdd"))
        .isNotEqualTo(FieldType.parse("time yyyy-MM-dd"));
    assertThat(FieldType.parse("time yyyyMMddHH").millis("2014010124")).isPresent();
  }
}
