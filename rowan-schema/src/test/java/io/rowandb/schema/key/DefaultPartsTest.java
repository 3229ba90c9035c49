package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The part of a type that no declaration names one for. */
class DefaultPartsTest {
  private static <T> byte[] written(KeyPart<T> part, T value) {
    KeyWriter out = new KeyWriter();
    part.write(value, out);
    return out.toByteArray();
  }

  private static <T> void assertIs(Class<T> type, KeyPart<T> part, T value) {
    KeyPart<T> found = Parts.forType(type);
    assertThat(written(found, value)).isEqualTo(written(part, value));
    assertThat(found.read(new KeyReader(written(part, value)))).isEqualTo(value);
  }

  @Test
  void eachTypeHasItsPart() {
    assertIs(String.class, Parts.text(), "a\0");
    assertIs(Long.class, Parts.int64(), -1L);
    assertIs(Integer.class, Parts.int32(), -1);
    assertIs(Short.class, Parts.int16(), (short) -1);
    assertIs(Byte.class, Parts.int8(), (byte) -1);
    assertIs(Boolean.class, Parts.bool(), true);
    assertIs(Float.class, Parts.float32(), -1f);
    assertIs(Double.class, Parts.float64(), -1d);
    assertIs(Instant.class, Parts.millis(), Instant.ofEpochMilli(-1));
    assertIs(LocalDate.class, Parts.day(), LocalDate.of(2024, 2, 29));
    assertIs(UUID.class, Parts.uuid(), new UUID(1, -1));
    assertIs(TimeUnit.class, Parts.enumByte(TimeUnit.class), TimeUnit.DAYS);
    assertIs(byte[].class, Parts.escapedBytes(), new byte[] {0, 1});
  }

  @Test
  void primitivesHaveThatOfTheirBoxes() {
    assertIs(int.class, Parts.int32(), -1);
    assertIs(long.class, Parts.int64(), -1L);
    assertIs(boolean.class, Parts.bool(), false);
  }

  @ParameterizedTest
  @ValueSource(classes = {Object.class, List.class, char.class, int[].class, TimeUnit[].class})
  void otherTypesHaveNone(Class<?> type) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.forType(type))
        .withMessageContaining(" has no usual form in a row key");
  }
}
