package io.rowandb.cli.shell;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads a text in quotes as Ruby does. In single quotes a backslash is literal, except before a
 * quote or another backslash. In double quotes:
 *
 * <ul>
 *   <li>{@code \x41} and {@code \101} are a byte
 *   <li>{@code \}{@code u00e9} and {@code \}{@code u{48 1f600}} are characters, in UTF-8
 *   <li>{@code \n \t \r \e \a \b \f \s \v} are the control characters and the space of Ruby;
 *       another letter, of which Ruby drops the backslash, is refused, since it is more often a
 *       mistake
 *   <li>{@code \#} is the character, as <code>#{</code> would begin a calculation
 * </ul>
 *
 * Used by one thread, for one text.
 */
final class QuotedText {
  private static final int HEX = 16;
  private static final int OCTAL = 8;

  /** Letters behind a backslash, and what each means. */
  private static final String LETTERS = "ntreabfsv";

  private static final String MEANINGS = "\n\t\r\u001b\u0007\b\f \u000b";

  private static final int DIGITS_OF_CHARACTER = 4;
  private static final int MOST_DIGITS_IN_BRACES = 6;

  // Fixed at construction.
  private final String text;
  private final int start;
  private final char quote;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int at;

  private QuotedText(String text, int start) {
    this.text = text;
    this.start = start;
    this.quote = text.charAt(start);
    this.at = start + 1;
  }

  /**
   * Reads the one that begins with the quote at a place.
   *
   * @throws SyntaxException when it has no end, or an escape that means nothing
   */
  static QuotedText at(String text, int start) {
    QuotedText quoted = new QuotedText(text, start);
    quoted.read();
    return quoted;
  }

  /** Its bytes. */
  Text value() {
    return new Text(bytes.toByteArray());
  }

  /** The place behind its last quote. */
  int end() {
    return at;
  }

  private void read() {
    while (at < text.length() && text.charAt(at) != quote) {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        escape();
      } else if (quote == '"' && text.startsWith("#{", at)) {
        throw wrong("#{...} in double quotes is calculated by Ruby, and not here; text is \\#{");
      } else {
        int end = text.offsetByCodePoints(at, 1);
        write(text.substring(at, end));
        at = end;
      }
    }
    if (at == text.length()) {
      at = start;
      throw wrong("the quote that begins here has no end");
    }
    at++;
  }

  private void write(String characters) {
    bytes.writeBytes(characters.getBytes(StandardCharsets.UTF_8));
  }

  private void escape() {
    char kind = text.charAt(at + 1);
    if (kind == quote || kind == '\\' || (kind == '#' && quote == '"')) {
      bytes.write(kind);
      at += 2;
    } else if (quote == '\'') {
      bytes.write('\\');
      at++;
    } else if (kind == 'x') {
      bytes.write(hexByte());
    } else if (kind == 'u') {
      characters();
    } else if (isDigit(kind, OCTAL)) {
      bytes.write(octalByte());
    } else {
      letter(kind);
    }
  }

  private void letter(char kind) {
    int meaning = LETTERS.indexOf(kind);
    if (meaning < 0) {
      throw wrong("\\" + kind + " means nothing in double quotes; a backslash is written \\\\");
    }
    bytes.write(MEANINGS.charAt(meaning));
    at += 2;
  }

  /** One or two hexadecimal digits behind a backslash and an x. */
  private int hexByte() {
    int digits = at + 2;
    int end = endOfDigits(digits, digits + 2, HEX);
    if (end == digits) {
      throw wrong("\\x is followed by hexadecimal digits");
    }
    at = end;
    return Integer.parseInt(text, digits, end, HEX);
  }

  /** One to three octal digits behind a backslash, of which the byte has the low bits. */
  private int octalByte() {
    int digits = at + 1;
    at = endOfDigits(digits, digits + 3, OCTAL);
    return Integer.parseInt(text, digits, at, OCTAL);
  }

  /** Four hexadecimal digits behind a backslash and a u, or numbers in braces. */
  private void characters() {
    if (text.startsWith("{", at + 2)) {
      charactersInBraces();
      return;
    }
    int digits = at + 2;
    int end = endOfDigits(digits, digits + DIGITS_OF_CHARACTER, HEX);
    if (end < digits + DIGITS_OF_CHARACTER) {
      throw wrong("\\u is followed by four hexadecimal digits, or by such numbers in braces");
    }
    character(digits, end);
    at = end;
  }

  private void charactersInBraces() {
    int begin = at + 3;
    int end = text.indexOf('}', begin);
    String inside = end < 0 ? "" : text.substring(begin, end);
    if (inside.isBlank()) {
      throw wrong("\\u{ is followed by hexadecimal numbers and }");
    }
    int next = begin;
    while (next < end) {
      if (text.charAt(next) == ' ' || text.charAt(next) == '\t') {
        next++;
      } else {
        int digits = next;
        next = endOfDigits(digits, Math.min(end, digits + MOST_DIGITS_IN_BRACES), HEX);
        if (next == digits) {
          throw wrong("\\u{ is followed by hexadecimal numbers of one to six digits and }");
        }
        character(digits, next);
      }
    }
    at = end + 1;
  }

  private void character(int digits, int end) {
    int codePoint = Integer.parseInt(text, digits, end, HEX);
    boolean half = codePoint <= Character.MAX_VALUE && Character.isSurrogate((char) codePoint);
    if (half || !Character.isValidCodePoint(codePoint)) {
      throw wrong(
          "\\u is the number of a character, which " + text.substring(digits, end) + " is not");
    }
    write(Character.toString(codePoint));
  }

  private int endOfDigits(int begin, int limit, int radix) {
    int end = begin;
    while (end < Math.min(limit, text.length()) && isDigit(text.charAt(end), radix)) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c, int radix) {
    return c < 0x80 && Character.digit(c, radix) >= 0;
  }

  private SyntaxException wrong(String rule) {
    return SyntaxException.at(at, rule);
  }
}
