package io.rowandb.engine.region;

/** Takes requests to look whether a store is to be rid of what deletions hide. */
@FunctionalInterface
public interface PurgeRequests {
  /** Nobody looks. */
  PurgeRequests NONE = (region, look) -> look.end();

  /**
   * Queues a look at a store of a region, or looks at once, and ends it. Called by readers, which
   * hold no lock and no view of the region. Does not fail.
   */
  void request(StoredRegion region, PurgeLook look);
}
