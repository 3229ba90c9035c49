package io.rowandb.systems.twibase;

import io.rowandb.schema.join.Join;
import io.rowandb.schema.join.JoinedPair;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.relation.RelationEnd;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/** What {@link TwiBase} says, for one thread at a time. */
final class TwiSession implements Closeable {
  private static final int MOST_ITEMS = 1_000;

  // Fixed at construction.
  private final TwiTables tables;
  private final Following following;
  private final Tasks tasks;
  private final Timelines timelines;
  private final Replanning replanning;
  private final InstantSource clock;

  /**
   * On these tables, which it closes.
   *
   * @param clock when posts are made and timelines are looked at
   */
  TwiSession(
      TwiTables tables,
      Following following,
      Timelines timelines,
      Replanning replanning,
      InstantSource clock) {
    this.tables = tables;
    this.following = following;
    this.timelines = timelines;
    this.replanning = replanning;
    this.clock = clock;
    tasks = new Tasks(tables, following);
  }

  boolean signUp(String name, String nickname, String email, Instant now) throws IOException {
    return tables.users().putIfAbsent(TwiUser.of(name, nickname, email, whole(now)));
  }

  /** Signs up all; whoever is there stays as they are. */
  void signUpAll(List<TwiEvent.Joined> all) throws IOException {
    tables
        .users()
        .putAllIfAbsent(
            all.stream()
                .map(
                    each ->
                        TwiUser.of(each.name(), each.nickname(), each.email(), whole(each.time())))
                .toList());
  }

  void followAll(List<TwiEvent.Followed> all) throws IOException {
    following.followAll(all);
  }

  boolean isEmpty() throws IOException {
    return tables.users().all().limit(1).list().isEmpty();
  }

  Optional<Profile> profile(String name) throws IOException {
    Optional<TwiUser> found = tables.users().get(name);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    TwiUser user = found.get();
    return Optional.of(
        new Profile(
            name,
            user.nickname(),
            user.email(),
            user.joined(),
            user.posted() - user.deleted(),
            tables.follows().sources().count(name),
            tables.follows().targets().count(name),
            tables.likes().sources().count(name)));
  }

  void rename(String name, String nickname, Instant now) throws IOException {
    TwiUser.checkNickname(nickname);
    long id = Tasks.newId();
    begin(name, id, tables.users().update(user -> user.renaming(id, nickname, whole(now)), name));
  }

  private Task begin(String name, long id, Optional<TwiUser> user) throws IOException {
    Task task =
        user.orElseThrow(() -> TwiTables.missing(name))
            .task(id)
            .orElseThrow(() -> new IllegalStateException("user '" + name + "' has no task " + id));
    tasks.run(name, task);
    return task;
  }

  TwitId post(String author, String text, Instant time) throws IOException {
    TwiUser.checkText(text);
    Instant whole = whole(time);
    TwitId.checkTime(whole);
    long id = Tasks.newId();
    Instant now = clock.instant();
    Task task =
        begin(
            author, id, tables.users().update(user -> user.posting(id, whole, text, now), author));
    return new TwitId(author, whole, task.number());
  }

  boolean delete(TwitId post) throws IOException {
    while (true) {
      Optional<TwiUser> found = tables.users().get(post.author());
      if (found.isEmpty()) {
        return false;
      }
      TwiUser user = found.get();
      Optional<Task> begun = user.taskOf(post);
      if (begun.isPresent()) {
        tasks.run(user.name(), begun.get()); // it is about to be made, or to be deleted
      } else if (tables.twit(post).isEmpty()) {
        return false;
      } else if (beginDeletion(user, post)) {
        return true;
      }
    }
  }

  /** Only one caller wins: a deletion since the read of the user changes the number of these. */
  private boolean beginDeletion(TwiUser seen, TwitId post) throws IOException {
    long id = Tasks.newId();
    Optional<TwiUser> user =
        tables
            .users()
            .update(
                there -> there.deleted() == seen.deleted() ? there.deleting(id, post) : there,
                seen.name());
    Optional<Task> task = user.flatMap(each -> each.task(id));
    if (task.isPresent()) {
      tasks.run(seen.name(), task.get());
    }
    return task.isPresent();
  }

  Optional<Twit> twit(TwitId post) throws IOException {
    return tables.twit(post);
  }

  List<Twit> posts(String author, TwitId before, int most) throws IOException {
    checkMost(most);
    return timelines.posts(author, before, most);
  }

  List<TimelineItem> timeline(String reader, TwitId before, int most) throws IOException {
    checkMost(most);
    return timelines.page(reader, before, most);
  }

  /** The page, and one call for its authors, each of them once. */
  List<AuthoredItem> timelineWithAuthors(String reader, TwitId before, int most)
      throws IOException {
    List<TimelineItem> items = timeline(reader, before, most);
    try (Stream<JoinedPair<TimelineItem, TwiUser>> pairs =
        Join.of(items, tables.users())
            .on(each -> each.id().author())
            .is(TwiUser::name)
            .leftOuter()
            .batch(MOST_ITEMS)
            .lookup()) {
      return pairs.map(TwiSession::authored).toList();
    }
  }

  private static AuthoredItem authored(JoinedPair<TimelineItem, TwiUser> pair) {
    TwiUser author = pair.right();
    if (author == null) {
      throw TwiTables.missing(pair.left().id().author());
    }
    return new AuthoredItem(pair.left(), TwitAuthor.of(author));
  }

  Explanation explainTimeline(String reader, int most) throws IOException {
    checkMost(most);
    return timelines.stream(reader, null).limit(most).explain();
  }

  List<String> readAuthors(String reader) throws IOException {
    return timelines.readAuthors(reader);
  }

  boolean follow(String follower, String followed, Instant now) throws IOException {
    Instant whole = whole(now);
    TwitId.checkTime(whole);
    return following.follow(follower, followed, whole);
  }

  boolean unfollow(String follower, String followed) throws IOException {
    return following.unfollow(follower, followed);
  }

  boolean isFollowing(String follower, String followed) throws IOException {
    return !tables.follows().sources().with(follower, List.of(followed)).isEmpty();
  }

  List<Named> follows(String name, String after, int most) throws IOException {
    return named(tables.follows().sources(), name, after, most, Follow::nickname);
  }

  List<Named> followers(String name, String after, int most) throws IOException {
    return named(tables.follows().targets(), name, after, most, Follow::followerNickname);
  }

  private static List<Named> named(
      RelationEnd<Follow> end,
      String name,
      String after,
      int most,
      Function<Follow, String> nickname)
      throws IOException {
    checkMost(most);
    return end.list(name, after, most).stream()
        .map(each -> new Named(each.getKey(), nickname.apply(each.getValue())))
        .toList();
  }

  boolean block(String who, String whom, Instant now) throws IOException {
    return following.block(who, whom, whole(now));
  }

  boolean unblock(String who, String whom) throws IOException {
    return following.unblock(who, whom);
  }

  boolean isBlocking(String who, String whom) throws IOException {
    return !tables.blocks().sources().with(who, List.of(whom)).isEmpty();
  }

  List<String> blocked(String name, String after, int most) throws IOException {
    checkMost(most);
    return tables.blocks().sources().list(name, after, most).stream()
        .map(Map.Entry::getKey)
        .toList();
  }

  boolean like(String name, TwitId post, Instant now) throws IOException {
    tables.user(name);
    if (tables.twit(post).isEmpty()) {
      throw new IllegalArgumentException("there is no post '" + post + "'");
    }
    SinceTime since = new SinceTime(whole(now));
    return tables
        .likes()
        .change(name, post.toString(), there -> there.or(() -> Optional.of(since)))
        .changes();
  }

  boolean unlike(String name, TwitId post) throws IOException {
    return tables.likes().change(name, post.toString(), there -> Optional.empty()).changes();
  }

  boolean isLiked(String name, TwitId post) throws IOException {
    return !tables.likes().sources().with(name, List.of(post.toString())).isEmpty();
  }

  long likes(TwitId post) throws IOException {
    return tables.likes().targets().count(post.toString());
  }

  List<String> likers(TwitId post, String after, int most) throws IOException {
    checkMost(most);
    return tables.likes().targets().list(post.toString(), after, most).stream()
        .map(Map.Entry::getKey)
        .toList();
  }

  int replan(String reader) throws IOException {
    return replanning.replan(reader);
  }

  TwiBase.Replanned replanAll(String after, BooleanSupplier stop) throws IOException {
    return replanning.replanAll(after, stop);
  }

  boolean isUser(String name) throws IOException {
    return tables.users().get(name).isPresent();
  }

  /** Adds looks to what is counted of a reader; nothing if there is none. */
  void addLooks(String reader, int looks) throws IOException {
    Instant now = clock.instant();
    tables.users().update(user -> user.looked(looks, now), reader);
  }

  Optional<Habits> habits(String name) throws IOException {
    return tables.users().get(name).map(user -> user.habits(clock.instant()));
  }

  List<FollowedPair> pairs(String reader, String after, int most) throws IOException {
    checkMost(most);
    return replanning.pairs(tables.user(reader), after, most);
  }

  int resume() throws IOException {
    int likes = tables.likes().forEachUnfinished(tables.likes()::end);
    return likes + following.resume() + tasks.resume();
  }

  private static Instant whole(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  private static void checkMost(int most) {
    if (most < 1 || most > MOST_ITEMS) {
      throw new IllegalArgumentException(most + " at once: from 1 to " + MOST_ITEMS);
    }
  }

  @Override
  public void close() throws IOException {
    tables.close();
  }
}
