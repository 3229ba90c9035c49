package io.rowandb.engine.store;

/** Whether the manifest has an edit that was written to it. */
public enum Listed {
  /** It has not: what was made for it can go. */
  NO,

  YES,

  /** Nobody knows before the next opening, which looks: what was made for it stays. */
  PERHAPS;

  /** Whether it must be taken for listed. */
  public boolean mayBe() {
    return this != NO;
  }
}
