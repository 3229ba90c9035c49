package io.rowandb.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text in screen columns. */
class DisplayTextTest {
  @Test
  void measuresWideAndCombiningCharacters() {
    assertThat(DisplayText.width("abc")).isEqualTo(3);
    assertThat(DisplayText.width("日本")).isEqualTo(4);
    assertThat(DisplayText.width("e\u0301")).isEqualTo(1);
    assertThat(DisplayText.width("🕶")).isEqualTo(2);
  }

  @Test
  void cutsWithoutHalvingAWideCharacter() {
    assertThat(DisplayText.cut("abcdef", 6)).isEqualTo("abcdef");
    assertThat(DisplayText.cut("abcdef", 4)).isEqualTo("abc…");
    assertThat(DisplayText.cut("日本語", 4)).isEqualTo("日…");
  }

  @Test
  void padsByColumnsNotByCharacters() {
    assertThat(DisplayText.padRight("日", 4)).isEqualTo("日  ");
    assertThat(DisplayText.padLeft("7", 3)).isEqualTo("  7");
    assertThat(DisplayText.padRight("abc", 2)).isEqualTo("abc");
  }

  @Test
  void wrapsACallBeforeItsParts() {
    String call = "table.getScanner(new Scan().withStartRow(key(1)).withStopRow(key(2)))";
    assertThat(DisplayText.wrapped(call, 80)).containsExactly(call);
    assertThat(DisplayText.wrapped(call, 50))
        .containsExactly(
            "table.getScanner(new Scan().withStartRow(key(1))", "    .withStopRow(key(2)))");
    assertThat(DisplayText.wrapped("the same scan, counted here", 16))
        .containsExactly("the same scan,", "    counted here");
    assertThat(DisplayText.wrapped("unbreakable", 4)).containsExactly("unbreakable");
  }

  @Test
  void escapesWhatWouldDisturbTheScreen() {
    assertThat(DisplayText.printable("a\u001b[2Jb\nc")).isEqualTo("a\\x1b[2Jb\\x0ac");
    assertThat(DisplayText.printable("x\u202ey")).isEqualTo("x\\u202ey");
    assertThat(DisplayText.printable("Café 日本 🕶")).isEqualTo("Café 日本 🕶");
  }
}
