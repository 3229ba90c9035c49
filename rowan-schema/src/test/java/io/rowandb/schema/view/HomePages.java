package io.rowandb.schema.view;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Connection;

/** Tweets, and the home pages of those who follow their authors: the tables of these tests. */
final class HomePages implements AutoCloseable {
  /**
   * A tweet.
   *
   * @param followers the names of who is to see it, with commas between
   * @param likes a counter
   */
  record Tweet(long id, String author, String text, String lang, String followers, long likes) {}

  /** A tweet on somebody's home page. */
  record HomeTweet(String follower, long id, String author, String text, String lang) {}

  final Connection connection;
  final TableDesign<Tweet> tweetDesign;
  final TableDesign<HomeTweet> homeDesign;
  final View<Tweet, HomeTweet> view;
  final RecordTable<Tweet> tweets;
  final RecordTable<HomeTweet> homes;

  HomePages(Connection connection) throws IOException {
    this.connection = connection;
    tweetDesign =
        TableDesign.of(BackEnd.newTableName("viewed"), Tweet.class)
            .key(key -> key.part(Tweet::id))
            .family("t")
            .column(Tweet::author, "t:a")
            .column(Tweet::text, "t:x")
            .column(Tweet::lang, "t:l", ColumnTypes.text(), "en")
            .column(Tweet::followers, "t:f")
            .counter(Tweet::likes, "t:n")
            .build();
    homeDesign =
        TableDesign.of(BackEnd.newTableName("homes"), HomeTweet.class)
            .key(key -> key.part(HomeTweet::follower).part(HomeTweet::id, Parts.int64()))
            .family("h")
            .column(HomeTweet::author, "h:a")
            .column(HomeTweet::text, "h:x")
            .column(HomeTweet::lang, "h:l")
            .build();
    view = View.of(tweetDesign, homeDesign, HomePages::homes);
    tweets = RecordTable.create(connection, tweetDesign);
    homes = RecordTable.create(connection, homeDesign);
  }

  static Tweet tweet(long id, String author, String text, String followers) {
    return new Tweet(id, author, text, null, followers, 0);
  }

  static List<HomeTweet> homes(Tweet tweet) {
    if (tweet.followers() == null) {
      return List.of();
    }
    return Arrays.stream(tweet.followers().split(",", -1))
        .map(
            follower ->
                new HomeTweet(follower, tweet.id(), tweet.author(), tweet.text(), tweet.lang()))
        .toList();
  }

  /** The same view with another function. */
  View<Tweet, HomeTweet> with(Function<Tweet, List<HomeTweet>> function) {
    return View.of(tweetDesign, homeDesign, function);
  }

  ViewedTable<Tweet> open() throws IOException {
    return ViewedTable.open(connection, tweetDesign, view);
  }

  ViewedTable<Tweet> open(Connection watched, Clock clock) throws IOException {
    return ViewedTable.open(watched, clock, tweetDesign, List.of(view));
  }

  Optional<Tweet> tweet(long id) throws IOException {
    return tweets.get(id);
  }

  List<HomeTweet> allHomes() throws IOException {
    return homes.all().allowFullScan().list();
  }

  List<HomeTweet> homesOf(String follower) throws IOException {
    return homes.where(HomeTweet::follower).is(follower).list();
  }

  @Override
  public void close() throws IOException {
    tweets.close();
    homes.close();
  }
}
