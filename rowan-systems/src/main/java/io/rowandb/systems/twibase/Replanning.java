package io.rowandb.systems.twibase;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Asks the plan again how posts are to come to those who follow already. Used by one thread. */
final class Replanning {
  private static final int BATCH = 500;

  // Fixed at construction.
  private final TwiTables tables;
  private final Following following;
  private final DeliveryPlan plan;
  private final InstantSource clock;

  Replanning(TwiTables tables, Following following, DeliveryPlan plan, InstantSource clock) {
    this.tables = tables;
    this.following = following;
    this.plan = plan;
    this.clock = clock;
  }

  /** For how many of those whom a reader follows it is another way now. */
  int replan(String reader) throws IOException {
    Optional<TwiUser> user = tables.users().get(reader);
    return user.isEmpty() ? 0 : replan(user.get());
  }

  private int replan(TwiUser reader) throws IOException {
    int changed = 0;
    String after = null;
    while (true) {
      List<FollowedPair> some = pairs(reader, after, BATCH);
      for (FollowedPair each : some) {
        if (each.delivery() != each.planned() && isWorthIt(reader.name(), each)) {
          following.deliver(reader.name(), each.author(), each.planned());
          changed++;
        }
      }
      if (some.size() < BATCH) {
        return changed;
      }
      after = some.get(some.size() - 1).author();
    }
  }

  /** Not if a stream would begin with more copies than the plan wants. */
  private boolean isWorthIt(String reader, FollowedPair pair) throws IOException {
    return pair.delivery() != Delivery.PULL
        || !following.hasMorePosts(reader, pair.author(), plan.mostCopied());
  }

  /**
   * Replans for all readers by name.
   *
   * @param after the name behind which they begin; null for the first one
   * @param stop asked before each: whether to end
   */
  TwiBase.Replanned replanAll(String after, BooleanSupplier stop) throws IOException {
    long readers = 0;
    long pairs = 0;
    String last = after;
    while (true) {
      List<TwiUser> some = users(last);
      for (TwiUser each : some) {
        if (stop.getAsBoolean()) {
          return new TwiBase.Replanned(readers, pairs, Optional.ofNullable(last), true);
        }
        pairs += replan(each);
        readers++;
        last = each.name();
      }
      if (some.size() < BATCH) {
        return new TwiBase.Replanned(readers, pairs, Optional.ofNullable(last), false);
      }
    }
  }

  private List<TwiUser> users(String after) throws IOException {
    // Behind a name comes first what is longer by the smallest letter of names.
    return (after == null
            ? tables.users().all().allowFullScan()
            : tables.users().all().from(TwiUser::name, after + "\0"))
        .limit(BATCH)
        .list();
  }

  /** Some of those whom a reader follows, by name, with how their posts come and would come. */
  List<FollowedPair> pairs(TwiUser reader, String after, int most) throws IOException {
    List<Map.Entry<String, Follow>> follows =
        tables.follows().sources().list(reader.name(), after, most);
    Map<String, TwiUser> authors = authors(follows.stream().map(Map.Entry::getKey).toList());
    Instant now = clock.instant();
    List<FollowedPair> pairs = new ArrayList<>();
    for (Map.Entry<String, Follow> each : follows) {
      Habits author = authors.get(each.getKey()).habits(now);
      pairs.add(
          new FollowedPair(
              author.name(),
              author.posts(),
              each.getValue().delivery(),
              plan.again(author, reader.habits(now), each.getValue().delivery())));
    }
    return pairs;
  }

  private Map<String, TwiUser> authors(List<String> names) throws IOException {
    Map<String, TwiUser> found = new HashMap<>();
    List<Optional<TwiUser>> users =
        tables.users().getAll(names.stream().<List<?>>map(List::of).toList());
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      found.put(name, users.get(i).orElseThrow(() -> TwiTables.missing(name)));
    }
    return found;
  }
}
