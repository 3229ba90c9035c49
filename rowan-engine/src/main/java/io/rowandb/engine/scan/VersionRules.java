package io.rowandb.engine.scan;

/**
 * A family's rules for which cells live; HBase's attributes of the same names.
 *
 * @param maxVersions VERSIONS, at least 1
 * @param minVersions MIN_VERSIONS: newest versions that the family's TTL does not remove
 * @param ttlMillis TTL in milliseconds; {@link #FOREVER} for none
 * @param keepDeletedCells KEEP_DELETED_CELLS
 * @param newVersionBehavior NEW_VERSION_BEHAVIOR: sequence ids, not timestamps, decide what a
 *     delete marker masks
 * @param markersStayMillis hbase.hstore.time.to.purge.deletes: the age from which a major
 *     compaction drops a delete marker; 0 for any age
 */
public record VersionRules(
    int maxVersions,
    int minVersions,
    long ttlMillis,
    KeepDeletedCells keepDeletedCells,
    boolean newVersionBehavior,
    long markersStayMillis) {

  /** No TTL. */
  public static final long FOREVER = Long.MAX_VALUE;

  /** HBase's three values of KEEP_DELETED_CELLS. */
  public enum KeepDeletedCells {
    /** Masked cells go at the next major compaction. */
    FALSE,
    /** Masked cells stay until versions or TTL remove them. */
    TRUE,
    /** Masked cells and markers stay until the TTL removes them. */
    TTL
  }

  /** Checks the numbers. */
  public VersionRules {
    if (maxVersions < 1) {
      throw new IllegalArgumentException("VERSIONS must be at least 1: " + maxVersions);
    }
    if (minVersions < 0 || minVersions > maxVersions) {
      throw new IllegalArgumentException(
          "MIN_VERSIONS must be between 0 and VERSIONS " + maxVersions + ": " + minVersions);
    }
    if (ttlMillis <= 0) {
      throw new IllegalArgumentException("TTL must be positive: " + ttlMillis + " ms");
    }
    if (markersStayMillis < 0) {
      throw new IllegalArgumentException(
          "the time that markers stay is not negative: " + markersStayMillis + " ms");
    }
  }

  /** Whether a major compaction drops every delete marker, and all that it masks. */
  public boolean dropsMarkers() {
    return keepDeletedCells == KeepDeletedCells.FALSE
        && !newVersionBehavior
        && markersStayMillis == 0;
  }

  /** Whether a delete marker is not old enough to be dropped, though nothing else needs it. */
  boolean keepsMarker(long timestamp, long nowMillis) {
    return markersStayMillis > 0 && timestamp >= nowMillis - markersStayMillis;
  }

  /**
   * The least timestamp that the TTL has not passed; {@code Long.MIN_VALUE} where there is none.
   */
  public long oldestLiving(long nowMillis) {
    return ttlMillis == FOREVER ? Long.MIN_VALUE : nowMillis - ttlMillis;
  }

  /** The same, but {@code Long.MIN_VALUE} also where MIN_VERSIONS may keep what is older. */
  public long oldestKept(long nowMillis) {
    return minVersions > 0 ? Long.MIN_VALUE : oldestLiving(nowMillis);
  }
}
