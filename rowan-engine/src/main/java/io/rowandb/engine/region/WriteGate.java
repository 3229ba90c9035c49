package io.rowandb.engine.region;

import java.io.IOException;

/** Keeps memstores within their limits. A region calls it before and after a write. */
public interface WriteGate {
  /** No limits. */
  WriteGate OPEN =
      new WriteGate() {
        @Override
        public void admit(StoredRegion region) {}

        @Override
        public void resized(long bytes, long activeBytes) {}

        @Override
        public void written(StoredRegion region) {}
      };

  /**
   * Returns when there is room for a write.
   *
   * @throws RefusedException REGION_TOO_BUSY when there was none in time
   */
  void admit(StoredRegion region) throws IOException;

  /**
   * The memstores of a region grew, or shrank. Never blocks.
   *
   * @param bytes heap bytes of all of them
   * @param activeBytes heap bytes of those that are not on their way into files
   */
  void resized(long bytes, long activeBytes);

  /** A write is done and holds no lock any more: the time for work in the writer's own thread. */
  void written(StoredRegion region);
}
