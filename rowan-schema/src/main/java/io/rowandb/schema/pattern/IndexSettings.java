package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import java.time.Clock;
import java.time.Duration;

/**
 * How indexes are kept. All clients of a table must have the same settings.
 *
 * <p>Guarantees, under the conditions below: a written record is found through every index that is
 * read; a unique value has one owner among the records that have entries; and copies agree with
 * their record. Records from before a unique index have no entries until {@link
 * RecordTable#repairIndex} has built it, and another record may take their values. Conditions: each
 * call is executed at most once, and not after its client was answered or gave up, except in tables
 * with marks (those with unique indexes, copies or details in their own rows), where late calls do
 * no harm. A write takes less than the grace from its first call to its row; it enforces this
 * itself ({@link LateWriteException}), except for the call that writes the row. The differences
 * between the clocks of clients and servers are small compared to the grace, since a client whose
 * clock is minutes ahead writes entries that hide later ones for that long. The clocks that give
 * one record's writes their times do not go back between two of them, as happens when its region
 * moves to a server whose clock is behind: then HBase hides the later write, and the entry of the
 * earlier one may be gone already. In an embedded store a clock that is set back is detected, and
 * costs no entry. Two clients do not write one record in the same millisecond if the first deletes
 * something of it.
 *
 * <p>If the conditions do not hold, a late write (because of its writer, or of a call that the
 * network delayed) may lack an entry, and a late deletion of a row may hide a put that came before
 * it. Verification counts missing entries and outdated copies, and a repair fixes them; it cannot
 * restore what was hidden.
 *
 * <p>Each change of a field leaves a deletion in its index: at once if the same connection wrote
 * the previous value or the table has marks, otherwise after the grace. As in any table, a scan
 * steps over deletions until a major compaction removes them: 50,000 before the first entry cost
 * about as many microseconds in memory, and half of that in a file ({@code ./rowan bench edges}).
 *
 * @param clock determines how old an entry is
 * @param grace the age from which a stale entry may be removed: longer than a writer may take from
 *     its first call to its record's row, including waits for servers. Greater than zero, and at
 *     most a thousand years
 * @param lease how long a program relies on what it saw of the tables' design before it looks
 *     again, with one call to the master for each table. An upgrade waits twice as long for
 *     programs of the former design. Greater than zero; ten seconds are usual
 */
public record IndexSettings(Clock clock, Duration grace, Duration lease) {
  /** HBase's client gives up after twenty minutes at the latest. */
  private static final Duration USUAL_GRACE = Duration.ofHours(1);

  private static final Duration USUAL_LEASE = Duration.ofSeconds(10);

  /** Of which times in milliseconds can still be added up. */
  private static final Duration MAX_GRACE = Duration.ofDays(365_250);

  /** Of which times in nanoseconds can still be added up. */
  private static final Duration MAX_LEASE = Duration.ofDays(36_525);

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException when the grace or the lease is none
   */
  public IndexSettings {
    Given.notNull(clock, "the clock by which the age of entries is told");
    Given.notNull(grace, "the grace of entries");
    if (grace.compareTo(Duration.ZERO) <= 0 || grace.compareTo(MAX_GRACE) > 0) {
      throw new IllegalArgumentException(
          "a grace is more than nothing, and a thousand years at most: " + grace);
    }
    Given.notNull(lease, "the lease of what is known of a design");
    if (lease.compareTo(Duration.ZERO) <= 0 || lease.compareTo(MAX_LEASE) > 0) {
      throw new IllegalArgumentException(
          "a lease is more than nothing, and a hundred years at most: " + lease);
    }
  }

  /** With the usual lease. */
  public IndexSettings(Clock clock, Duration grace) {
    this(clock, grace, USUAL_LEASE);
  }

  /** The same with another lease. */
  public IndexSettings withLease(Duration newLease) {
    return new IndexSettings(clock, grace, newLease);
  }

  /** The system's clock, an hour, and ten seconds. */
  public static IndexSettings usual() {
    return new IndexSettings(Clock.systemUTC(), USUAL_GRACE);
  }

  /** The present, in milliseconds since 1970. */
  long nowMillis() {
    return clock.millis();
  }

  /** Whether a writer that has taken so long must not send its rows any more. */
  boolean isLate(Duration taken) {
    return taken.multipliedBy(2).compareTo(grace) > 0;
  }

  /** Whether the writer of something had ended by a time. */
  boolean isOld(long timeMillis, long nowMillis) {
    return nowMillis - timeMillis >= grace.toMillis();
  }
}
