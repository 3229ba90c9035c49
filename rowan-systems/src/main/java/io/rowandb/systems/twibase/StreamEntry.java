package io.rowandb.systems.twibase;

import java.time.Instant;

/**
 * A post that was pushed to a reader: it names the post, and says nothing that could change.
 *
 * @param reader whose stream it is in
 * @param time when the post was made
 * @param number its number among the author's posts
 * @param author who made it
 */
record StreamEntry(String reader, Instant time, long number, String author) {
  TwitId id() {
    return new TwitId(author, time, number);
  }
}
