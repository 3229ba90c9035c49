package io.rowandb.bench.fanout;

import io.rowandb.client.Rowan;
import io.rowandb.systems.twibase.DeliveryPlan;
import io.rowandb.systems.twibase.TimelineItem;
import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.TwitId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * TwiBase with a hundred authors, each followed by a hundred of ten thousand users, all posts
 * pushed into streams: writers post without pauses while readers look at timelines.
 */
public final class FanOutCosts {
  private static final int AUTHORS = 100;
  private static final int FOLLOWERS = 100;
  private static final int USERS = AUTHORS * FOLLOWERS;
  private static final int PAGE = 20;
  private static final int DIGITS = 3;
  private static final double NANOS_A_MILLI = 1e6;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final Path directory;
  private final int writers;
  private final int readers;

  /** Milliseconds since {@link #BEGIN} of the next post: each has one of its own. */
  private final AtomicLong clock = new AtomicLong();

  /**
   * In an empty directory.
   *
   * @param writers threads that post, from 1
   * @param readers threads that look, from 0
   */
  public FanOutCosts(Path directory, int writers, int readers) {
    this.directory = directory;
    this.writers = writers;
    this.readers = readers;
  }

  /**
   * A round; rates are of a second.
   *
   * @param posts how many were made
   * @param rows how many were written into streams
   * @param looks how many timelines were read
   * @param medianMillis of a look, 0 without one
   * @param p99Millis which a look of a hundred exceeds
   */
  public record Round(
      double posts, double rows, double looks, double medianMillis, double p99Millis) {}

  /**
   * Measures rounds.
   *
   * @param count how many, behind one that warms up
   * @throws IllegalStateException when a post did not come to all followers
   */
  public List<Round> rounds(int count, double seconds) throws IOException, InterruptedException {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration(directory.toString()));
        TwiBase base = TwiBase.open(connection, DeliveryPlan.PUSH)) {
      signUp(base);
      List<Round> rounds = new ArrayList<>();
      round(base, seconds);
      for (int i = 0; i < count; i++) {
        rounds.add(round(base, seconds));
      }
      checkAll(base);
      return rounds;
    }
  }

  private static String name(int user) {
    return "user" + user;
  }

  /** Followers of the first author are user 100, 200 and so on; of the next, 101, 201 and so on. */
  private static int follower(int author, int number) {
    return number * AUTHORS + author;
  }

  private static void signUp(TwiBase base) throws IOException {
    for (int user = 0; user < USERS + AUTHORS; user++) {
      base.signUp(name(user), "User " + user, "", BEGIN);
    }
    for (int author = 0; author < AUTHORS; author++) {
      for (int number = 1; number <= FOLLOWERS; number++) {
        base.follow(name(follower(author, number)), name(author), BEGIN);
      }
    }
  }

  private Round round(TwiBase base, double seconds) throws IOException, InterruptedException {
    long rowsBefore = base.work().rowsWritten();
    long postsBefore = clock.get();
    long began = System.nanoTime();
    long end = began + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    List<Callable<Histogram>> threads = new ArrayList<>();
    IntStream.range(0, writers).forEach(each -> threads.add(() -> post(base, end)));
    IntStream.range(0, readers).forEach(each -> threads.add(() -> look(base, each, end)));
    Histogram looks = new Histogram(DIGITS);
    for (Histogram each : all(threads)) {
      looks.add(each);
    }
    double taken = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
    return new Round(
        (clock.get() - postsBefore) / taken,
        (base.work().rowsWritten() - rowsBefore) / taken,
        looks.getTotalCount() / taken,
        looks.getValueAtPercentile(50) / NANOS_A_MILLI,
        looks.getValueAtPercentile(99) / NANOS_A_MILLI);
  }

  private static List<Histogram> all(List<Callable<Histogram>> work)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<Histogram> done = new ArrayList<>();
      for (Future<Histogram> each : threads.invokeAll(work)) {
        done.add(each.get());
      }
      return done;
    } catch (ExecutionException e) {
      throw new IOException("a thread failed", e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private Histogram post(TwiBase base, long end) throws IOException {
    while (System.nanoTime() < end) {
      long number = clock.getAndIncrement();
      base.post(
          name((int) (number % AUTHORS)), "what is new at " + number, BEGIN.plusMillis(number));
    }
    return new Histogram(DIGITS);
  }

  private static Histogram look(TwiBase base, int thread, long end) throws IOException {
    SplittableRandom random = new SplittableRandom(thread);
    Histogram times = new Histogram(DIGITS);
    while (System.nanoTime() < end) {
      String reader = name(AUTHORS + random.nextInt(USERS));
      long began = System.nanoTime();
      base.timeline(reader, null, PAGE);
      times.recordValue(System.nanoTime() - began);
    }
    return times;
  }

  /** Every post was written a hundred times, and the newest of each author is on top. */
  private void checkAll(TwiBase base) throws IOException {
    long posts = clock.get();
    long rows = base.work().rowsWritten();
    if (rows != posts * FOLLOWERS) {
      throw new IllegalStateException(posts + " posts were written into " + rows + " rows");
    }
    for (int author = 0; author < Math.min(AUTHORS, posts); author++) {
      check(base, author);
    }
  }

  private static void check(TwiBase base, int author) throws IOException {
    TwitId newest = base.posts(name(author), null, 1).get(0).id();
    for (int number = 1; number <= FOLLOWERS; number++) {
      String reader = name(follower(author, number));
      List<TimelineItem> page = base.timeline(reader, null, 1);
      if (page.isEmpty() || !page.get(0).id().equals(newest)) {
        throw new IllegalStateException(reader + " sees " + page + ", not " + newest);
      }
    }
  }
}
