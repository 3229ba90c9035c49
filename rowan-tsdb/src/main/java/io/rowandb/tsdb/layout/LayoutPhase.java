package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.store.MoveNotes;

/** How far the rows of some tables are moved to tables of another layout. */
public enum LayoutPhase {
  /** Nothing is moved. */
  NONE("none", false),
  /** Rows are copied; the old tables are read and written as ever. */
  COPYING("copying", false),
  /** The old tables are read-only; they are compared with the new ones. */
  FENCED("fenced", false),
  /** The new tables are whole; they are read, and are read-only as long as others read the old. */
  SWITCHED("switched", true),
  /** The new tables are read and written. */
  MOVED(MoveNotes.ENDED, true);

  /** In descriptors: frozen. */
  private final String word;

  private final boolean isNewRead;

  LayoutPhase(String word, boolean isNewRead) {
    this.word = word;
    this.isNewRead = isNewRead;
  }

  String word() {
    return word;
  }

  boolean isNewRead() {
    return isNewRead;
  }

  /** Whether points may be written. */
  boolean takesWrites() {
    return this != FENCED && this != SWITCHED;
  }
}
