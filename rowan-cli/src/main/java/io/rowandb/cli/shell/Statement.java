package io.rowandb.cli.shell;

import java.util.List;

/**
 * One command as it was typed.
 *
 * @param command its name
 * @param arguments each a {@link Text}, {@link Name}, {@link Long}, {@link Boolean}, a list of
 *     these, or a map from text to these; a map last when some were given as {@code NAME => value}
 */
record Statement(String command, List<Object> arguments) {
  Statement {
    arguments = List.copyOf(arguments);
  }
}
