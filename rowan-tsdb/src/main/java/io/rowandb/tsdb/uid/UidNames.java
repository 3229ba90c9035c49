package io.rowandb.tsdb.uid;

import java.nio.charset.StandardCharsets;

/** What a name may be, and its bytes. */
final class UidNames {
  /** A name is a row key, which HBase limits. */
  static final int MAX_LENGTH = Short.MAX_VALUE;

  private final String moreCharacters;

  UidNames(String moreCharacters) {
    this.moreCharacters = moreCharacters;
  }

  /**
   * The bytes of a name.
   *
   * @throws IllegalArgumentException for what OpenTSDB refuses, and for letters outside of
   *     ISO-8859-1, which it takes and stores as question marks
   */
  byte[] toBytes(UidKind kind, String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a " + kind + " is empty");
    }
    if (name.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the name of a " + kind + " has at most " + MAX_LENGTH + " characters: " + name.length());
    }
    for (int i = 0; i < name.length(); i++) {
      check(kind, name, name.charAt(i));
    }
    return name.getBytes(StandardCharsets.ISO_8859_1);
  }

  private void check(UidKind kind, String name, char c) {
    boolean letter = Character.isLetter(c);
    if (letter && c > 0xFF) {
      throw new IllegalArgumentException(
          "names are stored in ISO-8859-1, which has no '" + c + "': " + kind + " \"" + name + '"');
    }
    if (!letter && (c < '0' || c > '9') && "-_./".indexOf(c) < 0 && moreCharacters.indexOf(c) < 0) {
      throw new IllegalArgumentException(
          "names have letters, digits and -_./"
              + moreCharacters
              + ", but no '"
              + c
              + "' (U+"
              + String.format("%04X", (int) c)
              + "): "
              + kind
              + " \""
              + name
              + '"');
    }
  }

  static String fromBytes(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
