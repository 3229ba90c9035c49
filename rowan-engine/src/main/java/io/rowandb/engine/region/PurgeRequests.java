package io.rowandb.engine.region;

/** Takes requests to rid a family of what deletions hide, since reads step over much of it. */
@FunctionalInterface
public interface PurgeRequests {
  /** Nobody does it. */
  PurgeRequests NONE = (region, family) -> {};

  /**
   * Queues a look at a family, or looks at once. Called by readers, which hold neither a lock nor a
   * view.
   */
  void request(StoredRegion region, String family);
}
