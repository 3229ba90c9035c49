package io.rowandb.systems.forum;

import java.time.Instant;

/**
 * A row of a list of posts. It counts only if the post's row has this life, author and time.
 *
 * @param list empty for all posts, otherwise the author
 * @param time of the post, the newest first
 * @param life which publication of the id it is
 */
record ListedPost(String list, Instant time, String post, int life) {}
