package io.rowandb.schema.pattern;

import java.util.Iterator;

/** Records one after the other, from scanners that are closed at the end, or before. */
interface FoundIterator<R> extends Iterator<Found<R>>, AutoCloseable {
  @Override
  void close();
}
