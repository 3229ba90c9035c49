package io.rowandb.systems.twibase;

import io.rowandb.schema.pattern.Explanation;
import io.rowandb.systems.pool.Pool;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Users who post and follow one another: sign-up, posts, timelines, follows in both directions,
 * blocks and likes with exact counts. Used by any number of threads and programs.
 *
 * <p>What a call does in several tables it first notes in one row, in one step with what decides
 * it: a post, a deletion and a new nickname in the user's row, a follow, a block and a like in the
 * row of who does it. When all is done, the note is taken back. A program that dies leaves notes,
 * and {@link #resume} does what they say. A call that fails with an {@code IOException} may be
 * done, or be done later.
 *
 * <p>A timeline has the posts, from the time of the follow on, of all whom the reader follows now.
 * Streams only help to find them: what was unfollowed or deleted is not shown, whatever a stream
 * holds. Times are the callers', in whole milliseconds; what is finer is cut off.
 *
 * <p>Posts and looks are counted ({@link Habits}) by the clock of this program: a post in the step
 * that makes it, looks some at a time. {@link #close} writes the looks that wait; a program that
 * dies loses up to 15 of each reader, and of more than 10,000 readers some are guessed, which makes
 * plans less precise and nothing else.
 */
public final class TwiBase implements AutoCloseable {
  /** Where the tables are unless told otherwise. */
  public static final String NAMESPACE = "twibase";

  /** The longest text of a post, in characters. */
  public static final int LONGEST_TEXT = 1_000;

  // Fixed at construction.
  private final Pool<TwiSession> sessions;
  private final LongAdder pushed = new LongAdder();
  private final LongAdder looks = new LongAdder();
  private final LookCounts lookCounts = new LookCounts(new SplittableRandom());
  private final LookWrites lookWrites = new LookWrites(lookCounts);
  private final AtomicBoolean closed = new AtomicBoolean();

  private TwiBase(Connection connection, DeliveryPlan plan, String namespace, InstantSource clock)
      throws IOException {
    sessions =
        Pool.of(
            session(TwiTables.open(connection, namespace), plan, clock),
            () -> session(TwiTables.open(connection, namespace), plan, clock),
            TwiSession::close);
  }

  private TwiSession session(TwiTables tables, DeliveryPlan plan, InstantSource clock) {
    Following following = new Following(tables, plan, clock, pushed);
    return new TwiSession(
        tables,
        following,
        new Timelines(tables, looks),
        new Replanning(tables, following, plan, clock),
        clock);
  }

  /** Opens the tables, and makes those that are missing; by {@link DeliveryPlan#PER_PAIR}. */
  public static TwiBase open(Connection connection) throws IOException {
    return open(connection, DeliveryPlan.PER_PAIR);
  }

  /**
   * Opens the tables, and makes those that are missing.
   *
   * @param connection stays open, and stays the caller's
   * @param plan how posts come to followers; programs may have different ones
   */
  public static TwiBase open(Connection connection, DeliveryPlan plan) throws IOException {
    return open(connection, plan, NAMESPACE);
  }

  /** As {@link #open(Connection, DeliveryPlan)}, in another namespace. */
  public static TwiBase open(Connection connection, DeliveryPlan plan, String namespace)
      throws IOException {
    return open(connection, plan, namespace, InstantSource.system());
  }

  static TwiBase open(
      Connection connection, DeliveryPlan plan, String namespace, InstantSource clock)
      throws IOException {
    return new TwiBase(connection, plan, namespace, clock);
  }

  /** Opens the tables, which must be there; by {@link DeliveryPlan#PER_PAIR}. */
  public static TwiBase openExisting(Connection connection) throws IOException {
    return openExisting(connection, DeliveryPlan.PER_PAIR);
  }

  /**
   * Opens the tables, which must be there.
   *
   * @throws TableNotFoundException when one is not
   */
  public static TwiBase openExisting(Connection connection, DeliveryPlan plan) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (String table : TwiTables.names(NAMESPACE)) {
        if (!admin.tableExists(TableName.valueOf(table))) {
          throw new TableNotFoundException("there is no table " + table);
        }
      }
    }
    return open(connection, plan);
  }

  /**
   * Checks what somebody wants to be called.
   *
   * @return the name
   * @throws IllegalArgumentException when one of them cannot be
   */
  public static String checked(String name, String nickname) {
    TwiUser.checkName(name);
    TwiUser.checkNickname(nickname);
    return name;
  }

  /**
   * Signs up.
   *
   * @param name unique, from 1 to 30 of {@code a-z 0-9 _}
   * @param nickname what others see, from 1 to 100 characters
   * @return whether it is done; not if another has the name
   */
  public boolean signUp(String name, String nickname, String email, Instant now)
      throws IOException {
    return sessions.use(session -> session.signUp(name, nickname, email, now));
  }

  /** As {@link #signUp}, with one call for each step of all. */
  void signUpAll(List<TwiEvent.Joined> all) throws IOException {
    sessions.run(session -> session.signUpAll(all));
  }

  /**
   * As {@link #follow} of different pairs, with one call for each step of all; those that a block
   * forbids are left out.
   */
  void followAll(List<TwiEvent.Followed> all) throws IOException {
    sessions.run(session -> session.followAll(all));
  }

  /** Whether nobody has signed up. */
  public boolean isEmpty() throws IOException {
    return sessions.use(session -> session.isEmpty());
  }

  /** What is shown of a user; empty if there is none. */
  public Optional<Profile> profile(String name) throws IOException {
    return sessions.use(session -> session.profile(name));
  }

  /**
   * Changes a nickname, and all copies of it.
   *
   * @throws IllegalArgumentException when there is no such user
   */
  public void rename(String name, String nickname, Instant now) throws IOException {
    sessions.run(session -> session.rename(name, nickname, now));
  }

  /**
   * Makes a post, and brings it to those who follow.
   *
   * @param text from 1 to {@link #LONGEST_TEXT} characters
   * @throws IllegalArgumentException when there is no such user, or the text is empty or too long
   */
  public TwitId post(String author, String text, Instant time) throws IOException {
    return sessions.use(session -> session.post(author, text, time));
  }

  /**
   * Deletes a post. Its row stays, without the text.
   *
   * @return whether this call did it; not if there is none
   */
  public boolean delete(TwitId post) throws IOException {
    return sessions.use(session -> session.delete(post));
  }

  /** A post; empty if there is none, or it is deleted. */
  public Optional<Twit> twit(TwitId post) throws IOException {
    return sessions.use(session -> session.twit(post));
  }

  /**
   * A user's posts, the newest first.
   *
   * @param before the post behind which they begin; null for the newest
   * @param most from 1 to 1,000
   */
  public List<Twit> posts(String author, TwitId before, int most) throws IOException {
    return sessions.use(session -> session.posts(author, before, most));
  }

  /**
   * The posts of all whom a user follows, the newest first. It counts as a look, which one call of
   * sixteen writes into the reader's row. Looks that cannot be written are logged, and wait on.
   *
   * @param before the post behind which they begin; null for the newest
   * @param most from 1 to 1,000
   */
  public List<TimelineItem> timeline(String reader, TwitId before, int most) throws IOException {
    return page(reader, session -> session.timeline(reader, before, most));
  }

  /**
   * As {@link #timeline}, each post joined with its author. All authors are read in one call, each
   * once: their nicknames are those of now, where the copies of a timeline may be older.
   */
  public List<AuthoredItem> timelineWithAuthors(String reader, TwitId before, int most)
      throws IOException {
    return page(reader, session -> session.timelineWithAuthors(reader, before, most));
  }

  /** A page of a timeline. */
  private interface PageRead<T> {
    List<T> from(TwiSession session) throws IOException;
  }

  private <T> List<T> page(String reader, PageRead<T> read) throws IOException {
    return sessions.use(
        session -> {
          List<T> page = read.from(session);
          lookWrites.count(session, reader, page.isEmpty());
          return page;
        });
  }

  /** How the newest posts of a timeline are found: the read of the stream. */
  public Explanation explainTimeline(String reader, int most) throws IOException {
    return sessions.use(session -> session.explainTimeline(reader, most));
  }

  /** The others whose posts are read for a timeline, and not written into the stream. */
  public List<String> readAuthors(String reader) throws IOException {
    return sessions.use(session -> session.readAuthors(reader));
  }

  /**
   * Follows a user.
   *
   * @param now posts from then on are in the timeline
   * @return whether this call did it; not if it was so before
   * @throws IllegalArgumentException when there is no such user, or it is the same one
   * @throws IllegalStateException when one has blocked the other
   */
  public boolean follow(String follower, String followed, Instant now) throws IOException {
    return sessions.use(session -> session.follow(follower, followed, now));
  }

  /** Follows no more, and says whether this call did it. */
  public boolean unfollow(String follower, String followed) throws IOException {
    return sessions.use(session -> session.unfollow(follower, followed));
  }

  /** Whether one follows the other. */
  public boolean isFollowing(String follower, String followed) throws IOException {
    return sessions.use(session -> session.isFollowing(follower, followed));
  }

  /**
   * Whom a user follows, by name.
   *
   * @param after the name behind which they begin; null for the first ones
   * @param most from 1 to 1,000
   */
  public List<Named> follows(String name, String after, int most) throws IOException {
    return sessions.use(session -> session.follows(name, after, most));
  }

  /** Who follows a user, as {@link #follows}. */
  public List<Named> followers(String name, String after, int most) throws IOException {
    return sessions.use(session -> session.followers(name, after, most));
  }

  /**
   * Blocks a user: from then on neither follows the other.
   *
   * @return whether this call did it
   * @throws IllegalArgumentException when there is no such user, or it is the same one
   */
  public boolean block(String who, String whom, Instant now) throws IOException {
    return sessions.use(session -> session.block(who, whom, now));
  }

  /** Blocks no more, and says whether this call did it; nobody follows by that. */
  public boolean unblock(String who, String whom) throws IOException {
    return sessions.use(session -> session.unblock(who, whom));
  }

  /** Whether one has blocked the other. */
  public boolean isBlocking(String who, String whom) throws IOException {
    return sessions.use(session -> session.isBlocking(who, whom));
  }

  /** Whom a user blocks, as {@link #follows}. */
  public List<String> blocked(String name, String after, int most) throws IOException {
    return sessions.use(session -> session.blocked(name, after, most));
  }

  /**
   * Likes a post.
   *
   * @return whether this call did it; not if it was so before
   * @throws IllegalArgumentException when there is no such user or post
   */
  public boolean like(String name, TwitId post, Instant now) throws IOException {
    return sessions.use(session -> session.like(name, post, now));
  }

  /** Likes it no more, and says whether this call did it. */
  public boolean unlike(String name, TwitId post) throws IOException {
    return sessions.use(session -> session.unlike(name, post));
  }

  /** Whether a user likes a post. */
  public boolean isLiked(String name, TwitId post) throws IOException {
    return sessions.use(session -> session.isLiked(name, post));
  }

  /** How many like a post. */
  public long likes(TwitId post) throws IOException {
    return sessions.use(session -> session.likes(post));
  }

  /** Who likes a post, by name, as {@link #follows}. */
  public List<String> likers(TwitId post, String after, int most) throws IOException {
    return sessions.use(session -> session.likers(post, after, most));
  }

  /**
   * Asks the plan again how the posts of all whom a reader follows are to come, as when habits have
   * changed. No post is missing from the timeline meanwhile.
   *
   * @return for how many it is another way now; 0 if there is no such user
   */
  public int replan(String reader) throws IOException {
    return sessions.use(
        session -> {
          lookWrites.write(session, lookCounts.take(reader));
          return session.replan(reader);
        });
  }

  /**
   * What was planned again.
   *
   * @param readers how many users were looked at
   * @param pairs for how many of those whom they follow posts come another way now
   * @param last the last of the users, behind whom to go on; empty if there was none
   * @param stopped whether it was told to end before all were looked at
   */
  public record Replanned(long readers, long pairs, Optional<String> last, boolean stopped) {}

  /**
   * As {@link #replan}, for all users by name. It may be begun again at any time, and behind any
   * name: pairs whose posts come as planned are left alone.
   *
   * @param after the name behind which to begin; null for all
   * @param stop asked before each user: whether to end
   */
  public Replanned replanAll(String after, BooleanSupplier stop) throws IOException {
    return sessions.use(
        session -> {
          lookWrites.write(session, lookCounts.takeAll());
          return session.replanAll(after, stop);
        });
  }

  /** How much a user posts and looks, as far as it is written; empty if there is no such user. */
  public Optional<Habits> habits(String name) throws IOException {
    return sessions.use(session -> session.habits(name));
  }

  /**
   * How the posts of those whom a reader follows come, and how they would come by this object's
   * plan, as {@link #follows}.
   *
   * @throws IllegalArgumentException when there is no such user
   */
  public List<FollowedPair> pairs(String reader, String after, int most) throws IOException {
    return sessions.use(session -> session.pairs(reader, after, most));
  }

  /**
   * Does what programs that died have left, also when others work meanwhile. It reads all users.
   *
   * @return how many notes it found; some may be of programs that are at work
   */
  public int resume() throws IOException {
    return sessions.use(session -> session.resume());
  }

  /**
   * What this object has done so far to bring posts to followers.
   *
   * @param rowsWritten rows of streams
   * @param authorsRead how often the posts of an author were read for a timeline
   */
  public record Work(long rowsWritten, long authorsRead) {}

  /** What this object has done so far to bring posts to followers. */
  public Work work() {
    return new Work(pushed.sum(), looks.sum());
  }

  /** How many readers have looks that wait. */
  int waitingReaders() {
    return lookCounts.size();
  }

  /**
   * Writes the looks that wait, too.
   *
   * @throws IOException when looks of some could not be written; those of the others are, and all
   *     is closed
   */
  @Override
  public void close() throws IOException {
    if (closed.getAndSet(true)) {
      return;
    }
    try (sessions) {
      Map<String, Integer> waiting = lookCounts.takeAll();
      if (!waiting.isEmpty()) {
        sessions.run(session -> lookWrites.write(session, waiting));
      }
    }
  }
}
