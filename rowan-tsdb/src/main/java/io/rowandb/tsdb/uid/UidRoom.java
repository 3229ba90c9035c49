package io.rowandb.tsdb.uid;

/**
 * How many UIDs of a kind are left.
 *
 * @param kind which
 * @param used how many numbers were taken, lost ones among them
 * @param max how many there are; UID 0 is never assigned
 */
public record UidRoom(UidKind kind, long used, long max) {
  /** From here on, of a hundred, {@link Uids} warns. */
  static final int WARN_PERCENT = 90;

  /** How many of a hundred are used, rounded down. */
  public int percentUsed() {
    return (int) (100.0 * used / max);
  }

  /** Whether it is time for wider UIDs, which only new tables can have. */
  public boolean isNearlyFull() {
    return percentUsed() >= WARN_PERCENT;
  }

  /** Whether the number brings it to a percentage that is warned of, once each. */
  boolean beginsWarning() {
    return isNearlyFull() && new UidRoom(kind, used - 1, max).percentUsed() != percentUsed();
  }
}
