package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The orders of text that are easily mistaken for another. */
class TextOrderTest {
  private static List<String> sorted(KeyPart<String> part, String... texts) {
    return List.of(texts).stream().sorted(part.order()).toList();
  }

  @Test
  void codePointsAboveUffffAreBehindTheOthers() {
    assertThat("\ud83d\ude00").isLessThan("\uffff");
    assertThat(sorted(Parts.text(), "\ud83d\ude00", "\uffff", "z"))
        .containsExactly("z", "\uffff", "\ud83d\ude00");
  }

  @Test
  void aSeparatorCountsAsAPartOfTheText() {
    assertThat(sorted(Parts.separatedText('-'), "a", "a!", "a1", ""))
        .containsExactly("", "a!", "a", "a1");
    assertThat(sorted(Parts.separatedText('\0'), "a", "a!", "a1", ""))
        .containsExactly("", "a", "a!", "a1");
  }

  @Test
  void paddingCountsAsAPartOfTheText() {
    assertThat(sorted(PhoenixParts.character(3), "a", "a\t", "a!", ""))
        .containsExactly("", "a\t", "a", "a!");
  }

  @Test
  void reversedTextSortsFromItsEnd() {
    assertThat(sorted(Parts.reversed(Parts.text()), "ab", "ba", "ca"))
        .containsExactly("ba", "ca", "ab");
    assertThat(sorted(Parts.reversedDomain(Parts.text()), "b.org", "a.org", "z.com", "x.z.com"))
        .containsExactly("z.com", "x.z.com", "a.org", "b.org");
  }
}
