package io.rowandb.systems.messages;

/**
 * What came out for one design.
 *
 * @param name short, such as "two puts"
 * @param idea the design in one line
 * @param messages how many were sent
 * @param callsOfSend how many calls to the servers one takes, on average
 * @param callsOfRead how many calls it takes to note that a message was read, on average
 * @param rows of all its tables
 * @param bytes of all their cells, with their keys, before any compression
 * @param busiestShare the part of the newest writes of sends that the busiest region took, as
 *     {@link io.rowandb.systems.measure.WriteSpread} counts it
 * @param deaths how many senders died in the middle of a message
 * @param parted how many of these messages were in some boxes and not in all
 * @param partedForGood how many still were behind a repair, if the design has one
 * @param users of how many users the unread count was asked
 * @param wrongCounts how many of these were wrong, behind repeated and late calls
 * @param inbox a page of an inbox
 * @param sent a page of what a user sent
 * @param unread an unread count
 */
public record MessageOutcome(
    String name,
    String idea,
    long messages,
    double callsOfSend,
    double callsOfRead,
    long rows,
    long bytes,
    double busiestShare,
    int deaths,
    int parted,
    int partedForGood,
    int users,
    int wrongCounts,
    Cost inbox,
    Cost sent,
    Cost unread) {
  /**
   * What a question takes, on average.
   *
   * @param calls to the servers
   * @param rows that they give
   * @param bytes of their cells, with their keys
   */
  public record Cost(double calls, double rows, double bytes) {}
}
