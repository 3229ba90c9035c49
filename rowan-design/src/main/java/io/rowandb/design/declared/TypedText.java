package io.rowandb.design.declared;

import io.rowandb.design.plan.FieldType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.apache.hadoop.hbase.util.Bytes;

/** Values of Java types as texts of a sample, and back. */
public final class TypedText {
  private TypedText() {}

  /**
   * The value of a text.
   *
   * @param type how times are read
   * @return null for an empty text that is no {@code String}
   * @throws IllegalArgumentException when it is none of the Java type
   */
  static Object parse(Class<?> java, FieldType type, String text) {
    if (java == String.class) {
      return text;
    }
    if (text.isEmpty()) {
      return null;
    }
    if (java == byte[].class) {
      return Bytes.toBytesBinary(text);
    }
    if (java == Instant.class || java == LocalDate.class || type.isTime()) {
      return time(java, type, text);
    }
    return simple(java, text);
  }

  private static Object time(Class<?> java, FieldType type, String text) {
    long millis =
        type.millis(text)
            .orElseThrow(() -> new IllegalArgumentException(text + " is no time by its pattern"));
    Instant time = Instant.ofEpochMilli(millis);
    if (java == LocalDate.class) {
      return time.atZone(ZoneOffset.UTC).toLocalDate();
    }
    if (java == Instant.class) {
      return time;
    }
    boolean isCounted = type.format() == null; // a number that counts time stays as it is
    return simple(java, isCounted ? text : String.valueOf(millis));
  }

  private static Object simple(Class<?> java, String text) {
    if (java == Long.class) {
      return Long.valueOf(text);
    } else if (java == Integer.class) {
      return Integer.valueOf(text);
    } else if (java == Short.class) {
      return Short.valueOf(text);
    } else if (java == Byte.class) {
      return Byte.valueOf(text);
    } else if (java == Double.class) {
      return Double.valueOf(text);
    } else if (java == Float.class) {
      return Float.valueOf(text);
    } else if (java == BigDecimal.class) {
      return new BigDecimal(text);
    } else if (java == UUID.class) {
      return UUID.fromString(text);
    } else if (java == Boolean.class && (text.equals("true") || text.equals("false"))) {
      return Boolean.valueOf(text);
    }
    throw new IllegalArgumentException(text + " is no " + java.getSimpleName());
  }

  /** The text of a value, which {@link DeclaredPlan} reads; empty for null. */
  public static String of(Object value) {
    if (value == null) {
      return "";
    }
    if (value instanceof byte[] bytes) {
      return Bytes.toStringBinary(bytes);
    }
    return value instanceof Instant time
        ? String.valueOf(time.toEpochMilli())
        : value instanceof Enum<?> constant ? constant.name() : value.toString();
  }
}
