package io.rowandb.systems.forum;

import java.util.Objects;

/**
 * An event of a load, and where it comes from.
 *
 * @param event a post or a comment
 * @param place for errors, such as {@code posts.jsonl, line 7}; empty when nobody could find it
 * @param isOptional whether it is passed over when it is a comment on a post that is not there
 */
public record PlacedEvent(ForumEvent event, String place, boolean isOptional) {
  /** Checks the values. */
  public PlacedEvent {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(place, "place");
  }

  /** One that must be taken. */
  public static PlacedEvent of(ForumEvent event, String place) {
    return new PlacedEvent(event, place, false);
  }

  /** What was refused, where it stands. */
  IllegalArgumentException wrong(IllegalArgumentException why) {
    return place.isEmpty()
        ? why
        : new IllegalArgumentException(place + ": " + why.getMessage(), why);
  }
}
