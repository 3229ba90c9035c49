package io.rowandb.gateway;

/** The memory of one request until it is answered. Used by the answering thread. */
interface RequestAccount {
  /**
   * Takes what the request is about to hold.
   *
   * @throws RefusedRequestException when all clients together hold too much
   */
  void take(long bytes) throws RefusedRequestException;

  /** Whether all clients together hold so much that an answer should end as soon as it can. */
  boolean isScarce();

  /** How long the request is, as far as it was read. */
  long requestBytes();

  /** Whether its client has closed the connection; may be asked by all threads. */
  boolean hasLeft();

  /** Gives back what was taken, before the request is answered. */
  void giveBack(long bytes);
}
