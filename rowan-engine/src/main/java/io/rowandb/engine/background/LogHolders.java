package io.rowandb.engine.background;

import io.rowandb.engine.io.FailureLog;
import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.StoredRegion;
import io.rowandb.engine.region.WriteGate;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Regions whose flushes fail and thereby hold the log. The log is released by whole segments, so
 * the unflushed data of one region keeps segments with entries of all others.
 *
 * <ol>
 *   <li>Once the log is longer than its limit, each tick reports which region holds it, since which
 *       sequence id, and why its flush fails.
 *   <li>At {@value #REFUSING_FACTOR} times the limit the region accepts no more writes until a
 *       flush of it succeeds. Other regions are not stopped: from then on the log grows only by
 *       their writes, bounded only by the disk.
 * </ol>
 *
 * Safe for many threads; a write costs one volatile read as long as no region is refused.
 */
final class LogHolders implements WriteGate {
  /** A region may still be flushed by a try that comes with the limit; after that it is broken. */
  static final int REFUSING_FACTOR = 2;

  // Fixed at construction.
  private final WriteGate limits;
  private final long maxLogBytes;
  private final FailedFlushes failed;

  /** What to say to writers, by region; replaced as one. */
  private volatile Map<StoredRegion, String> refused = Map.of();

  /**
   * @param limits asked when none of its regions is refused
   * @param maxLogBytes beyond which regions are flushed to shorten the log
   * @param failed the regions whose last flush failed
   */
  LogHolders(WriteGate limits, long maxLogBytes, FailedFlushes failed) {
    this.limits = limits;
    this.maxLogBytes = maxLogBytes;
    this.failed = failed;
  }

  /** A flush succeeded: the region takes writes again. */
  void flushed(StoredRegion region) {
    if (refused.containsKey(region)) {
      Map<StoredRegion, String> rest = new HashMap<>(refused);
      rest.remove(region);
      refused = Map.copyOf(rest);
    }
  }

  /** Looks which of them hold the log, and tells. */
  void look(long logBytes, long oldestSequence, Collection<StoredRegion> present) {
    failed.retain(present); // tables may have been dropped
    Map<StoredRegion, String> now = new HashMap<>();
    if (logBytes > maxLogBytes) {
      failed.forEach(
          (region, cause) -> {
            if (region.oldestUnflushed() <= oldestSequence) {
              String why = describe(region, cause, logBytes);
              FailureLog.error(LogHolders.class, why, cause);
              now.put(region, why);
            }
          });
    }
    refused = logBytes / REFUSING_FACTOR > maxLogBytes ? Map.copyOf(now) : Map.of();
  }

  private String describe(StoredRegion region, Throwable cause, long logBytes) {
    return "Table "
        + region.info().table()
        + " keeps the log of all tables at "
        + logBytes
        + " bytes, which is more than its limit of "
        + maxLogBytes
        + ": the flush of region "
        + region.info().encodedName()
        + " has failed since sequence id "
        + region.oldestUnflushed()
        + ", the last time with "
        + cause
        + ". From "
        + REFUSING_FACTOR
        + " times the limit on the region takes no writes until its flush succeeds";
  }

  @Override
  public void admit(StoredRegion region) throws IOException {
    Map<StoredRegion, String> present = refused;
    String why = present.isEmpty() ? null : present.get(region);
    if (why != null) {
      throw new RefusedException(
          RefusedException.Reason.REGION_TOO_BUSY, why, failed.cause(region));
    }
    limits.admit(region);
  }

  @Override
  public void resized(long bytes, long activeBytes) {
    limits.resized(bytes, activeBytes);
  }

  @Override
  public void written(StoredRegion region) {
    limits.written(region);
  }
}
