package io.rowandb.tsdb.text;

import io.rowandb.tsdb.codec.PointTime;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Made-up points: how busy servers are, in percent, in the metric {@code sys.cpu} with the tags
 * {@code host} and {@code site}. Point after point of all servers, then the next time. The same for
 * the same numbers. Immutable.
 */
public final class MadeUpPoints {
  private static final int SITES = 3;
  private static final int MOST_HOSTS = 100_000;
  private static final int PERCENT = 100;
  private static final int DAY_SECONDS = 86_400;

  private final long seed;
  private final List<Series> hosts = new ArrayList<>();
  private final long startSeconds;
  private final int stepSeconds;
  private final long points;

  /**
   * Checks the numbers.
   *
   * @param hosts how many servers, 1 to 100,000
   * @param startSeconds of the first point, since 1970
   * @param stepSeconds between two of a server, from 1
   * @param points of all together, from 0
   * @throws IllegalArgumentException that begins with the name of the number that is wrong
   */
  public MadeUpPoints(long seed, int hosts, long startSeconds, int stepSeconds, long points) {
    require(hosts >= 1 && hosts <= MOST_HOSTS, "hosts", hosts, "1 to " + MOST_HOSTS);
    require(stepSeconds >= 1, "step", stepSeconds, "1 or more");
    require(points >= 0, "points", points, "0 or more");
    require(
        startSeconds >= 0 && startSeconds <= PointTime.MAX_SECONDS,
        "start",
        startSeconds,
        "0 to " + PointTime.MAX_SECONDS);
    require(
        points / hosts <= (PointTime.MAX_SECONDS - startSeconds) / stepSeconds,
        "points",
        points,
        "few enough to end before 2106");
    this.seed = seed;
    this.startSeconds = startSeconds;
    this.stepSeconds = stepSeconds;
    this.points = points;
    for (int i = 0; i < hosts; i++) {
      this.hosts.add(Series.of("sys.cpu", Map.of("host", "web" + i, "site", "site" + i % SITES)));
    }
  }

  private static void require(boolean holds, String what, long number, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(what + " is " + number + ", not " + rule);
    }
  }

  /** The points, in order. */
  public Stream<DataPoint> points() {
    return LongStream.range(0, points).mapToObj(this::point);
  }

  private DataPoint point(long number) {
    int host = (int) (number % hosts.size());
    long seconds = startSeconds + number / hosts.size() * stepSeconds;
    double day = Math.sin(2 * Math.PI * (seconds % DAY_SECONDS) / DAY_SECONDS);
    double noise = new SplittableRandom(seed * 1_000_003 + number).nextDouble();
    long busy = Math.round(PERCENT * (0.4 + 0.2 * day + 0.3 * noise));
    return new DataPoint(hosts.get(host), PointTime.ofSeconds(seconds), PointValue.of(busy));
  }
}
