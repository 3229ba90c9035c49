package io.rowandb.engine.scan;

/** What the stages decide about a cell, and where the scan of its family goes next. */
enum Verdict {
  /** No objection so far: the next stage decides. */
  PASS,
  /** Keep it, go to the next cell. */
  INCLUDE,
  /** Keep it, go to the next column (of those wanted). */
  INCLUDE_NEXT_COLUMN,
  /** Keep it, go to the next row. */
  INCLUDE_NEXT_ROW,
  /** Drop it, go to the next cell. */
  SKIP,
  /** Drop it, go to the next column (of those wanted). */
  NEXT_COLUMN,
  /** Drop it, go to the next row. */
  NEXT_ROW,
  /** Drop it, go where the filter says. */
  HINT
}
