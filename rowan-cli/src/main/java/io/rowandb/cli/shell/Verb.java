package io.rowandb.cli.shell;

import java.io.IOException;

/**
 * A command of the shell.
 *
 * @param name what is typed
 * @param usage examples, one per line
 * @param summary one line of help
 * @param action what it does
 */
record Verb(String name, String summary, String usage, Action action) {
  /** What a command does. */
  interface Action {
    /**
     * Does it.
     *
     * @throws IllegalArgumentException when the arguments are wrong, saying how
     */
    void run(Arguments arguments, Session session) throws IOException;
  }
}
