package io.rowandb.engine.wal;

/**
 * The minimum extent of a log, as noted outside of it: its segments from the first that may hold
 * entries not yet in a file, to the last that was begun. Without it, a log that has lost its first
 * or last segments, or that is an older copy of itself, could not be distinguished from a complete
 * one.
 *
 * <p>A segment is noted before anything is written into it. So if a segment with entries is newer
 * than the last one noted, either it does not belong to this log, or the note is older than the
 * log.
 *
 * @param firstSegment the number of the first segment that is still needed
 * @param lastSegment the number of the last one begun; {@code firstSegment - 1} when none is needed
 * @param lastBytes this many bytes of the last one were on disk; 0 when none is needed
 * @param lastIdentity the identity of the last one, {@link WalFormat}; 0 if it is unknown or none
 *     is needed
 */
public record WalExtent(long firstSegment, long lastSegment, long lastBytes, long lastIdentity) {
  /** For a log without notes: all existing segments count. */
  public static final WalExtent UNKNOWN = new WalExtent(0, -1, 0, 0);

  /** Far from the last number that fits the name of a segment, so that counting goes on. */
  static final long MAX_SEGMENT = 100_000_000_000L;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one of them cannot be
   */
  public WalExtent {
    boolean unknown = firstSegment == 0 && lastSegment == -1;
    boolean numbers =
        (firstSegment >= 1 || unknown)
            && lastSegment >= firstSegment - 1
            && lastSegment <= MAX_SEGMENT;
    boolean bytes =
        lastSegment < firstSegment
            ? lastBytes == 0 && lastIdentity == 0
            : lastBytes >= WalFormat.FIRST_START_BYTES
                && lastBytes <= WalOptions.MAX_SEGMENT_BYTES * 2;
    if (!numbers || !bytes) {
      throw new IllegalArgumentException(
          "a log of the segments "
              + firstSegment
              + " to "
              + lastSegment
              + ", the last of "
              + lastBytes
              + " bytes, cannot be");
    }
  }

  /** Of a log with these segments, or with none that is needed. */
  static WalExtent of(long firstSegment, long lastSegment, long lastBytes, long lastIdentity) {
    return lastSegment < firstSegment
        ? none(firstSegment)
        : new WalExtent(firstSegment, lastSegment, lastBytes, lastIdentity);
  }

  /** Of a log with no segment that is needed before the one to come. */
  public static WalExtent none(long firstSegment) {
    return new WalExtent(firstSegment, firstSegment - 1, 0, 0);
  }

  /** Whether anything was noted of the log. */
  public boolean isNoted() {
    return firstSegment >= 1;
  }

  /** Whether a segment had not begun when this was noted. */
  public boolean isAfter(long segment) {
    return isNoted() && segment > lastSegment;
  }

  /** Whether any segment is needed. */
  boolean needsAny() {
    return lastSegment >= firstSegment;
  }

  /** Whether a segment is older than those that are needed. */
  boolean isBefore(long segment) {
    return segment < firstSegment;
  }

  /** Up to where a segment was on disk; 0 when that is not known. */
  long bytesOf(long segment) {
    return needsAny() && segment == lastSegment ? lastBytes : 0;
  }

  /** The identity of a segment; 0 when that is not known. */
  long identityOf(long segment) {
    return needsAny() && segment == lastSegment ? lastIdentity : 0;
  }

  @Override
  public String toString() {
    if (!isNoted()) {
      return "what nobody noted";
    }
    return needsAny()
        ? "segments "
            + firstSegment
            + " to "
            + lastSegment
            + ", of the last "
            + lastBytes
            + " bytes"
        : "no segment before " + firstSegment;
  }
}
