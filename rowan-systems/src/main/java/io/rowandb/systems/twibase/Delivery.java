package io.rowandb.systems.twibase;

/** How an author's posts come into a follower's timeline. */
public enum Delivery {
  /** The author writes each into the follower's stream. */
  PUSH,
  /** As PUSH from now on; earlier ones are not all in the stream, so the follower reads too. */
  BOTH,
  /** The follower reads the author's posts. */
  PULL;

  /** Whether a reader has to look at the author's posts. */
  boolean isRead() {
    return this != PUSH;
  }

  /** Whether an author has to write into the follower's stream. */
  boolean isWritten() {
    return this != PULL;
  }
}
