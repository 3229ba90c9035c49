package io.rowandb.cli.shell;

import java.util.ArrayList;
import java.util.List;

/** The text of one command: a line, or a part of it between semicolons. */
sealed interface Statement {
  /**
   * A command.
   *
   * @param receiver the variable before the point, as t of {@code t.scan}; empty without one
   * @param command its name
   * @param arguments each a {@link Text}, {@link Name}, {@link Long}, {@link Boolean}, a list of
   *     these, or a map from text to these; a map last when some were given as {@code NAME =>
   *     value}
   */
  record Call(String receiver, String command, List<Object> arguments) implements Statement {
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** Whether it is a word alone. */
    boolean isWord() {
      return receiver.isEmpty() && arguments.isEmpty();
    }

    /** The same of no receiver, with another argument before the others. */
    Call withFirst(Object argument) {
      List<Object> all = new ArrayList<>();
      all.add(argument);
      all.addAll(arguments);
      return new Call("", command, all);
    }
  }

  /**
   * A variable gets a value.
   *
   * @param variable its name
   * @param value as an argument is, or the {@link Call} that gives it
   */
  record Assignment(String variable, Object value) implements Statement {}
}
