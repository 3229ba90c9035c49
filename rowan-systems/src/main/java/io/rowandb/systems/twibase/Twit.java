package io.rowandb.systems.twibase;

import java.time.Instant;

/**
 * A post. Its author and its number say which it is.
 *
 * @param author the user's name
 * @param time when it was made, in whole milliseconds, by the clock of who called
 * @param number its number among the author's posts, from 1
 * @param text empty when it is deleted
 * @param deleted whether it is; its row stays, so that nothing that is executed late brings it back
 */
public record Twit(String author, Instant time, long number, String text, boolean deleted) {
  Twit withoutText() {
    return new Twit(author, time, number, "", /* deleted= */ true);
  }

  /** Which post it is. */
  public TwitId id() {
    return new TwitId(author, time, number);
  }
}
