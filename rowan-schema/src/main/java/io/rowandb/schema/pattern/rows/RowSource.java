package io.rowandb.schema.pattern.rows;

import java.util.Iterator;

/** A sequence of rows from scanners that are closed at the end, or earlier. */
public interface RowSource extends Iterator<ScannedRow>, AutoCloseable {
  @Override
  void close();
}
