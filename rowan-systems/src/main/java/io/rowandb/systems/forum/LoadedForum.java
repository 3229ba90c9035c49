package io.rowandb.systems.forum;

import java.util.List;

/**
 * What a load took.
 *
 * @param records posts and comments that are there now
 * @param passedOver comments on posts that are not there
 * @param places of the first of those, {@link #MOST_PLACES} at most
 */
public record LoadedForum(long records, long passedOver, List<String> places) {
  /** Enough to find what is wrong with a file. */
  public static final int MOST_PLACES = 5;

  /** Copies the list. */
  public LoadedForum {
    places = List.copyOf(places);
  }
}
