package io.rowandb.systems.forum;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What somebody says of a post, or of another comment of it.
 *
 * @param id chosen by who comments, no other comment of the post has it; 1 to 100 bytes of UTF-8
 *     without control characters
 * @param parent the comment that this one replies to, if any
 * @param author as an id may be
 * @param time in whole milliseconds, in a year from 1970 to 9999; any number of comments share one
 * @param text at most {@link #MOST_TEXT_BYTES} of UTF-8
 */
public record Comment(
    String id, Optional<String> parent, String author, Instant time, String text) {
  /** Bytes of the longest text. */
  public static final int MOST_TEXT_BYTES = 1 << 16;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public Comment {
    ForumValues.name("comment", id);
    Objects.requireNonNull(parent, "parent").ifPresent(each -> ForumValues.name("parent", each));
    ForumValues.name("author", author);
    ForumValues.time(time);
    ForumValues.text("text", text, MOST_TEXT_BYTES);
  }
}
