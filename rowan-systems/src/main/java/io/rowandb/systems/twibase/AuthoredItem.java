package io.rowandb.systems.twibase;

/**
 * A post of a timeline with its author.
 *
 * @param item the post; its nickname is a copy, which may be that of before
 * @param author as the author's own row says now
 */
public record AuthoredItem(TimelineItem item, TwitAuthor author) {
  /** The post with the nickname of now. */
  public TimelineItem now() {
    return new TimelineItem(item.id(), author.nickname(), item.text());
  }
}
