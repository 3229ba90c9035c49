package io.rowandb.cli.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The position of a cursor in a command, according to the text before it, which may be any text and
 * not yet a command.
 *
 * @param kind what may be there
 * @param receiver the variable before the dot, like t in {@code t.scan}, which is the command's
 *     first argument; empty without one
 * @param command its name; empty while it is typed
 * @param table its first argument; empty if not yet there
 * @param argument the number of arguments before this one
 * @param path the names before {@code =>} of the nested values around the cursor, outermost first
 * @param quote the quote that the cursor is in, or 0
 * @param word the typed part of the word at the cursor, without its opening quote
 */
record CursorPlace(
    Kind kind,
    String receiver,
    String command,
    String table,
    int argument,
    List<String> path,
    char quote,
    String word) {
  /** What may stand at a cursor. */
  enum Kind {
    /** The name of a command. */
    COMMAND,
    /** What a variable gets. */
    ASSIGNED,
    /** An argument; a value, or a name before {@code =>}. */
    ARGUMENT,
    /** A name before {@code =>}, in braces. */
    NAME,
    /** A value behind {@code =>}, or in a list. */
    VALUE,
    /** No word: a comma perhaps, or a comment. */
    NOTHING
  }

  static final char NO_QUOTE = 0;

  /** Where a text ends. */
  static CursorPlace of(String text) {
    return new Reading(text).place();
  }

  /** What is open at a place: the command itself, a list or a map. */
  private static final class Open {
    final char bracket;

    /** The name before the last arrow; null before it. */
    String name;

    /** The last word or text since the last comma or arrow; null for none. */
    String last;

    Open(char bracket) {
      this.bracket = bracket;
    }
  }

  /** One reading of a text from its begin to its end. */
  private static final class Reading {
    private static final char COMMAND = 0;

    private final String text;
    private final Deque<Open> open = new ArrayDeque<>();
    private int at;
    private boolean assigned;
    private String receiver = "";
    private String command = "";
    private String table = "";
    private int argument;
    private boolean closed;

    Reading(String text) {
      this.text = text;
      open.push(new Open(COMMAND));
    }

    CursorPlace place() {
      while (at < text.length()) {
        char next = text.charAt(at);
        int start = at;
        if (next == '\'' || next == '"') {
          if (!skipQuoted(next)) {
            return place(next, text.substring(start + 1));
          }
          ended(text.substring(start + 1, at - 1));
        } else if (isInWord(next)) {
          skipWord();
          if (at == text.length()) {
            return place(NO_QUOTE, text.substring(start));
          }
          ended(text.substring(start, at));
        } else if (next == '#') {
          int line = text.indexOf('\n', at);
          if (line < 0) {
            return nothing();
          }
          at = line;
        } else {
          at++;
          mark(next);
        }
      }
      return open.peek().last == null ? place(NO_QUOTE, "") : nothing();
    }

    /** Whether it has an end. */
    private boolean skipQuoted(char quote) {
      for (at++; at < text.length(); at++) {
        if (text.charAt(at) == '\\') {
          at++;
        } else if (text.charAt(at) == quote) {
          at++;
          return true;
        }
      }
      return false;
    }

    private static boolean isInWord(char next) {
      return Character.isLetterOrDigit(next) || "_?.:-".indexOf(next) >= 0;
    }

    private void skipWord() {
      while (at < text.length() && isInWord(text.charAt(at))) {
        at++;
      }
    }

    private void ended(String word) {
      if (command.isEmpty()) {
        int point = word.lastIndexOf('.');
        receiver = word.substring(0, Math.max(point, 0));
        command = word.substring(point + 1);
        argument = receiver.isEmpty() ? 0 : 1;
        return;
      }
      Open inner = open.peek();
      inner.last = word;
      if (inner.bracket == COMMAND && argument == 0) {
        table = word;
      }
    }

    private void mark(char next) {
      Open inner = open.peek();
      switch (next) {
        case '[', '{' -> open.push(new Open(next));
        case ']', '}' -> {
          if (open.size() > 1) {
            open.pop();
            open.peek().last = "";
          }
        }
        case ',' -> {
          inner.last = null;
          inner.name = null;
          argument += inner.bracket == COMMAND ? 1 : 0;
        }
        case '>' -> {
          inner.name = inner.last == null ? "" : inner.last;
          inner.last = null;
        }
        case ';' -> beginStatement();
        case '=' -> assign();
        case ')' -> closed = true;
        default -> {} // a space, a parenthesis, or what is wrong here
      }
    }

    private void beginStatement() {
      open.clear();
      open.push(new Open(COMMAND));
      assigned = false;
      receiver = "";
      command = "";
      table = "";
      argument = 0;
      closed = false;
    }

    /** The word before was a variable, unless this begins an arrow. */
    private void assign() {
      boolean arrow = at < text.length() && text.charAt(at) == '>';
      if (!arrow && open.size() == 1 && argument == 0 && open.peek().last == null) {
        beginStatement();
        assigned = true;
      }
    }

    private CursorPlace nothing() {
      return new CursorPlace(
          Kind.NOTHING, receiver, command, table, argument, List.of(), NO_QUOTE, "");
    }

    private CursorPlace place(char quote, String word) {
      if (closed) {
        return nothing();
      }
      List<String> path = new ArrayList<>();
      open.descendingIterator()
          .forEachRemaining(
              each -> {
                if (each.name != null) {
                  path.add(each.name);
                }
              });
      return new CursorPlace(kind(), receiver, command, table, argument, path, quote, word);
    }

    private Kind kind() {
      Open inner = open.peek();
      if (command.isEmpty()) {
        return assigned ? Kind.ASSIGNED : Kind.COMMAND;
      }
      if (inner.last != null) {
        return Kind.NOTHING; // two words without a comma
      }
      if (inner.name != null || inner.bracket == '[') {
        return Kind.VALUE;
      }
      return inner.bracket == '{' ? Kind.NAME : Kind.ARGUMENT;
    }
  }
}
