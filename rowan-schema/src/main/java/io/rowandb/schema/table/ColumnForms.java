package io.rowandb.schema.table;

import io.rowandb.schema.value.Utf8;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Which column type says so of itself: {@link ColumnType#describe}, backwards. The values of one
 * that only its program knows are bytes. Where one form is of several Java types, it is of the
 * usual one: a time in UTC is an instant.
 */
final class ColumnForms {
  /** A type, and that of its values. */
  record Typed(Class<?> type, ColumnType<?> form) {}

  private static final String ENUM = "name of a ";
  private static final Map<String, Typed> FIXED = fixed();

  private ColumnForms() {}

  private static Map<String, Typed> fixed() {
    Map<String, Typed> fixed = new LinkedHashMap<>();
    add(fixed, Boolean.class, ColumnTypes.bool());
    add(fixed, Byte.class, ColumnTypes.int8());
    add(fixed, Short.class, ColumnTypes.int16());
    add(fixed, Character.class, ColumnTypes.char16());
    add(fixed, Integer.class, ColumnTypes.int32());
    add(fixed, Long.class, ColumnTypes.int64());
    add(fixed, Float.class, ColumnTypes.float32());
    add(fixed, Double.class, ColumnTypes.float64());
    add(fixed, String.class, ColumnTypes.text());
    add(fixed, BigDecimal.class, ColumnTypes.decimal());
    add(fixed, Instant.class, ColumnTypes.instant());
    add(fixed, Instant.class, ColumnTypes.instantNanos());
    add(fixed, LocalDate.class, ColumnTypes.localDate());
    add(fixed, LocalTime.class, ColumnTypes.localTime());
    add(fixed, LocalDateTime.class, ColumnTypes.localDateTime());
    add(fixed, Duration.class, ColumnTypes.duration());
    add(fixed, Year.class, ColumnTypes.year());
    add(fixed, YearMonth.class, ColumnTypes.yearMonth());
    add(fixed, UUID.class, ColumnTypes.uuid());
    add(fixed, byte[].class, ColumnTypes.bytes());
    add(fixed, Long.class, ColumnTypes.decimalText());
    return fixed;
  }

  private static <T> void add(Map<String, Typed> all, Class<T> type, ColumnType<T> form) {
    all.put(form.describe(), new Typed(type, form));
  }

  /** The type of a form; of a class of the program, that of the kept value. */
  static Typed of(String form) {
    int name = form.lastIndexOf(MappedType.KEPT);
    return name < 0 ? ofKept(form) : ofKept(form.substring(name + MappedType.KEPT.length()));
  }

  private static Typed ofKept(String form) {
    Typed fixed = FIXED.get(form);
    if (fixed != null) {
      return fixed;
    }
    return form.startsWith(ENUM)
        ? new Typed(String.class, PlainType.variable(form, Utf8::encode, Utf8::decode))
        : new Typed(
            byte[].class,
            PlainType.<byte[]>variable(
                form,
                value -> value,
                (bytes, offset, length) -> Arrays.copyOfRange(bytes, offset, offset + length)));
  }
}
