package io.rowandb.schema.pattern;

import java.time.Clock;
import java.time.Duration;

/**
 * How indexes are kept. All clients of a table are to have the same.
 *
 * @param clock tells how old an entry is; may differ from the servers' by little against {@code
 *     grace}
 * @param grace how old an entry must be before it may be removed that no record has: longer than a
 *     writer may take from its first call to its record's row, waiting for servers included. Copies
 *     are written into entries that are twice as old, and until then looked up. A writer that takes
 *     longer than the grace may find its entry removed when it writes its record, which is not
 *     found through the index then, and may have a value of a unique index that another has too; or
 *     it may leave copies of what it changed. Verification counts the former as missing and the
 *     latter as outdated, and a repair mends both
 */
public record IndexSettings(Clock clock, Duration grace) {
  /** HBase's client gives up after twenty minutes at the latest. */
  private static final Duration USUAL_GRACE = Duration.ofHours(1);

  /** The system's clock, and an hour. */
  public static IndexSettings usual() {
    return new IndexSettings(Clock.systemUTC(), USUAL_GRACE);
  }

  /** The present, in milliseconds since 1970. */
  long nowMillis() {
    return clock.millis();
  }

  /** Whether the writer of something had ended by a time. */
  boolean isOld(long timeMillis, long nowMillis) {
    return nowMillis - timeMillis >= grace.toMillis();
  }

  /**
   * Whether all had ended that had begun when the writer of something had not. That writer ended
   * within a grace, and they did within another.
   */
  boolean isSettled(long timeMillis, long nowMillis) {
    return nowMillis - timeMillis >= 2 * grace.toMillis();
  }
}
