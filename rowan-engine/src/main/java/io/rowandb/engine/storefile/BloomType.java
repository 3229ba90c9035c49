package io.rowandb.engine.storefile;

/** What the Bloom filter of a file knows. */
public enum BloomType {
  /** There is none. */
  NONE,
  /** The rows in the file. */
  ROW
}
