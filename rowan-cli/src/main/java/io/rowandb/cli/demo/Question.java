package io.rowandb.cli.demo;

import java.io.IOException;

/**
 * Something to ask of the tables.
 *
 * @param text the question
 * @param call the HBase call that answers it, as one would write it
 * @param asker makes that call
 */
record Question(String text, String call, Asker asker) {
  /** Makes the call and decodes what comes back. */
  @FunctionalInterface
  interface Asker {
    /** The answer from {@code tables}. */
    Answer ask(Tables tables) throws IOException;
  }
}
