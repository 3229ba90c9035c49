package io.rowandb.engine.linear;

/** What kind of histories. */
enum Mode {
  /** Calls of one row each, so that long histories can be judged row by row. */
  ROWS(40),
  /** Scans and writes of several rows too; all rows are judged as one. */
  REGIONS(14),
  /**
   * With the machine's clock, so that many calls share a millisecond. Without what HBase gives a
   * time from the future then, and what that would hide.
   */
  MILLISECONDS(40);

  private final int callsOfAThread;

  Mode(int callsOfAThread) {
    this.callsOfAThread = callsOfAThread;
  }

  int callsOfAThread() {
    return callsOfAThread;
  }
}
