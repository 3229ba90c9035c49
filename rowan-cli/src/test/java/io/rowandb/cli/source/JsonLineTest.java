package io.rowandb.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One flat JSON object. */
class JsonLineTest {
  @Test
  void readsStringsNumbersAndWords() {
    assertThat(JsonLine.parse("{\"a\": \"x\", \"n\" : -1.5e3 ,\"t\":true,\"z\":null}"))
        .containsExactly(entry("a", "x"), entry("n", "-1.5e3"), entry("t", "true"));
    assertThat(JsonLine.parse(" {} ")).isEmpty();
  }

  @Test
  void readsEscapes() {
    assertThat(JsonLine.parse("{\"a\":\"1\\n\\t\\\"\\\\\\/\\u00e9\\ud83d\\udd76\"}"))
        .containsExactly(entry("a", "1\n\t\"\\/é🕶"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[1]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":\"x",
        "{\"a\":1} b",
        "{\"a\":\"\\x\"}",
        "{\"a\":1,}",
        "{\"a\":[1]}",
        "{\"a\":{}}",
        "{\"a\":ann}",
        "{\"a\":1,\"a\":2}"
      })
  void refusesWhatIsNoObject(String text) {
    assertThatThrownBy(() -> JsonLine.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column");
  }
}
