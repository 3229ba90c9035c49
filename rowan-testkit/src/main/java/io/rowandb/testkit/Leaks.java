package io.rowandb.testkit;

/** What happens if connections or scanners are left open; they are closed in any case. */
public enum Leaks {
  /** A warning in the log, through {@code System.Logger}. */
  WARN,

  /** The test fails. */
  FAIL
}
