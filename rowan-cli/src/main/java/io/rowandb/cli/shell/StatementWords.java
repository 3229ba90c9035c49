package io.rowandb.cli.shell;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * Tells JLine which word of a line to complete: that of {@link CursorPlace}. Entered lines are not
 * split: {@link StatementParser} parses them.
 */
final class StatementWords implements Parser {
  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    return new Word(line, cursor, CursorPlace.of(line.substring(0, cursor)).word());
  }

  /**
   * The word that ends at a cursor.
   *
   * @param word as it is typed, so that nothing is to be escaped
   */
  private record Word(String line, int cursor, String word) implements CompletingParsedLine {
    @Override
    public int wordCursor() {
      return word.length();
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word);
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return word.length();
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }
  }
}
