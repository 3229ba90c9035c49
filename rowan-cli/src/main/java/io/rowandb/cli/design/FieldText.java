package io.rowandb.cli.design;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.schema.field.Component;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
    try {
      if (type == String.class) {
        return text;
      } else if (type == byte[].class) {
        return bytes;
      } else if (type == Long.class) {
        return Long.valueOf(text);
      } else if (type == Integer.class) {
        return Integer.valueOf(text);
      } else if (type == Short.class) {
        return Short.valueOf(text);
      } else if (type == Byte.class) {
        return Byte.valueOf(text);
      } else if (type == Double.class) {
        return Double.valueOf(text);
      } else if (type == Float.class) {
        return Float.valueOf(text);
      } else if (type == BigDecimal.class) {
        return new BigDecimal(text);
      } else if (type == Instant.class) {
        return text.matches("-?[0-9]+")
            ? Instant.ofEpochMilli(Long.parseLong(text))
            : Instant.parse(text);
      } else if (type == LocalDate.class) {
        return LocalDate.parse(text);
      } else if (type == UUID.class) {
        return UUID.fromString(text);
      } else if (type == Boolean.class && (text.equals("true") || text.equals("false"))) {
        return Boolean.valueOf(text);
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
