package io.rowandb.schema.value;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Texts for properties. */
public final class Texts {
  private Texts() {}

  /** Texts that UTF-8 has a form for, of code points with 1 to 4 bytes each. */
  public static Arbitrary<String> encodable() {
    Arbitrary<Integer> codePoints =
        Arbitraries.oneOf(
            Arbitraries.of(0, 0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF),
            Arbitraries.integers().between(0, 0xD7FF),
            Arbitraries.integers().between(0xE000, 0x10FFFF));
    return codePoints.list().ofMaxSize(20).map(Texts::join);
  }

  private static String join(Iterable<Integer> codePoints) {
    StringBuilder text = new StringBuilder();
    codePoints.forEach(text::appendCodePoint);
    return text.toString();
  }
}
