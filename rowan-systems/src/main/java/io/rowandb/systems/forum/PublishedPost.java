package io.rowandb.systems.forum;

/**
 * A post as it is now.
 *
 * @param post what was published
 * @param layout how its comments are stored
 * @param comments how many it has, replies among them, removed ones not
 */
public record PublishedPost(Post post, CommentLayout layout, long comments) {}
