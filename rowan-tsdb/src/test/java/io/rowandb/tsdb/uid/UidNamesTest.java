package io.rowandb.tsdb.uid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.opentsdb.core.Tags;
import org.junit.jupiter.api.Test;

class UidNamesTest {
  private final UidNames names = new UidNames("");

  private boolean isAllowed(char c) {
    try {
      names.toBytes(UidKind.METRIC, "a" + c);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean theirsAllow(char c) {
    try {
      Tags.validateString("metric", "a" + c);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** But for letters that ISO-8859-1 has not, which OpenTSDB stores as question marks. */
  @Test
  void charactersAreOpenTsdbs() {
    for (char c = 0; c < 0x500; c++) {
      boolean wanted = theirsAllow(c) && c <= 0xFF;
      assertThat(isAllowed(c)).as("U+%04X", (int) c).isEqualTo(wanted);
    }
  }

  @Test
  void namesWhatIsWrong() {
    assertThatThrownBy(() -> names.toBytes(UidKind.TAG_KEY, ""))
        .hasMessage("the name of a tag key is empty");
    assertThatThrownBy(() -> names.toBytes(UidKind.METRIC, "a b"))
        .hasMessageContaining("no ' ' (U+0020): metric \"a b\"");
    assertThatThrownBy(() -> names.toBytes(UidKind.TAG_VALUE, "\u65e5\u672c"))
        .hasMessageContaining("ISO-8859-1, which has no '\u65e5'");
    assertThatThrownBy(() -> names.toBytes(UidKind.METRIC, "x".repeat(32_768)))
        .hasMessageContaining("32767 characters: 32768");
  }

  @Test
  void moreCharactersMayBeAllowed() {
    assertThat(new UidNames("@:").toBytes(UidKind.METRIC, "a@b:c"))
        .isEqualTo(new byte[] {'a', '@', 'b', ':', 'c'});
    assertThatThrownBy(() -> new UidOptions(UidOptions.DEFAULT.table(), null, 1, " "))
        .hasMessageContaining("\" \"");
  }
}
