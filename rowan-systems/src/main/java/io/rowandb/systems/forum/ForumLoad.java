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
  private final Map<String, List<Comment>> waiting = new LinkedHashMap<>();
  private int count;

  ForumLoad(Forum forum, CommentLayout layout) {
    this.forum = forum;
    this.layout = layout;
  }

  long load(Stream<ForumEvent> events) throws IOException {
    long loaded = 0;
    try (events) {
      for (Iterator<ForumEvent> each = events.iterator(); each.hasNext(); loaded++) {
        ForumEvent event = each.next();
        if (event instanceof Published published) {
          forum.publish(published.post(), layout);
        } else if (event instanceof Commented commented) {
          waiting
              .computeIfAbsent(commented.post(), post -> new ArrayList<>())
              .add(commented.comment());
          count++;
          if (count == MOST_WAITING) {
            write();
          }
        }
      }
      write();
    }
    return loaded;
  }

  private void write() throws IOException {
    for (Map.Entry<String, List<Comment>> each : waiting.entrySet()) {
      forum.commentAll(each.getKey(), each.getValue());
    }
    waiting.clear();
    count = 0;
  }
}
