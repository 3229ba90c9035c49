package io.rowandb.bench.applications;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/**
 * An application in both ways.
 *
 * @param name in words
 */
public record ApplicationPair(String name, Way typed, Way plain) {
  /**
   * One way.
   *
   * @param source the class that is all of it
   */
  public record Way(Class<? extends Application> source, Opening opening) {}

  /** Makes the tables of an application, and opens it. */
  @FunctionalInterface
  public interface Opening {
    /** Of a store that has none of them yet. */
    Application open(Connection connection) throws IOException;
  }

  /** All six. */
  public static List<ApplicationPair> all() {
    return List.of(
        new ApplicationPair(
            "social graph",
            new Way(TypedSocialGraph.class, TypedSocialGraph::new),
            new Way(PlainSocialGraph.class, PlainSocialGraph::new)),
        new ApplicationPair(
            "hour series",
            new Way(TypedHourSeries.class, TypedHourSeries::new),
            new Way(PlainHourSeries.class, PlainHourSeries::new)),
        new ApplicationPair(
            "log store",
            new Way(TypedLogStore.class, TypedLogStore::new),
            new Way(PlainLogStore.class, PlainLogStore::new)),
        new ApplicationPair(
            "forum",
            new Way(TypedForum.class, TypedForum::new),
            new Way(PlainForum.class, PlainForum::new)),
        new ApplicationPair(
            "leaderboard",
            new Way(TypedLeaderboard.class, TypedLeaderboard::new),
            new Way(PlainLeaderboard.class, PlainLeaderboard::new)),
        new ApplicationPair(
            "call records",
            new Way(TypedCallRecords.class, TypedCallRecords::new),
            new Way(PlainCallRecords.class, PlainCallRecords::new)));
  }
}
