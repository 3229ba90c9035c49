package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which form a Java type has when a declaration names none. */
class DefaultColumnTypesTest {
  record Place(String name, double latitude) {}

  record Loop(int depth, Loop next) {}

  @Test
  void ofPrimitivesAndOfWhatBoxesThem() {
    Map<List<Class<?>>, ColumnType<?>> expected =
        Map.of(
            List.of(boolean.class, Boolean.class), ColumnTypes.bool(),
            List.of(byte.class, Byte.class), ColumnTypes.int8(),
            List.of(short.class, Short.class), ColumnTypes.int16(),
            List.of(char.class, Character.class), ColumnTypes.char16(),
            List.of(int.class, Integer.class), ColumnTypes.int32(),
            List.of(long.class, Long.class), ColumnTypes.int64(),
            List.of(float.class, Float.class), ColumnTypes.float32(),
            List.of(double.class, Double.class), ColumnTypes.float64());
    expected.forEach(
        (classes, type) -> {
          for (Class<?> each : classes) {
            assertThat(ColumnTypes.forType(each)).as(each.getName()).isSameAs(type);
          }
        });
  }

  @Test
  void ofOtherValues() {
    assertThat(ColumnTypes.forType(String.class)).isSameAs(ColumnTypes.text());
    assertThat(ColumnTypes.forType(BigDecimal.class)).isSameAs(ColumnTypes.decimal());
    assertThat(ColumnTypes.forType(Instant.class)).isSameAs(ColumnTypes.instant());
    assertThat(ColumnTypes.forType(LocalDate.class)).isSameAs(ColumnTypes.localDate());
    assertThat(ColumnTypes.forType(LocalTime.class)).isSameAs(ColumnTypes.localTime());
    assertThat(ColumnTypes.forType(LocalDateTime.class)).isSameAs(ColumnTypes.localDateTime());
    assertThat(ColumnTypes.forType(OffsetDateTime.class)).isSameAs(ColumnTypes.offsetDateTime());
    assertThat(ColumnTypes.forType(ZonedDateTime.class)).isSameAs(ColumnTypes.zonedDateTime());
    assertThat(ColumnTypes.forType(Duration.class)).isSameAs(ColumnTypes.duration());
    assertThat(ColumnTypes.forType(Year.class)).isSameAs(ColumnTypes.year());
    assertThat(ColumnTypes.forType(YearMonth.class)).isSameAs(ColumnTypes.yearMonth());
    assertThat(ColumnTypes.forType(UUID.class)).isSameAs(ColumnTypes.uuid());
    assertThat(ColumnTypes.forType(byte[].class)).isSameAs(ColumnTypes.bytes());
  }

  @Test
  @SuppressWarnings("unchecked") // What is asked for says which type it is.
  void ofEnumsAndRecords() {
    ColumnType<Thread.State> state =
        (ColumnType<Thread.State>) ColumnTypes.forType(Thread.State.class);
    assertThat(state.encode(Thread.State.NEW)).asString().isEqualTo("NEW");

    ColumnType<Place> place = (ColumnType<Place>) ColumnTypes.forType(Place.class);
    Place here = new Place("here", -0.5);
    byte[] bytes = place.encode(here);
    assertThat(place.decode(bytes, 0, bytes.length)).isEqualTo(here);
    assertThat(place.describe()).contains("string name = 1", "double latitude = 2");
  }

  @Test
  void ofNothingElse() {
    record Holder(List<String> names) {}
    RecordComponent names = Holder.class.getRecordComponents()[0];
    assertThatThrownBy(() -> ColumnTypes.forType(names.getGenericType()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.util.List<java.lang.String>");
    assertThatThrownBy(() -> ColumnTypes.forType(int[].class)).hasMessageContaining("int[]");
    assertThatThrownBy(() -> ColumnTypes.forType(Enum.class)).hasMessageContaining("Enum");
    assertThatThrownBy(() -> ColumnTypes.forType(Loop.class)).hasMessageContaining("itself");
  }
}
