package io.rowandb.systems.twibase;

import java.time.Instant;

/**
 * What a user has begun and not ended. It is written in one step with what it follows from, and is
 * taken back when all is done; until then anybody can do it, as often as they like.
 *
 * @param id tells it apart from the same user's others
 * @param kind what is to be done
 * @param time of the post
 * @param number of the post
 * @param text of a new post
 */
record Task(long id, Kind kind, Instant time, long number, String text) {
  /** What is to be done. */
  enum Kind {
    /** Write the post, and push it to followers. */
    POST,
    /** Take its text away. */
    DELETE,
    /** Bring the new nickname to all copies. */
    RENAME
  }
}
