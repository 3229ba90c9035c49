package io.rowandb.systems.twibase;

import java.time.Instant;

/**
 * Who wrote a post, as the author's own row says now.
 *
 * @param name unique
 * @param nickname now, also while copies of an earlier one are still being changed
 * @param joined when
 * @param posts how many there are
 */
public record TwitAuthor(String name, String nickname, Instant joined, long posts) {
  static TwitAuthor of(TwiUser user) {
    return new TwitAuthor(
        user.name(), user.nickname(), user.joined(), user.posted() - user.deleted());
  }
}
