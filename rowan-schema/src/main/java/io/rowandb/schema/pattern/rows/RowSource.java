package io.rowandb.schema.pattern.rows;

import java.util.Iterator;

/** Rows one after the other, from scanners that are closed at the end, or before. */
public interface RowSource extends Iterator<ScannedRow>, AutoCloseable {
  @Override
  void close();
}
