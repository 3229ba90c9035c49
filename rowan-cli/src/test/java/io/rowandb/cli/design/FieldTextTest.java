package io.rowandb.cli.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as text, and text as values. */
class FieldTextTest {
  record All(
      String text,
      byte[] bytes,
      long number,
      int count,
      short small,
      byte tiny,
      double real,
      float half,
      boolean flag,
      BigDecimal price,
      Instant time,
      LocalDate day,
      LocalTime timeOfDay,
      LocalDateTime local,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      Duration length,
      Year year,
      YearMonth yearMonth,
      UUID id,
      Month month,
      List<String> names) {}

  record Nested(String name, byte[] bytes, Integer none) {}

  /** A bean, and nothing that text could be made of otherwise. */
  static final class Mutable {
    private String name;

    String getName() {
      return name;
    }

    void setName(String newName) {
      name = newName;
    }

    @Override
    public String toString() {
      throw new AssertionError("asked for its text");
    }
  }

  private static final RecordShape<All> SHAPE = RecordShape.of(All.class);

  @Test
  void textIsQuotedAndDisturbsNoScreen() {
    assertThat(FieldText.of("a\"b\\c\u001b[31m\u202e"))
        .isEqualTo("\"a\\\"b\\\\c\\x1b[31m\\u202e\"");
    assertThat(FieldText.of(new byte[] {'a', 0, -1})).isEqualTo("\"a\\x00\\xFF\"");
  }

  @Test
  void whatHasPartsIsShownInFull() {
    Nested nested = new Nested("x", new byte[] {1}, null);
    assertThat(FieldText.of(List.of(nested, nested)))
        .isEqualTo("[(name=\"x\", bytes=\"\\x01\"), (name=\"x\", bytes=\"\\x01\")]");
    Mutable bean = new Mutable();
    bean.setName("y");
    assertThat(FieldText.of(List.of(bean))).isEqualTo("[(name=\"y\")]");
    assertThat(FieldText.of(Map.of(5L, "y"))).isEqualTo("{5=\"y\"}");
    assertThat(FieldText.of("when", Instant.EPOCH)).isEqualTo("when=1970-01-01T00:00:00Z");
  }

  @Test
  void textIsReadByTheFieldsType() {
    assertThat(parse("text", "5")).isEqualTo("5");
    assertThat(parse("bytes", "ab")).isEqualTo(Bytes.toBytes("ab"));
    assertThat(parse("number", "-5")).isEqualTo(-5L);
    assertThat(parse("count", "5")).isEqualTo(5);
    assertThat(parse("small", "5")).isEqualTo((short) 5);
    assertThat(parse("tiny", "5")).isEqualTo((byte) 5);
    assertThat(parse("real", "0.5")).isEqualTo(0.5);
    assertThat(parse("half", "0.5")).isEqualTo(0.5f);
    assertThat(parse("flag", "true")).isEqualTo(true);
    assertThat(parse("price", "1.50")).isEqualTo(new BigDecimal("1.50"));
    assertThat(parse("time", "1970-01-01T00:00:01Z")).isEqualTo(Instant.ofEpochSecond(1));
    assertThat(parse("time", "-1000")).isEqualTo(Instant.ofEpochSecond(-1));
    assertThat(parse("day", "2024-02-29")).isEqualTo(LocalDate.of(2024, 2, 29));
    assertThat(parse("timeOfDay", "10:15")).isEqualTo(LocalTime.of(10, 15));
    assertThat(parse("local", "2024-02-29T10:15")).isEqualTo(LocalDateTime.of(2024, 2, 29, 10, 15));
    OffsetDateTime offset = OffsetDateTime.of(2024, 2, 29, 10, 15, 0, 0, ZoneOffset.UTC);
    assertThat(parse("offset", "2024-02-29T10:15Z")).isEqualTo(offset);
    assertThat(parse("zoned", "2024-02-29T10:15Z")).isEqualTo(offset.toZonedDateTime());
    assertThat(parse("length", "PT-1.5S")).isEqualTo(Duration.ofMillis(-1500));
    assertThat(parse("year", "-44")).isEqualTo(Year.of(-44));
    assertThat(parse("yearMonth", "2024-02")).isEqualTo(YearMonth.of(2024, 2));
    assertThat(parse("id", new UUID(1, 2).toString())).isEqualTo(new UUID(1, 2));
    assertThat(parse("month", "MAY")).isEqualTo(Month.MAY);
  }

  @ParameterizedTest
  @CsvSource({
    "number, x, Long",
    "count, 3000000000, Integer",
    "small, 40000, Short",
    "tiny, 128, Byte",
    "real, x, Double",
    "half, x, Float",
    "flag, yes, Boolean",
    "price, x, BigDecimal",
    "time, yesterday, Instant",
    "time, 99999999999999999999, Instant",
    "day, 2023-02-29, LocalDate",
    "timeOfDay, 24:00, LocalTime",
    "local, 2023-02-29T00:00, LocalDateTime",
    "offset, 2023-02-28T00:00, OffsetDateTime",
    "zoned, 2023-02-28T00:00, ZonedDateTime",
    "length, 5, Duration",
    "year, 1000000000, Year",
    "yearMonth, 2023-13, YearMonth",
    "id, x, UUID",
    "month, MAI, Month",
    "names, x, List"
  })
  void otherTextIsRefused(String field, String text, String type) {
    assertThatThrownBy(() -> parse(field, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(field + " is of type " + type + ", not \"" + text + "\"");
  }

  private static Object parse(String field, String text) {
    Component component = SHAPE.component(field);
    return FieldText.parse(component, text, Bytes.toBytes(text));
  }
}
