package io.rowandb.systems.twibase;

import io.rowandb.systems.relation.Relations;
import io.rowandb.systems.relation.Relations.Begun;
import io.rowandb.systems.relation.Relations.RelatedPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Who follows and who blocks whom. Used by any number of threads.
 *
 * <p>A follower whose posts are pushed has all of them in the stream, from {@link Follow#since} on,
 * whatever runs at once. First the pair is {@link Delivery#BOTH} at both ends; then the posts that
 * are there are copied; then it is {@link Delivery#PUSH}. An author's program writes a post, and
 * reads whom to push it to behind that. So a post that the copying did not see was written after
 * the pair was BOTH, and was pushed.
 */
final class Following {
  private static final int BATCH = 500;

  // Fixed at construction.
  private final TwiTables tables;
  private final DeliveryPlan plan;
  private final InstantSource clock;
  private final LongAdder pushed;

  /**
   * On these tables.
   *
   * @param clock the time of which habits are taken
   * @param pushed counts the rows that are written into streams
   */
  Following(TwiTables tables, DeliveryPlan plan, InstantSource clock, LongAdder pushed) {
    this.tables = tables;
    this.plan = plan;
    this.clock = clock;
    this.pushed = pushed;
  }

  boolean follow(String follower, String followed, Instant now) throws IOException {
    if (follower.equals(followed)) {
      throw new IllegalArgumentException("'" + follower + "' cannot follow themselves");
    }
    TwiUser reader = tables.user(follower);
    TwiUser author = tables.user(followed);
    refuseBlocked(follower, followed);
    Follow fresh = fresh(reader, author, now);
    Begun<Follow> begun =
        tables.follows().begin(follower, followed, there -> there.or(() -> Optional.of(fresh)));
    settle(begun);
    tables.follows().end(begun);
    refuseBlocked(follower, followed);
    return begun.changes();
  }

  /**
   * As {@link #follow} of different pairs, with one call for each step of all. Those that a block
   * forbids are left out.
   */
  void followAll(List<TwiEvent.Followed> wishes) throws IOException {
    Map<RelatedPair, Instant> since = new LinkedHashMap<>();
    for (TwiEvent.Followed wish : wishes) {
      since.put(
          new RelatedPair(wish.follower(), wish.followed()),
          wish.time().truncatedTo(ChronoUnit.MILLIS));
    }
    Map<String, TwiUser> users = users(since.keySet());
    since.keySet().removeAll(blocked(List.copyOf(since.keySet())));
    List<Begun<Follow>> begun =
        tables
            .follows()
            .beginAll(
                List.copyOf(since.keySet()),
                (pair, there) ->
                    there.or(
                        () ->
                            Optional.of(
                                fresh(
                                    users.get(pair.source()),
                                    users.get(pair.target()),
                                    since.get(pair)))));
    settleAll(begun);
    tables.follows().endAll(begun);
  }

  private Map<String, TwiUser> users(Collection<RelatedPair> pairs) throws IOException {
    List<String> names =
        pairs.stream().flatMap(each -> Stream.of(each.source(), each.target())).distinct().toList();
    List<Optional<TwiUser>> found = tables.users().getAll(names.stream().map(List::of).toList());
    Map<String, TwiUser> users = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      users.put(name, found.get(i).orElseThrow(() -> TwiTables.missing(name)));
    }
    return users;
  }

  /** Those of pairs of whom one has blocked the other. */
  private Set<RelatedPair> blocked(List<RelatedPair> pairs) throws IOException {
    Set<RelatedPair> blocked = new HashSet<>();
    List<RelatedPair> both = new ArrayList<>(pairs);
    pairs.forEach(
        each ->
            both.add(new RelatedPair(/* source= */ each.target(), /* target= */ each.source())));
    List<Boolean> related = tables.blocks().areRelated(both);
    for (int i = 0; i < pairs.size(); i++) {
      if (related.get(i) || related.get(pairs.size() + i)) {
        blocked.add(pairs.get(i));
      }
    }
    return blocked;
  }

  private static RelatedPair pair(Begun<Follow> begun) {
    return new RelatedPair(begun.source(), begun.target());
  }

  /** As {@link #settle}, of different pairs. */
  private void settleAll(List<Begun<Follow>> all) throws IOException {
    Relations<Follow> follows = tables.follows();
    follows.mirrorAll(all);
    // As in settle, blocks and users are looked at behind the pairs.
    Set<RelatedPair> blocked = blocked(all.stream().map(Following::pair).toList());
    Map<RelatedPair, Follow> begun = new LinkedHashMap<>();
    for (Begun<Follow> each : all) {
      if (blocked.contains(pair(each))) {
        settle(each);
      } else if (each.value().isPresent()) {
        begun.put(pair(each), each.value().get());
      }
    }
    Map<String, TwiUser> users = users(begun.keySet());
    for (Map.Entry<RelatedPair, Follow> each : begun.entrySet()) {
      RelatedPair pair = each.getKey();
      // What an author without posts writes later sees the pair.
      if (each.getValue().delivery() == Delivery.BOTH && users.get(pair.target()).posted() > 0) {
        copyPosts(pair.source(), pair.target(), each.getValue().since());
      }
    }
    follows.endAll(
        follows.beginAll(
            List.copyOf(begun.keySet()),
            (pair, there) ->
                there
                    .map(follow -> follow.ofFollower(users.get(pair.source())))
                    .map(follow -> follow.ofFollowed(users.get(pair.target())))
                    .map(
                        follow ->
                            begun.get(pair).delivery() == Delivery.BOTH
                                    && isSame(follow, begun.get(pair))
                                ? follow.delivered(Delivery.PUSH)
                                : follow)));
  }

  private Follow fresh(TwiUser reader, TwiUser author, Instant since) {
    Instant counted = clock.instant();
    Delivery planned = plan.of(author.habits(counted), reader.habits(counted));
    return new Follow(
        since,
        planned.isWritten() ? Delivery.BOTH : Delivery.PULL,
        Tasks.newId(),
        author.nickname(),
        author.renamed(),
        reader.nickname(),
        reader.renamed());
  }

  private void refuseBlocked(String follower, String followed) throws IOException {
    if (isBlocked(follower, followed)) {
      throw new IllegalStateException(
          "'" + follower + "' cannot follow '" + followed + "': one has blocked the other");
    }
  }

  private boolean isBlocked(String one, String other) throws IOException {
    return !tables.blocks().sources().with(one, List.of(other)).isEmpty()
        || !tables.blocks().sources().with(other, List.of(one)).isEmpty();
  }

  /** Does what is left for a pair that began to follow, or whose delivery changed. */
  private void settle(Begun<Follow> begun) throws IOException {
    Relations<Follow> follows = tables.follows();
    follows.mirror(begun);
    Optional<Follow> follow = begun.value();
    if (follow.isEmpty()) {
      return;
    }
    // What was decided meanwhile did not see this pair; it is looked at behind the pair.
    if (!partBlocked(begun.source(), begun.target())) {
      return;
    }
    TwiUser reader = tables.user(begun.source());
    TwiUser author = tables.user(begun.target());
    boolean copied = follow.get().delivery() == Delivery.BOTH;
    if (copied) {
      copyPosts(begun.source(), begun.target(), follow.get().since());
    }
    follows.change(
        begun.source(),
        begun.target(),
        there ->
            there
                .map(each -> each.ofFollower(reader).ofFollowed(author))
                .map(
                    each ->
                        copied && isSame(each, follow.get())
                            ? each.delivered(Delivery.PUSH)
                            : each));
  }

  /** Whether its posts were copied since it became BOTH; since another time they may lack some. */
  private static boolean isSame(Follow one, Follow other) {
    return one.delivery() == Delivery.BOTH && one.round() == other.round();
  }

  private void copyPosts(String reader, String author, Instant since) throws IOException {
    try (Stream<Twit> posts =
        tables.twits().where(Twit::author).is(author).from(Twit::time, since).stream()) {
      List<StreamEntry> batch = new ArrayList<>();
      for (Iterator<Twit> each = posts.iterator(); each.hasNext(); ) {
        Twit twit = each.next();
        batch.add(new StreamEntry(reader, twit.time(), twit.number(), author));
        if (batch.size() == BATCH) {
          push(batch);
          batch.clear();
        }
      }
      push(batch);
    } catch (UncheckedIOException e) {
      throw new IOException("posts of '" + author + "' could not be read", e);
    }
  }

  /** Whether there are more posts of an author since the follow than so many; not if it ended. */
  boolean hasMorePosts(String reader, String author, long most) throws IOException {
    if (tables.user(author).posted() <= most) {
      return false;
    }
    Follow follow = tables.follows().sources().with(reader, List.of(author)).get(author);
    return follow != null
        && tables
                .twits()
                .where(Twit::author)
                .is(author)
                .from(Twit::time, follow.since())
                .limit(most + 1)
                .list()
                .size()
            > most;
  }

  private void push(List<StreamEntry> entries) throws IOException {
    tables.streams().putAll(entries);
    pushed.add(entries.size());
  }

  /** Writes a post into the streams of all who have it pushed. */
  void push(TwitId post) throws IOException {
    String after = null;
    while (true) {
      List<String> readers = tables.follows().targets().duties(post.author(), after, BATCH);
      if (readers.isEmpty()) {
        return;
      }
      push(
          readers.stream()
              .map(each -> new StreamEntry(each, post.time(), post.number(), post.author()))
              .toList());
      after = readers.get(readers.size() - 1);
    }
  }

  boolean unfollow(String follower, String followed) throws IOException {
    return tables.follows().change(follower, followed, there -> Optional.empty()).changes();
  }

  /** Changes how an author's posts come to a follower; nothing if it is none. */
  void deliver(String follower, String followed, Delivery delivery) throws IOException {
    Delivery begin = delivery.isWritten() ? Delivery.BOTH : Delivery.PULL;
    Begun<Follow> begun =
        tables
            .follows()
            .begin(
                follower,
                followed,
                there ->
                    there.map(each -> each.delivery() == delivery ? each : each.delivered(begin)));
    settle(begun);
    tables.follows().end(begun);
  }

  /** Brings a user's nickname to all copies of it. */
  void copyNickname(String name) throws IOException {
    TwiUser user = tables.user(name);
    Relations<Follow> follows = tables.follows();
    follows
        .targets()
        .forEach(
            name,
            (follower, follow) ->
                follows.change(follower, name, there -> there.map(it -> it.ofFollowed(user))));
    follows
        .sources()
        .forEach(
            name,
            (followed, follow) ->
                follows.change(name, followed, there -> there.map(it -> it.ofFollower(user))));
  }

  boolean block(String who, String whom, Instant now) throws IOException {
    if (who.equals(whom)) {
      throw new IllegalArgumentException("'" + who + "' cannot block themselves");
    }
    tables.user(who);
    tables.user(whom);
    Begun<SinceTime> begun =
        tables.blocks().begin(who, whom, there -> there.or(() -> Optional.of(new SinceTime(now))));
    part(who, whom);
    tables.blocks().end(begun);
    return begun.changes();
  }

  private void part(String one, String other) throws IOException {
    partBlocked(one, other);
    partBlocked(other, one);
  }

  /** Ends a follow if a block forbids it; whether there is one then. */
  private boolean partBlocked(String follower, String followed) throws IOException {
    // The block is looked at behind the pair: what follows when it is over is another step.
    return tables
        .follows()
        .change(
            follower,
            followed,
            there -> there.isPresent() && isBlocked(follower, followed) ? Optional.empty() : there)
        .value()
        .isPresent();
  }

  boolean unblock(String who, String whom) throws IOException {
    part(who, whom); // what a block that died has left
    return tables.blocks().change(who, whom, there -> Optional.empty()).changes();
  }

  /**
   * Does what dead programs have left; what live ones are about is done twice, which is as good.
   */
  int resume() throws IOException {
    int blocks =
        tables
            .blocks()
            .forEachUnfinished(
                note -> {
                  if (tables.blocks().now(note).value().isPresent()) {
                    part(note.source(), note.target());
                  }
                  tables.blocks().end(note);
                });
    return blocks
        + tables
            .follows()
            .forEachUnfinished(
                note -> {
                  settle(tables.follows().now(note));
                  tables.follows().end(note);
                });
  }
}
