package io.rowandb.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Lines into fields. */
class FieldsTest {
  @Test
  void keepsEmptyFields() {
    assertThat(Fields.split("a\t\tb\t", '\t')).containsExactly("a", "", "b", "");
    assertThat(Fields.split("", '\t')).containsExactly("");
  }

  @Test
  void readsQuotedValues() {
    assertThat(Fields.csv("1,\"NNW\",\"a, b\",\"say \"\"hi\"\"\",,NA"))
        .containsExactly("1", "NNW", "a, b", "say \"hi\"", "", "NA");
    assertThat(Fields.csv("a,")).containsExactly("a", "");
    assertThat(Fields.csv("\"\"")).containsExactly("");
  }

  @Test
  void refusesUnclosedQuotes() {
    assertThatThrownBy(() -> Fields.csv("a,\"b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not closed");
    assertThatThrownBy(() -> Fields.csv("\"a\"b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("comma");
  }
}
