package io.rowandb.systems.twibase;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Made-up users: the same for the same numbers, made while they are read. A few are followed by
 * many and post much; who posts much need not look much. Immutable.
 *
 * @param seed the same seed gives the same users
 * @param users from 2 to 1,000,000
 * @param follows how many each follows on average, from 0 to 1,000; fewer than users
 * @param posts how many there are in all, not negative
 */
public record TwiTraffic(long seed, int users, int follows, long posts) {
  private static final int MOST_USERS = 1_000_000;
  private static final int MOST_FOLLOWS = 1_000;
  private static final long SECOND_MILLIS = 1_000;
  private static final double SKEW = 3;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> WORDS =
      List.of(
          "rain", "in", "the", "old", "town", "a", "train", "leaves", "at", "noon", "coffee", "and",
          "bread", "who", "reads", "this", "new", "game", "tonight", "we", "won", "no", "sleep",
          "again", "good", "morning");

  /** Checks the numbers. */
  public TwiTraffic {
    check(users >= 2 && users <= MOST_USERS, "users " + users + ": 2 to " + MOST_USERS);
    check(
        follows >= 0 && follows <= MOST_FOLLOWS && follows < users,
        "follows " + follows + ": 0 to " + MOST_FOLLOWS + ", and fewer than users");
    check(posts >= 0, "posts " + posts + ": not negative");
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The name of a user, who is a number from 0 on; the first ones are followed most. */
  public static String name(int user) {
    return "user" + user;
  }

  /** All that happens, in the order of time. */
  public Stream<TwiEvent> events() {
    return Stream.concat(before(), posted());
  }

  /** What happens before the first post: all sign up and follow. */
  public Stream<TwiEvent> before() {
    return Stream.concat(joined(), followed());
  }

  private Stream<TwiEvent> joined() {
    return IntStream.range(0, users)
        .mapToObj(user -> new TwiEvent.Joined(name(user), "User " + user, "", BEGIN));
  }

  /** Who follows whom, each pair once. */
  public Stream<TwiEvent> followed() {
    return IntStream.range(0, users).boxed().flatMap(this::followedBy);
  }

  private Stream<TwiEvent> followedBy(int user) {
    SplittableRandom random = random(user);
    int most = random.nextInt(2 * follows + 1);
    return IntStream.generate(() -> skewed(random))
        .limit(most)
        .filter(other -> other != user)
        .distinct()
        .mapToObj(other -> new TwiEvent.Followed(name(user), name(other), BEGIN));
  }

  /** The posts, one a second. */
  public Stream<TwiEvent> posted() {
    return LongStream.range(0, posts)
        .mapToObj(
            number -> {
              SplittableRandom random = random(-1 - number);
              Instant time = BEGIN.plusMillis((number + 1) * SECOND_MILLIS);
              return new TwiEvent.Posted(name(skewed(random)), text(random), time);
            });
  }

  /** Who looks at the timeline, one after the other; who posts much may look seldom. */
  public Stream<String> looks(long count) {
    return LongStream.range(0, count)
        .mapToObj(number -> name(users - 1 - skewed(random(number + 7 * (long) users))));
  }

  private SplittableRandom random(long number) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
  }

  private int skewed(SplittableRandom random) {
    return (int) (users * Math.pow(random.nextDouble(), SKEW));
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int words = 3 + random.nextInt(12); words > 0; words--) {
      text.append(text.isEmpty() ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }
}
