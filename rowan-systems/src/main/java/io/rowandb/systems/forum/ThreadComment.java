package io.rowandb.systems.forum;

/**
 * A comment where it stands in its thread.
 *
 * @param comment when it was removed, its author and its text are {@code -}
 * @param depth 0 for a comment of the post, 1 for a reply to one, and so on
 * @param isRemoved whether only its place is left, for the sake of its replies
 */
public record ThreadComment(Comment comment, int depth, boolean isRemoved) {}
