package io.rowandb.schema.table;

import java.util.Locale;

/**
 * How far the records of a table are moved to another one. In each phase programs may still be in
 * the one before or behind it.
 */
public enum MigrationPhase {
  /** Only the old table is read and written. */
  NONE,
  /** Both are written, as soon as the new one is a view of the old; the old one is read. */
  COPYING,
  /** The same, but a write fails if the new table cannot be written. */
  SWITCHING,
  /** Both are written, and the new one is read. */
  SWITCHED,
  /** The same; programs that know only the old table must not read it any more. */
  ENDING,
  /** The old table becomes read-only, region by region; both are written where that goes. */
  FENCING,
  /** The old table is read-only; the new one is written, behind what is left to be done for it. */
  FENCED,
  /** The new table is on its own. */
  ENDED;

  /** Whether reads go to the new table. */
  public boolean readsNew() {
    return compareTo(SWITCHED) >= 0;
  }

  /** Whether the old table is read-only, or becomes so. */
  boolean isReadOnly() {
    return compareTo(FENCING) >= 0;
  }

  /** Whether nobody writes the old table any more. */
  public boolean isFenced() {
    return compareTo(FENCED) >= 0;
  }

  /** Whether a write that the new table does not take succeeds nevertheless. */
  public boolean isLenient() {
    return compareTo(COPYING) <= 0;
  }

  /** As it stands in descriptors. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
