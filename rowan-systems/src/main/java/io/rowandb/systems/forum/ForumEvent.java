package io.rowandb.systems.forum;

import java.util.Objects;

/** What a load gets: a post, or a comment of one that came before. */
public sealed interface ForumEvent {
  /** A post. */
  record Published(Post post) implements ForumEvent {
    /** Checks the value. */
    public Published {
      Objects.requireNonNull(post, "post");
    }
  }

  /** A comment of a post. */
  record Commented(String post, Comment comment) implements ForumEvent {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when no post can have this id
     */
    public Commented {
      ForumValues.name("post", post);
      Objects.requireNonNull(comment, "comment");
    }
  }
}
