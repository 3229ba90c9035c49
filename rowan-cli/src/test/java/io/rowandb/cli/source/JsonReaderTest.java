package io.rowandb.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of JSON, and what is none. */
class JsonReaderTest {
  @Test
  void textsNumbersListsAndObjectsAreRead() {
    assertThat(
            JsonReader.parse(
                " {\"a\" : \"\\u00e4\\n\\\"\", \"b\":[1, -2.5e+3,true , [ ] ],\"c\":{\"d\":{}},\"e\":null}\n"))
        .isEqualTo(
            Map.of(
                "a", "\u00e4\n\"",
                "b", List.of("1", "-2.5e+3", "true", List.of()),
                "c", Map.of("d", Map.of())));
    assertThat(JsonReader.parse("{}")).isEmpty();
    assertThat(JsonReader.parse("{\"b\":1,\"a\":2}").keySet()).containsExactly("b", "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1}}",
        "{a:1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":1.}",
        "{\"a\":NaN}",
        "{\"a\":True}",
        "{\"a\":\"x}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u00g0\"}",
        "{\"a\":[1,]}",
        "{\"a\":[1 2]}",
        "{\"a\":[null]}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":null,\"a\":2}",
        "{\"a\":[[[[[]]]]]}",
        "{\"a\":'x'}"
      })
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> JsonReader.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was expected in the JSON text at column ");
  }

  @Test
  void depthIsBoundedWhateverItsLength() {
    assertThatThrownBy(() -> JsonReader.parse("{\"a\":" + "[".repeat(500_000)))
        .hasMessageContaining("nothing so deep");
  }
}
