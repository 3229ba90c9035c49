package io.rowandb.cli.design;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.terminal.JsonText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values of fields as JSON. */
class FieldJsonTest {
  record Nested(String name, byte[] bytes, Integer none, Map<Long, Nested> parts) {}

  /** A constant whose text is not its name. */
  enum Word {
    YES {
      @Override
      public String toString() {
        return "yes!";
      }
    }
  }

  @Test
  void numbersAreNumbersWhereADoubleIsExact() {
    assertThat(json(9007199254740991L)).isEqualTo("9007199254740991");
    assertThat(json(-9007199254740991L)).isEqualTo("-9007199254740991");
    assertThat(json(9007199254740992L)).isEqualTo("\"9007199254740992\"");
    assertThat(json(Long.MIN_VALUE)).isEqualTo("\"-9223372036854775808\"");
    assertThat(json(7)).isEqualTo("7");
    assertThat(json((short) -7)).isEqualTo("-7");
    assertThat(json((byte) 7)).isEqualTo("7");
    assertThat(json(0.1f)).isEqualTo("0.1");
    assertThat(json(-0.0)).isEqualTo("-0.0");
    assertThat(json(Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
    assertThat(json(new BigDecimal("12345678901234567890.10")))
        .isEqualTo("\"12345678901234567890.10\"");
    assertThat(json(BigInteger.ONE)).isEqualTo("\"1\"");
  }

  @Test
  void otherKindsAreText() {
    assertThat(json(Instant.ofEpochMilli(5))).isEqualTo("\"1970-01-01T00:00:00.005Z\"");
    assertThat(json(LocalDate.of(2024, 2, 29))).isEqualTo("\"2024-02-29\"");
    assertThat(json(new UUID(1, 2))).isEqualTo("\"00000000-0000-0001-0000-000000000002\"");
    assertThat(json(Month.MAY)).isEqualTo("\"MAY\"");
    assertThat(json(Word.YES)).isEqualTo("\"YES\"");
    assertThat(json(true)).isEqualTo("true");
    assertThat(json("a\"")).isEqualTo("\"a\\\"\"");
    assertThat(json(new byte[] {'a', 0, '\\'})).isEqualTo("\"a\\\\x00\\\\x5C\"");
  }

  @Test
  void whatHasPartsIsAnObjectOrAnArray() {
    Nested inner = new Nested("x", new byte[] {1}, null, null);
    Nested outer = new Nested("y", null, 5, Map.of(7L, inner));
    assertThat(json(List.of(outer)))
        .isEqualTo(
            "[{\"name\":\"y\",\"none\":5,\"parts\":{\"7\":{\"name\":\"x\",\"bytes\":\"\\\\x01\"}}}]");
    assertThat(json(Map.of(inner, 1)))
        .isEqualTo("[{\"key\":{\"name\":\"x\",\"bytes\":\"\\\\x01\"},\"value\":1}]");
  }

  private static String json(Object value) {
    String line = JsonText.line(Map.of("v", FieldJson.of(value)));
    return line.substring("{\"v\":".length(), line.length() - 1);
  }
}
