package io.rowandb.cli.source;

import java.io.Closeable;
import java.io.IOException;

/** Lines of text in a fixed order, read once. One thread. */
public interface LineSource extends Closeable {
  /**
   * The next line without its end, or null after the last.
   *
   * @throws SourceException if the source cannot be read or is damaged from here on
   */
  String nextLine() throws IOException;

  /** About how much of the source was read, 0 to 1. */
  double fraction();
}
