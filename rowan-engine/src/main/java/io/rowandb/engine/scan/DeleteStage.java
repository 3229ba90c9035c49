package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;

/** The stage that remembers a row's delete markers and knows what they mask. */
sealed interface DeleteStage permits TimestampDeletes, SequenceDeletes {
  /** What a put's markers make of it. */
  enum Masking {
    /** It lives. */
    NONE,
    /** It is masked, older versions may live. */
    VERSION,
    /** It is masked, and so are the older ones of its column. */
    REST_OF_COLUMN
  }

  /** The scan enters a row. */
  void startRow();

  /** Remembers a delete marker, in the order of the row. */
  void add(Cell marker);

  /** What the markers so far make of a put. */
  Masking maskingOf(Cell put);
}
