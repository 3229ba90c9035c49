package io.rowandb.tools.shell;

import java.io.IOException;

/** A shell on a store. */
interface ShellUnderTest extends AutoCloseable {
  /**
   * Carries out a command.
   *
   * @param answers to what it asks, each ended by a line feed
   * @return what it printed
   */
  String run(String command, String answers);

  @Override
  void close() throws IOException;
}
