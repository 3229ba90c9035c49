package io.rowandb.engine.io;

/** The kinds of file on a disk. A symbolic link is a kind of its own, whatever it leads to. */
public enum FileKind {
  /** Nothing has the name. */
  NOTHING("missing"),

  /** Bytes. */
  FILE("a file"),

  /** Names of others. */
  DIRECTORY("a directory"),

  /** Leads to another place, perhaps outside of the store. */
  LINK("a symbolic link"),

  /** A pipe, a device or a socket: opening it may block forever. */
  OTHER("a pipe, a device or a socket");

  private final String words;

  FileKind(String words) {
    this.words = words;
  }

  /** Whether it leads out of a directory, or may not be opened. */
  public boolean isStranger() {
    return this == LINK || this == OTHER;
  }

  /** In a sentence. */
  public String words() {
    return words;
  }
}
