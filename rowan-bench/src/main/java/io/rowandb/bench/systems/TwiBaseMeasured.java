package io.rowandb.bench.systems;

import io.rowandb.systems.twibase.TwiBase;
import io.rowandb.systems.twibase.TwiEvent;
import io.rowandb.systems.twibase.TwiLoad;
import io.rowandb.systems.twibase.TwiTraffic;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;

/** Users who follow ten others and post five times, on average. */
final class TwiBaseMeasured implements MeasuredSystem {
  private static final int FOLLOWS = 10;
  private static final int POSTS = 5;
  private static final int LEAST_USERS = 100;
  private static final int MOST_USERS = 1_000_000;
  private static final int PAGE = 20;

  private final TwiBase base;
  private final TwiTraffic traffic;
  private final TwiLoad writer;
  private final EndlessData<TwiEvent> more;

  /** With so many events. */
  TwiBaseMeasured(Connection connection, long count) throws IOException {
    int users = (int) Math.max(LEAST_USERS, Math.min(MOST_USERS, count / (1 + FOLLOWS + POSTS)));
    this.traffic = new TwiTraffic(1, users, FOLLOWS, (long) POSTS * users);
    this.base = TwiBase.open(connection);
    this.writer = new TwiLoad(base);
    this.more =
        new EndlessData<>(
            2, seed -> new TwiTraffic(seed, users, FOLLOWS, traffic.posts()).posted());
  }

  @Override
  public String loaded() {
    return "sign-ups, follows, posts";
  }

  @Override
  public long load(long wanted) throws IOException {
    return new TwiLoad(base).run(traffic.events());
  }

  @Override
  public void write() throws IOException {
    writer.run(Stream.of(more.next()));
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question("twibase: timeline", r -> base.timeline(user(r), null, PAGE).size()),
        new Question(
            "twibase: timeline, authors",
            r -> base.timelineWithAuthors(user(r), null, PAGE).size()),
        new Question("twibase: posts", r -> base.posts(user(r), null, PAGE).size()),
        new Question("twibase: followers", r -> base.followers(user(r), null, PAGE).size()));
  }

  private String user(SplittableRandom random) {
    return TwiTraffic.name(random.nextInt(traffic.users()));
  }

  @Override
  public void close() throws IOException {
    base.close();
  }
}
