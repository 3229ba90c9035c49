package io.rowandb.systems.calls;

/**
 * Sums of call records. Immutable.
 *
 * @param calls how many sides of calls
 * @param missed how many of them nobody answered
 * @param outgoingSeconds talked in calls that were made
 * @param incomingSeconds talked in calls that were taken
 */
public record Usage(long calls, long missed, long outgoingSeconds, long incomingSeconds) {
  /** Of no record. */
  public static final Usage NONE = new Usage(0, 0, 0, 0);

  /** With one record more. */
  public Usage plus(CallRecord record) {
    int talked = record.answered() ? record.seconds() : 0;
    return new Usage(
        calls + 1,
        missed + (record.answered() ? 0 : 1),
        outgoingSeconds + (record.outgoing() ? talked : 0),
        incomingSeconds + (record.outgoing() ? 0 : talked));
  }

  /** Of both. */
  public Usage plus(Usage other) {
    return new Usage(
        calls + other.calls,
        missed + other.missed,
        outgoingSeconds + other.outgoingSeconds,
        incomingSeconds + other.incomingSeconds);
  }
}
