package io.rowandb.tsdb.store;

import java.io.IOException;

/** Takes points as they are read. Used by one thread. */
@FunctionalInterface
public interface PointTaker {
  /** One of them. */
  void take(DataPoint point) throws IOException;

  /**
   * After the last point of each row, and before the row is removed if it is.
   *
   * @throws IOException when what was taken is lost: the row stays, and the scan ends
   */
  default void endRow() throws IOException {}
}
