package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Declarations that could not keep the laws are refused when they are made. */
class RefusedDeclarationsTest {
  @Test
  void sizesOutOfRange() {
    List<Supplier<Object>> declarations =
        List.of(
            () -> Parts.signed(0),
            () -> Parts.signed(9),
            () -> Parts.unsigned(9),
            () -> Parts.unsignedInt(5),
            () -> Parts.digits(0),
            () -> Parts.digits(20),
            () -> Parts.fixedText(0),
            () -> Parts.fixedText(Short.MAX_VALUE + 1),
            () -> Parts.bytes(0),
            () -> Parts.hex(0),
            () -> Parts.separatedText('\u0080'),
            () -> PhoenixParts.character(0),
            () -> Digest.md5(0),
            () -> Digest.md5(17),
            () -> Digest.murmur3(17),
            () -> Digest.sha256(33));
    assertThat(declarations)
        .allSatisfy(
            declaration ->
                assertThatIllegalArgumentException()
                    .isThrownBy(declaration::get)
                    .withMessageContaining(" is from ")
                    .withMessageContaining(", not "));
  }

  @Test
  void descendingOfAPartWithoutAnEnd() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.descending(Parts.textToEnd()))
        .withMessageContaining("text to the end cannot be descending");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.descending(Parts.optional(Parts.bytesToEnd())));
  }

  @Test
  void optionalOfAnOptionalPart() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.optional(Parts.descending(Parts.optional(Parts.int8()))))
        .withMessageContaining("null already");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ddMMyyyy", "yyyyMMddmm", "yyyyM", "yy", "yyyy-MM-dd", "yyyyMMddhh"})
  void calendarPatternsThatDoNotSort(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.calendar(pattern))
        .withMessageContaining("the calendar pattern " + pattern);
  }

  @Test
  void truncationToAFinerOrUnknownUnit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.hours().truncatedTo(ChronoUnit.MINUTES))
        .withMessageContaining("not to Minutes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.hours().truncatedTo(ChronoUnit.WEEKS))
        .withMessageContaining("not to Weeks");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.calendar("yyyy").truncatedTo(ChronoUnit.MONTHS));
  }
}
