package io.rowandb.schema.pattern;

import java.time.Clock;
import java.time.Duration;

/**
 * How indexes are kept.
 *
 * @param clock tells how old an entry is; may differ from the servers' by little against {@code
 *     grace}
 * @param grace how old an entry must be before it may be removed that no record has: longer than a
 *     writer may take between an entry and its record, waiting for servers included. A writer that
 *     takes longer may find its entry removed when it writes its record, which is not found through
 *     the index then, and may have a value of a unique index that another has too; verification
 *     counts it as missing, and a repair adds it
 */
public record IndexSettings(Clock clock, Duration grace) {
  /** HBase's client gives up after twenty minutes at the latest. */
  private static final Duration USUAL_GRACE = Duration.ofHours(1);

  /** The system's clock, and an hour. */
  public static IndexSettings usual() {
    return new IndexSettings(Clock.systemUTC(), USUAL_GRACE);
  }
}
