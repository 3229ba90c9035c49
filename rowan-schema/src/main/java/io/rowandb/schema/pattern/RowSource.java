package io.rowandb.schema.pattern;

import java.util.Iterator;

/** Rows one after the other, from scanners that are closed at the end, or before. */
interface RowSource extends Iterator<ScannedRow>, AutoCloseable {
  @Override
  void close();
}
