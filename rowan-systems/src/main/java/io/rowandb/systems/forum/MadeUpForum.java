package io.rowandb.systems.forum;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A made-up forum: the same for the same numbers, of any length, made while it is read. Few posts
 * have most of the comments, half of the comments are replies, and some share a millisecond.
 * Immutable.
 *
 * @param seed the same seed gives the same forum
 * @param posts from 1 to 10,000,000
 * @param comments from 0 to 1,000,000,000, all behind the posts
 */
public record MadeUpForum(long seed, int posts, long comments) {
  private static final int MOST_POSTS = 10_000_000;
  private static final long MOST_COMMENTS = 1_000_000_000;
  private static final Instant FIRST = Instant.parse("2011-07-01T00:00:00Z");

  /** Four comments of one post in each stretch of so many milliseconds, two of them at once. */
  private static final int GAP_MILLIS = 700;

  private static final int WORDS = 25;
  private static final int AUTHORS = 1_000;
  private static final int BUSY = 4;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public MadeUpForum {
    if (posts < 1 || posts > MOST_POSTS) {
      throw new IllegalArgumentException("posts " + posts + ": 1 to " + MOST_POSTS);
    }
    if (comments < 0 || comments > MOST_COMMENTS) {
      throw new IllegalArgumentException("comments " + comments + ": 0 to " + MOST_COMMENTS);
    }
  }

  /** The posts, then the comments. */
  public Stream<ForumEvent> events() {
    return Stream.concat(
        LongStream.range(0, posts).mapToObj(each -> new ForumEvent.Published(post(each))),
        LongStream.range(0, comments).mapToObj(this::comment));
  }

  private SplittableRandom random(long number, int salt) {
    return new SplittableRandom((seed * 3 + salt) * 0x9E3779B97F4A7C15L + number);
  }

  private static String words(SplittableRandom random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ").append(Integer.toString(random.nextInt(1 << 20), 36));
    }
    return words.toString();
  }

  private Post post(long number) {
    SplittableRandom random = random(number, 0);
    return new Post(
        "post" + number,
        "author" + random.nextInt(AUTHORS),
        FIRST.plusSeconds(number),
        words(random, 5),
        words(random, 4 * WORDS),
        List.of("tag" + random.nextInt(20)));
  }

  /**
   * Comments come in rounds of four of one post; the second and the fourth reply to the one before.
   */
  private ForumEvent comment(long number) {
    SplittableRandom random = random(number, 1);
    long round = number / 4;
    double which = random(round, 2).nextDouble();
    long post = (long) (posts * Math.pow(which, BUSY));
    long millis = posts * 1_000L + round * GAP_MILLIS + (number % 4 == 3 ? 2 : number % 4) * 100;
    return new ForumEvent.Commented(
        "post" + post,
        new Comment(
            "c" + number,
            number % 2 == 0 ? Optional.empty() : Optional.of("c" + (number - 1)),
            "author" + random.nextInt(AUTHORS),
            FIRST.plusMillis(millis),
            words(random, WORDS)));
  }
}
