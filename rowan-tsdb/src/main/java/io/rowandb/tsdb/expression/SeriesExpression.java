package io.rowandb.tsdb.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * Functions of whole series, as OpenTSDB's parameter {@code exp} has them: {@code
 * scale(sum:1m-avg:sys.cpu{host=*},10)}. An argument is a question with a colon, another function,
 * or a text. Commas, colons and parentheses within braces or quotes are part of it. Immutable.
 *
 * @param function its name
 * @param arguments in their order
 * @param texts arguments that are neither series nor functions, in their order
 */
public record SeriesExpression(
    String function, List<SeriesExpression.Argument> arguments, List<String> texts) {
  /** The most characters. */
  public static final int MAX_LENGTH = 10_000;

  /** The most functions within one another. */
  public static final int MAX_DEPTH = 32;

  /** What has series. */
  public sealed interface Argument permits Question, Nested {}

  /** A question in the form of the parameter {@code m}. */
  public record Question(String text) implements Argument {}

  /** Another function. */
  public record Nested(SeriesExpression expression) implements Argument {}

  /** Copies them. */
  public SeriesExpression {
    arguments = List.copyOf(arguments);
    texts = List.copyOf(texts);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  public static SeriesExpression parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "an expression has at most " + MAX_LENGTH + " characters: " + text.length());
    }
    return new Parser(text).parse();
  }

  /** Its questions and those of the functions in it, in their order. */
  public List<String> questions() {
    List<String> all = new ArrayList<>();
    for (Argument each : arguments) {
      if (each instanceof Question question) {
        all.add(question.text());
      } else {
        all.addAll(((Nested) each).expression().questions());
      }
    }
    return all;
  }

  /** Used once. */
  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    SeriesExpression parse() {
      String name = argument().strip();
      if (at == text.length() || text.charAt(at) != '(') {
        throw wrong("a function with ( is wanted");
      }
      SeriesExpression all = function(name, 1);
      if (!text.substring(at).isBlank()) {
        throw wrong("nothing is wanted");
      }
      return all;
    }

    /** At its parenthesis. */
    private SeriesExpression function(String name, int depth) {
      if (depth > MAX_DEPTH) {
        throw wrong("more than " + MAX_DEPTH + " functions within one another");
      }
      if (!SeriesFunctions.NAMES.contains(name)) {
        throw wrong(
            "Function "
                + name
                + " has not been implemented; there are "
                + String.join(", ", SeriesFunctions.NAMES));
      }
      List<Argument> arguments = new ArrayList<>();
      List<String> texts = new ArrayList<>();
      do {
        at++;
        String argument = argument().strip();
        if (argument.isEmpty()) {
          throw wrong("an argument is wanted");
        }
        if (at < text.length() && text.charAt(at) == '(') {
          arguments.add(new Nested(function(argument, depth + 1)));
          skipBlanks();
        } else if (argument.indexOf(':') >= 0 && argument.charAt(0) != '\'') {
          arguments.add(new Question(argument));
        } else {
          texts.add(argument);
        }
      } while (at < text.length() && text.charAt(at) == ',');
      if (at == text.length() || text.charAt(at) != ')') {
        throw wrong(", or ) is wanted");
      }
      at++;
      return new SeriesExpression(name, arguments, texts);
    }

    private void skipBlanks() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    /** Up to a comma or a parenthesis that is not within braces or quotes. */
    private String argument() {
      int begin = at;
      int braces = 0;
      boolean quoted = false;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c == '\'') {
          quoted = !quoted;
        } else if (!quoted) {
          if (braces == 0 && (c == ',' || c == '(' || c == ')')) {
            break;
          }
          braces += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
        at++;
      }
      return text.substring(begin, at);
    }

    private IllegalArgumentException wrong(String why) {
      String shown = text.length() > 100 ? text.substring(0, 100) + " …" : text;
      return new IllegalArgumentException(
          "in the expression \"" + shown + "\", at " + at + ": " + why);
    }
  }
}
