package io.rowandb.systems.forum;

import java.time.Instant;
import java.util.List;

/**
 * What somebody publishes: an entry of a blog, a question.
 *
 * @param id chosen by who publishes, 1 to 100 bytes of UTF-8 without control characters
 * @param author as an id may be
 * @param time in whole milliseconds, in a year from 1970 to 9999
 * @param title at most 1,000 bytes of UTF-8
 * @param text at most {@link #MOST_TEXT_BYTES} of UTF-8; HTML is text as any other
 * @param tags at most {@link #MOST_TAGS}, each as an id may be
 */
public record Post(
    String id, String author, Instant time, String title, String text, List<String> tags) {
  /** Bytes of the longest text. */
  public static final int MOST_TEXT_BYTES = 1 << 20;

  /** Tags of a post. */
  public static final int MOST_TAGS = 50;

  private static final int MOST_TITLE_BYTES = 1_000;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public Post {
    ForumValues.name("post", id);
    ForumValues.name("author", author);
    ForumValues.time(time);
    ForumValues.text("title", title, MOST_TITLE_BYTES);
    ForumValues.text("text", text, MOST_TEXT_BYTES);
    tags = List.copyOf(tags);
    if (tags.size() > MOST_TAGS) {
      throw new IllegalArgumentException(
          "post " + id + " has " + tags.size() + " tags, more than " + MOST_TAGS);
    }
    tags.forEach(tag -> ForumValues.name("tag", tag));
  }
}
