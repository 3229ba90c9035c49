package io.rowandb.engine.scan;

/** The five settings of the one pipeline. */
public enum ScanMode {
  /** A client's read: visible cells only. */
  USER,
  /** A client's raw read: delete markers and what they mask, as far as still there. */
  USER_RAW,
  /** Memstore to file: excess versions and expired cells go, delete markers stay. */
  FLUSH,
  /** Some files of a store into fewer: masked and expired cells go, delete markers stay. */
  MINOR_COMPACTION,
  /** All files of a store: delete markers go too. */
  MAJOR_COMPACTION
}
