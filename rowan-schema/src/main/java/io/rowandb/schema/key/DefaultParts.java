package io.rowandb.schema.key;

import java.lang.invoke.MethodType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;

/** The default part of a Java type, used if none is declared. */
final class DefaultParts {
  private static final Map<Class<?>, KeyPart<?>> PARTS =
      Map.ofEntries(
          Map.entry(String.class, Parts.text()),
          Map.entry(Long.class, Parts.int64()),
          Map.entry(Integer.class, Parts.int32()),
          Map.entry(Short.class, Parts.int16()),
          Map.entry(Byte.class, Parts.int8()),
          Map.entry(Boolean.class, Parts.bool()),
          Map.entry(Float.class, Parts.float32()),
          Map.entry(Double.class, Parts.float64()),
          Map.entry(Instant.class, Parts.millis()),
          Map.entry(LocalDate.class, Parts.day()),
          Map.entry(UUID.class, Parts.uuid()),
          Map.entry(byte[].class, Parts.escapedBytes()));

  private DefaultParts() {}

  // The map holds for each class a part of that class.
  @SuppressWarnings("unchecked")
  static <T> KeyPart<T> of(Class<T> type) {
    if (type.isEnum()) {
      return (KeyPart<T>) ofEnum(type);
    }
    KeyPart<?> part = PARTS.get(MethodType.methodType(type).wrap().returnType());
    if (part == null) {
      throw new IllegalArgumentException(
          type.getName() + " has no usual form in a row key; declare its part");
    }
    return (KeyPart<T>) part;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static KeyPart<?> ofEnum(Class<?> type) {
    return Parts.enumByte((Class) type);
  }
}
