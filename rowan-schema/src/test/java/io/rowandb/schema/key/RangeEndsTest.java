package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.RecordShape;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ends of ranges that are values of the field and have no form in the key. */
class RangeEndsTest {
  record Dated(LocalDate day) {}

  record Timed(Instant time) {}

  record Priced(BigDecimal price) {}

  record Named(String name) {}

  private static <R> boolean isRead(RowKey<R> key, R record, Object from, Object to) {
    KeySelection selection =
        key.select(
            Map.of(
                RecordShape.of(key.shape().type()).components().get(0),
                new Condition.Between(from, to)));
    assertThat(selection.used()).hasSize(1);
    byte[] row = key.encode(record);
    return selection.ranges().stream().anyMatch(range -> range.keys().contains(row));
  }

  @Test
  void daysBeyondThoseOfTheCalendar() {
    Dated day = new Dated(LocalDate.of(2014, 5, 12));
    for (KeyPart<LocalDate> part :
        List.of(Parts.day(), Parts.epochDay(), Parts.descending(Parts.day()))) {
      RowKey<Dated> key = RowKey.of(Dated.class).part(Dated::day, part).build();
      assertThat(isRead(key, day, LocalDate.MIN, LocalDate.MAX)).isTrue();
      assertThat(isRead(key, day, LocalDate.MAX, null)).isFalse();
      assertThat(isRead(key, day, null, LocalDate.MIN)).isFalse();
      assertThat(isRead(key, day, LocalDate.of(2014, 5, 12), LocalDate.MAX)).isTrue();
      assertThat(isRead(key, day, LocalDate.MIN, LocalDate.of(2014, 5, 12))).isFalse();
    }
  }

  @Test
  void theFirstTimeInTheMiddleOfADay() {
    KeyPart<Instant> days = Parts.millis().truncatedTo(ChronoUnit.DAYS);
    for (KeyPart<Instant> part : List.of(days, Parts.descending(days))) {
      RowKey<Timed> key = RowKey.of(Timed.class).part(Timed::time, part).lossy(Timed::time).build();
      assertThat(isRead(key, new Timed(Instant.EPOCH), Instant.MIN, null)).isTrue();
      assertThat(isRead(key, new Timed(Instant.EPOCH), null, Instant.MIN)).isFalse();
    }
  }

  @Test
  void zerosAtTheEndOfAFraction() {
    RowKey<Priced> key =
        RowKey.of(Priced.class).part(Priced::price, OrderedBytesParts.numeric()).build();
    Priced price = new Priced(new BigDecimal("1.5"));
    assertThat(isRead(key, price, new BigDecimal("1.50"), new BigDecimal("1.60"))).isTrue();
    assertThat(isRead(key, price, null, new BigDecimal("1.500"))).isFalse();
    assertThat(isRead(key, price, new BigDecimal("0.00"), new BigDecimal("1E+2"))).isTrue();
    assertThatThrownBy(() -> isRead(key, price, null, new BigDecimal("1E+1000000000")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("up to below 1E480");
  }

  @Test
  void textOfPhoenix() {
    for (KeyPart<String> part : List.of(PhoenixParts.varchar(), PhoenixParts.lastVarchar())) {
      RowKey<Named> key = RowKey.of(Named.class).part(Named::name, part).build();
      assertThat(isRead(key, new Named("b"), "a", "c")).isTrue();
      assertThat(isRead(key, new Named("b"), "b", "b\u0001")).isTrue();
      assertThat(isRead(key, new Named("b"), null, "b")).isFalse();
      assertThat(isRead(key, new Named("\ud83d\ude00"), "\uffee", null)).isTrue();
    }
  }

  @Test
  void nothingIsMadeOfAPartThatMayBeMissing() {
    assertThatThrownBy(() -> Parts.reversed(Parts.optional(Parts.text())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("declare optional of the whole");
  }
}
