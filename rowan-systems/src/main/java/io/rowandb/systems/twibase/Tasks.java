package io.rowandb.systems.twibase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Does what users have begun. Each task can be done by anybody, twice, and by several at once. Used
 * by any number of threads.
 */
final class Tasks {
  // Fixed at construction.
  private final TwiTables tables;
  private final Following following;

  Tasks(TwiTables tables, Following following) {
    this.tables = tables;
    this.following = following;
  }

  /** Tells a task apart from all others of its user. */
  static long newId() {
    return ThreadLocalRandom.current().nextLong();
  }

  void run(String user, Task task) throws IOException {
    TwitId post = new TwitId(user, task.time(), task.number());
    switch (task.kind()) {
      case POST -> {
        tables
            .twits()
            .putIfAbsent(
                new Twit(user, task.time(), task.number(), task.text(), /* deleted= */ false));
        following.push(post); // behind the post, see Following
      }
      case DELETE ->
          tables.twits().update(Twit::withoutText, post.author(), post.time(), post.number());
      default -> following.copyNickname(user);
    }
    tables.users().update(there -> there.without(task), user);
  }

  /** Does what dead programs have left. */
  int resume() throws IOException {
    int done = 0;
    try (Stream<TwiUser> users = tables.users().all().allowFullScan().stream()) {
      for (Iterator<TwiUser> each = users.iterator(); each.hasNext(); ) {
        TwiUser user = each.next();
        for (Task task : user.tasks()) {
          run(user.name(), task);
          done++;
        }
      }
    } catch (UncheckedIOException e) {
      throw new IOException("the users could not be read", e);
    }
    return done;
  }
}
