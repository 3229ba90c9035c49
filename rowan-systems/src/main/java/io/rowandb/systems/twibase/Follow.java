package io.rowandb.systems.twibase;

import java.time.Instant;

/**
 * One follow, as both of its rows store it.
 *
 * @param since posts from then on are in the follower's timeline
 * @param delivery how they come there
 * @param round tells apart the times that it became {@link Delivery#BOTH}
 * @param nickname copy of the followed user's nickname, version {@code renamed}
 * @param renamed how often the followed one had changed it
 * @param followerNickname copy of the follower's nickname
 * @param followerRenamed how often the follower had changed it
 */
record Follow(
    Instant since,
    Delivery delivery,
    long round,
    String nickname,
    long renamed,
    String followerNickname,
    long followerRenamed) {
  /** With another delivery; one that becomes BOTH begins a round. */
  Follow delivered(Delivery other) {
    long next = other == Delivery.BOTH ? Tasks.newId() : round;
    return new Follow(since, other, next, nickname, renamed, followerNickname, followerRenamed);
  }

  /** With a nickname of who is followed, unless it has a later one. */
  Follow ofFollowed(TwiUser user) {
    return user.renamed() <= renamed
        ? this
        : new Follow(
            since,
            delivery,
            round,
            user.nickname(),
            user.renamed(),
            followerNickname,
            followerRenamed);
  }

  /** With a nickname of who follows, unless it has a later one. */
  Follow ofFollower(TwiUser user) {
    return user.renamed() <= followerRenamed
        ? this
        : new Follow(since, delivery, round, nickname, renamed, user.nickname(), user.renamed());
  }
}
