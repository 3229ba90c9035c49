package io.rowandb.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** JSON as it is written. */
class JsonTextTest {
  @Test
  void valuesKeepTheirKind() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("long", Long.MAX_VALUE);
    fields.put("real", 1e300);
    fields.put("decimal", new BigDecimal("1E+3"));
    fields.put("none", null);
    fields.put("flag", false);
    fields.put("nan", Double.NaN);
    fields.put("list", Arrays.asList(1, null, "a", List.of()));
    fields.put("map", Map.of("a", Map.of()));
    fields.put("bytes", new byte[] {'a', '\\', '"', 0, -1});
    assertThat(JsonText.line(fields))
        .isEqualTo(
            "{\"long\":9223372036854775807,\"real\":1.0E300,\"decimal\":1E+3,\"none\":null,"
                + "\"flag\":false,\"nan\":\"NaN\",\"list\":[1,null,\"a\",[]],\"map\":{\"a\":{}},"
                + "\"bytes\":\"a\\\\x5C\\\"\\\\x00\\\\xFF\"}");
    assertThat(JsonText.line(Map.of())).isEqualTo("{}");
  }

  /** Half of a pair of surrogates is no character, but may stand in Java's text. */
  @Test
  void whatWouldDisturbAScreenOrALineIsEscaped() {
    assertThat(JsonText.line(Map.of("\n", "\"\\\b\u0000\u001b\u007f\u0085\u2028\u202e\ud83d")))
        .isEqualTo(
            "{\"\\u000a\":\"\\\"\\\\\\u0008\\u0000\\u001b\\u007f\\u0085\\u2028\\u202e\\ud83d\"}");
    assertThat(JsonText.line(Map.of("a", "Ä用😀"))).isEqualTo("{\"a\":\"Ä用😀\"}");
  }
}
