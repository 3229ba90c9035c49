package io.rowandb.engine.store;

/** Whether the manifest has an edit that was written to it. */
public enum Listed {
  /** It has not: what was made for it can go. */
  NO,

  YES,

  /** Unknown until the next opening: the files made for it must stay. */
  PERHAPS;

  /** Whether it must be treated as listed. */
  public boolean mayBe() {
    return this != NO;
  }
}
