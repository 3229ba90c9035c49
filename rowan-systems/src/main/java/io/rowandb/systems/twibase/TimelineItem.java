package io.rowandb.systems.twibase;

/**
 * A post as it is shown to a follower.
 *
 * @param id which post it is
 * @param nickname of its author
 * @param text of the post
 */
public record TimelineItem(TwitId id, String nickname, String text) {}
