package io.rowandb.engine.region;

import java.io.IOException;

/** Keeps memstores within their limits. A region asks it before a write and tells it after. */
public interface WriteGate {
  /**
   * Returns when there is room for a write.
   *
   * @throws RefusedException REGION_TOO_BUSY when there was none in time
   */
  void admit(Region region) throws IOException;

  /** The memstores of a region grew, or shrank, by so many heap bytes. Never blocks. */
  void resized(Region region, long bytes);

  /** A write is done and holds no lock any more: the time for work in the writer's own thread. */
  void written(Region region) throws IOException;
}
