package io.rowandb.tsdb.index;

/** How far an index is. */
public enum IndexPhase {
  /** There is none, or it is being dropped: nobody adds to it, nobody asks it. */
  OFF((byte) 0),

  /** Writers add to it, but what was written before is not in it yet: nobody asks it. */
  BUILDING((byte) 1),

  /** Writers add to it, and all series are in it. */
  READY((byte) 2);

  /** Written in tables, so never changed. */
  private final byte code;

  IndexPhase(byte code) {
    this.code = code;
  }

  byte code() {
    return code;
  }

  /** Whether writers add to it. */
  public boolean isKept() {
    return this != OFF;
  }
}
