package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import java.time.Clock;
import java.time.Duration;

/**
 * How indexes are kept. All clients of a table are to have the same.
 *
 * <p>What holds under these conditions: a record that was written is found through each index that
 * is read, a unique value has one owner among the records that have entries, and copies are what
 * their record has. Records from before a unique index have none until {@link
 * RecordTable#repairIndex} has built it, and another record may take their values. The conditions:
 * each call is executed at most once, and not after its client was answered or gave up, but for
 * tables with unique indexes or details in rows of their own, where late calls do no harm; a write
 * takes less than the grace from its first call to its row, which it makes sure of itself ({@link
 * LateWriteException}), but for the call that writes the row; the clocks of clients and servers
 * differ by little against the grace, since a client whose clock is ahead by minutes writes entries
 * and copies that hide later ones for as long. The clocks that give one record's writes their times
 * do not go back between two of them, as they do when its region moves to a server that is behind:
 * then HBase hides the later write, and the entry of the earlier may be gone already. Of an
 * embedded store a clock that is set back is noticed, and takes no entry. Two clients do not write
 * one record in the same millisecond when the first deletes something of it.
 *
 * <p>What does not hold otherwise: a write that is late, by its writer or by a call that the
 * network held back, may lack an entry or leave outdated copies, and a late deletion of a row may
 * hide a put that came before it. Verification counts missing entries and outdated copies, and a
 * repair mends them; it cannot bring back what was hidden.
 *
 * <p>A field that changes often leaves a deletion in its index with each change: at once when the
 * connection wrote the value before, after the grace otherwise. As in any table, a scan steps over
 * deletions until a major compaction takes them: 50,000 before the first entry cost about as many
 * microseconds in memory, and half of that in a file ({@code ./rowan bench edges}).
 *
 * @param clock tells how old an entry is
 * @param grace how old an entry must be before it may be removed that no record has: longer than a
 *     writer may take from its first call to its record's row, waiting for servers included. Copies
 *     are written into entries that are twice as old, and until then looked up. More than nothing,
 *     and a thousand years at most
 */
public record IndexSettings(Clock clock, Duration grace) {
  /** HBase's client gives up after twenty minutes at the latest. */
  private static final Duration USUAL_GRACE = Duration.ofHours(1);

  /** Of which times in milliseconds can still be added up. */
  private static final Duration MAX_GRACE = Duration.ofDays(365_250);

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException when the grace is none
   */
  public IndexSettings {
    Given.notNull(clock, "the clock by which the age of entries is told");
    Given.notNull(grace, "the grace of entries");
    if (grace.compareTo(Duration.ZERO) <= 0 || grace.compareTo(MAX_GRACE) > 0) {
      throw new IllegalArgumentException(
          "a grace is more than nothing, and a thousand years at most: " + grace);
    }
  }

  /** The system's clock, and an hour. */
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
