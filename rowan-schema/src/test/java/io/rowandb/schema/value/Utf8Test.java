package io.rowandb.schema.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Text becomes UTF-8 and comes back, and nothing is replaced on either way. */
class Utf8Test {
  @Provide
  Arbitrary<String> encodable() {
    return Texts.encodable();
  }

  @Property
  void textsComeBack(@ForAll("encodable") String text) {
    byte[] bytes = Utf8.encode(text);
    assertThat(bytes).isEqualTo(text.getBytes(UTF_8));
    assertThat(Utf8.decode(bytes, 0, bytes.length)).isEqualTo(text);
  }

  @Property
  void everyStringIsWrittenWithoutLossOrRefused(@ForAll String text) {
    boolean lossless = new String(text.getBytes(UTF_8), UTF_8).equals(text);
    if (lossless) {
      assertThat(Utf8.requireEncodable(text)).isSameAs(text);
    } else {
      assertThatThrownBy(() -> Utf8.encode(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("half a surrogate pair");
    }
  }

  @Property
  void allBytesAreReadWithoutLossOrRefused(@ForAll byte[] bytes) {
    boolean lossless = Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes);
    if (lossless) {
      assertThat(Utf8.decode(bytes, 0, bytes.length).getBytes(UTF_8)).isEqualTo(bytes);
    } else {
      assertThatThrownBy(() -> Utf8.decode(bytes, 0, bytes.length))
          .isInstanceOf(MalformedValueException.class);
    }
  }

  @Test
  void halvesOfSurrogatePairsAreNamedWithTheirPlace() {
    assertThatThrownBy(() -> Utf8.encode("ab\uD83D"))
        .hasMessageContaining("\\uD83D")
        .hasMessageContaining("at 2");
    assertThatThrownBy(() -> Utf8.encode("\uDE00\uD83D")).hasMessageContaining("at 0");
    assertThatThrownBy(() -> Utf8.encode("\uD83D\uD83D\uDE00")).hasMessageContaining("at 0");
  }

  @Property
  void theOrderIsThatOfTheBytes(@ForAll("encodable") String a, @ForAll("encodable") String b) {
    int ofBytes = Arrays.compareUnsigned(Utf8.encode(a), Utf8.encode(b));
    assertThat(Integer.signum(Utf8.ORDER.compare(a, b))).isEqualTo(Integer.signum(ofBytes));
  }

  @Test
  void aLongTextIsNotQuotedWhole() {
    assertThat(Utf8.quoted("a\u0000\"")).isEqualTo("\"a\\u0000\"\"");
    assertThat(Utf8.quoted("a".repeat(64))).isEqualTo('"' + "a".repeat(64) + '"');
    assertThat(Utf8.quoted("a".repeat(65))).isEqualTo('"' + "a".repeat(64) + "\"...");
  }

  @Test
  void aReplacementCharacterThatWasWrittenIsRead() {
    byte[] bytes = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};
    assertThat(Utf8.decode(bytes, 0, 3)).isEqualTo("\uFFFD");
    assertThatThrownBy(() -> Utf8.decode(bytes, 0, 2)).hasMessageContaining("\\xEF\\xBF");
  }
}
