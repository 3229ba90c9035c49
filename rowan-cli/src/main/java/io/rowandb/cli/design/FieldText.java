package io.rowandb.cli.design;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.schema.field.Component;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/** Formats values of fields as text, and parses them: what is shown can also be typed. */
public final class FieldText {
  private static final ValueWalk<String> WALK =
      new ValueWalk<>() {
        @Override
        String ofText(String text) {
          return '"'
              + DisplayText.printable(text.replace("\\", "\\\\").replace("\"", "\\\""))
              + '"';
        }

        @Override
        String ofBytes(byte[] bytes) {
          return '"' + Bytes.toStringBinary(bytes) + '"';
        }

        @Override
        String ofList(List<String> list) {
          return "[" + String.join(", ", list) + "]";
        }

        @Override
        String ofMap(List<Map.Entry<String, String>> entries) {
          return entries.stream()
              .map(entry -> entry.getKey() + "=" + entry.getValue())
              .collect(Collectors.joining(", ", "{", "}"));
        }

        @Override
        String ofParts(Map<String, String> parts) {
          return parts.entrySet().stream()
              .map(part -> part.getKey() + "=" + part.getValue())
              .collect(Collectors.joining(", ", "(", ")"));
        }

        @Override
        String ofSimple(Object value) {
          return DisplayText.printable(String.valueOf(value));
        }
      };

  /** Of each type whose values can be typed as text. */
  private static final Map<Class<?>, Function<String, Object>> PARSERS =
      Map.ofEntries(
          Map.entry(String.class, text -> text),
          Map.entry(Long.class, Long::valueOf),
          Map.entry(Integer.class, Integer::valueOf),
          Map.entry(Short.class, Short::valueOf),
          Map.entry(Byte.class, Byte::valueOf),
          Map.entry(Double.class, Double::valueOf),
          Map.entry(Float.class, Float::valueOf),
          Map.entry(Boolean.class, FieldText::truth),
          Map.entry(BigDecimal.class, BigDecimal::new),
          Map.entry(UUID.class, UUID::fromString),
          Map.entry(Instant.class, FieldText::instant),
          Map.entry(LocalDate.class, LocalDate::parse),
          Map.entry(LocalTime.class, LocalTime::parse),
          Map.entry(LocalDateTime.class, LocalDateTime::parse),
          Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
          Map.entry(ZonedDateTime.class, ZonedDateTime::parse),
          Map.entry(Duration.class, Duration::parse),
          Map.entry(Year.class, text -> Year.of(Integer.parseInt(text))),
          Map.entry(YearMonth.class, YearMonth::parse));

  private FieldText() {}

  /** A value: text in double quotes, bytes as {@code \x00}, records, lists and maps in full. */
  public static String of(Object value) {
    return WALK.of(value);
  }

  /** As {@code user="ada"}. */
  public static String of(String name, Object value) {
    return name + "=" + of(value);
  }

  /**
   * Parses a text as the value of a field.
   *
   * @param text the typed text, without quotes
   * @param bytes the same as bytes, for a field of bytes
   * @throws IllegalArgumentException naming the text and the rule, when it is not a value of the
   *     field
   */
  public static Object parse(Component field, String text, byte[] bytes) {
    Class<?> type = field.type();
    if (type == byte[].class) {
      return bytes;
    }
    try {
      if (PARSERS.containsKey(type)) {
        return PARSERS.get(type).apply(text);
      } else if (type.isEnum()) {
        return constant(type, text);
      }
    } catch (NumberFormatException | DateTimeException e) {
      throw new IllegalArgumentException(refusal(field, text), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(refusal(field, text) + ": " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(refusal(field, text));
  }

  private static Boolean truth(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    throw new IllegalArgumentException("it is true or false");
  }

  /** Milliseconds since 1970, or a text of ISO 8601. */
  private static Instant instant(String text) {
    return text.matches("-?[0-9]+")
        ? Instant.ofEpochMilli(Long.parseLong(text))
        : Instant.parse(text);
  }

  private static String refusal(Component field, String text) {
    return field.name() + " is of type " + field.type().getSimpleName() + ", not \"" + text + '"';
  }

  private static Object constant(Class<?> type, String text) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("it has " + Arrays.toString(type.getEnumConstants()));
  }
}
