package io.rowandb.systems.forum;

import io.rowandb.systems.forum.ForumEvent.Commented;
import io.rowandb.systems.forum.ForumEvent.Published;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Takes events one by one, and writes the comments of a post together. Used by one thread. */
final class ForumLoad {
  /** Comments that wait: their texts are 32 MB at most. */
  private static final int MOST_WAITING = 500;

  private final Forum forum;
  private final CommentLayout layout;
  private final Map<String, List<PlacedEvent>> waiting = new LinkedHashMap<>();
  private final List<String> places = new ArrayList<>();
  private int count;
  private long passedOver;

  ForumLoad(Forum forum, CommentLayout layout) {
    this.forum = forum;
    this.layout = layout;
  }

  LoadedForum load(Stream<PlacedEvent> events) throws IOException {
    long loaded = 0;
    try (events) {
      for (Iterator<PlacedEvent> each = events.iterator(); each.hasNext(); loaded++) {
        take(each.next());
      }
      write();
    }
    return new LoadedForum(loaded - passedOver, passedOver, places);
  }

  private void take(PlacedEvent placed) throws IOException {
    if (placed.event() instanceof Published published) {
      try {
        forum.publish(published.post(), layout);
      } catch (IllegalArgumentException e) {
        throw placed.wrong(e);
      }
    } else if (placed.event() instanceof Commented commented) {
      waiting.computeIfAbsent(commented.post(), post -> new ArrayList<>()).add(placed);
      count++;
      if (count == MOST_WAITING) {
        write();
      }
    }
  }

  private void write() throws IOException {
    for (Map.Entry<String, List<PlacedEvent>> each : waiting.entrySet()) {
      write(each.getKey(), each.getValue());
    }
    waiting.clear();
    count = 0;
  }

  private static Comment comment(PlacedEvent placed) {
    return ((Commented) placed.event()).comment();
  }

  private void write(String post, List<PlacedEvent> comments) throws IOException {
    try {
      forum.commentAll(post, comments.stream().map(ForumLoad::comment).toList());
    } catch (IllegalArgumentException e) {
      for (PlacedEvent each : comments) { // once more, to find which of them is refused
        writeAlone(post, each);
      }
    }
  }

  private void writeAlone(String post, PlacedEvent placed) throws IOException {
    try {
      forum.comment(post, comment(placed));
    } catch (IllegalArgumentException e) {
      if (!placed.isOptional() || forum.count(post).isPresent()) {
        throw placed.wrong(e);
      }
      passedOver++;
      if (places.size() < LoadedForum.MOST_PLACES) {
        places.add(placed.place());
      }
    }
  }
}
