package io.rowandb.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Aligned rows. */
class TextTableTest {
  @Test
  void alignsTextLeftAndNumbersRight() {
    assertThat(
            TextTable.lines(
                List.of("host", "rows"),
                List.of(List.of("a", "7"), List.of("bcd", "1,234"), List.of("e", "")),
                80))
        .containsExactly("host   rows", "a         7", "bcd   1,234", "e");
  }

  @Test
  void cutsTheWidestColumnUntilTheLineFits() {
    List<String> lines =
        TextTable.lines(
            List.of("key", "value"), List.of(List.of("k1", "a long value that does not fit")), 20);
    assertThat(lines).containsExactly("key  value", "k1   a long value t…");
    assertThat(lines)
        .allSatisfy(line -> assertThat(DisplayText.width(line)).isLessThanOrEqualTo(20));
  }

  @Test
  void cutsTheFirstColumnLast() {
    List<List<String>> rows = List.of(List.of("2012-07-07T22:00:27Z", "some words here"));
    assertThat(TextTable.lines(List.of("time", "text"), rows, 32).get(1))
        .isEqualTo("2012-07-07T22:00:27Z  some word…");
    assertThat(TextTable.lines(List.of("time", "text"), rows, 20).get(1))
        .isEqualTo("2012-07-0…  some wo…");
  }

  @Test
  void showsOnlyHeadingsWithoutRows() {
    assertThat(TextTable.lines(List.of("a", "b"), List.of(), 80)).containsExactly("a  b");
  }

  @Test
  void keepsOneLineForARow() {
    assertThat(TextTable.lines(List.of("v"), List.of(List.of("x\ny")), 80))
        .containsExactly("v", "x\\x0ay");
  }

  @Test
  void refusesARowOfAnotherLength() {
    assertThatThrownBy(() -> TextTable.lines(List.of("a"), List.of(List.of("1", "2")), 80))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 values");
  }
}
