package io.rowandb.cli;

import picocli.CommandLine.Option;

/** The option that every command with something to log has. */
public final class VerboseOption {
  @Option(
      names = "--verbose",
      description = "Shows what HBase's classes and the engine log, and the stack of an error.")
  private boolean verbose;

  /** For picocli. */
  public VerboseOption() {}

  /** Whether it was given. */
  public boolean given() {
    return verbose;
  }
}
