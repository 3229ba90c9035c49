package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.view.HomePages.HomeTweet;
import io.rowandb.schema.view.HomePages.Tweet;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What views have of the records that are written, and what they refuse. */
@OnBackEnd
class ViewedTableTest {
  private static final int FOLLOWERS = 1_000;

  private HomePages pages;
  private ViewedTable<Tweet> table;

  @BeforeEach
  void create(Connection connection) throws IOException {
    pages = new HomePages(connection);
    table = pages.open();
  }

  @AfterEach
  void close() throws IOException {
    table.close();
    pages.close();
  }

  private static String followers(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> "follower" + number)
        .collect(Collectors.joining(","));
  }

  @Test
  void aThousandCopiesAreWrittenRenamedAndDeleted() throws IOException {
    Tweet tweet = HomePages.tweet(1, "ada", "hello", followers(0, FOLLOWERS));
    table.put(tweet);
    table.put(HomePages.tweet(2, "bob", "other", "follower7"));
    assertThat(pages.allHomes()).hasSize(FOLLOWERS + 1);
    table.put(HomePages.tweet(1, "Ada Lovelace", "hello", followers(0, FOLLOWERS)));
    assertThat(pages.allHomes())
        .hasSize(FOLLOWERS + 1)
        .filteredOn(home -> home.author().equals("Ada Lovelace"))
        .hasSize(FOLLOWERS);
    table.put(HomePages.tweet(1, "Ada Lovelace", "hello", followers(600, FOLLOWERS + 100)));
    assertThat(pages.allHomes()).hasSize(501);
    assertThat(table.verify())
        .containsExactly(new ViewCounts(pages.view.name(), 2, 501, 0, 0, 0, 0));
    table.delete(tweet);
    assertThat(pages.allHomes())
        .containsExactly(new HomeTweet("follower7", 2, "bob", "other", "en"));
    assertThat(pages.tweets.all().allowFullScan().list()).hasSize(1);
    table.delete(tweet);
    table.deleteKey(2L);
    table.deleteKey(3L);
    assertThat(pages.allHomes()).isEmpty();
    assertThat(pages.tweets.all().allowFullScan().list()).isEmpty();
    assertThat(table.verify()).singleElement().matches(ViewCounts::isClean);
  }

  @Test
  void whatAReadFindsGoesWithItsViewRows() throws IOException {
    for (int i = 0; i < 12; i++) {
      table.put(HomePages.tweet(i, "author" + i % 3, "text", "bob,cat"));
    }
    assertThat(table.deleteAll(table.records().all().allowFullScan().filter(t -> t.id() % 3 == 1)))
        .isEqualTo(4);
    assertThat(pages.allHomes()).hasSize(16).noneMatch(home -> home.author().equals("author1"));
    table.deleteKeys(List.of(List.of(0L), List.of(1L), List.of(2L)));
    assertThat(pages.allHomes()).hasSize(12);
    assertThatThrownBy(() -> table.deleteKeys(List.of(List.of(3L), List.of("3"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(pages.allHomes()).hasSize(12);
    assertThat(table.verify()).singleElement().matches(ViewCounts::isClean);
  }

  @Test
  void whatAReadFindsGoesWithItsViewRowsWithoutWaiting(Configuration configuration)
      throws Exception {
    for (int i = 0; i < 40; i++) {
      table.put(HomePages.tweet(i, "author" + i % 4, "text", "bob"));
    }
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      AsyncViewedTable<Tweet> calls = AsyncViewedTable.open(async, pages.view.source(), pages.view);
      RecordQuery<Tweet> read = calls.records().all().allowFullScan();
      assertThat(calls.deleteAll(read.filter(each -> each.id() % 4 == 1)).get()).isEqualTo(10);
      calls.deleteKey(0L).get();
      calls.deleteKeys(List.of(List.of(2L), List.of(3L), List.of(1_000L))).get();
    }
    assertThat(pages.allHomes()).hasSize(27).noneMatch(home -> home.author().equals("author1"));
    assertThat(table.verify()).singleElement().matches(ViewCounts::isClean);
  }

  @Test
  void theHomePageIsReadByItsOwner() throws IOException {
    table.put(HomePages.tweet(1, "ada", "one", "bob,cat"));
    table.put(HomePages.tweet(2, "ada", "two", "bob"));
    assertThat(pages.homesOf("bob")).extracting(HomeTweet::text).containsExactly("one", "two");
    assertThat(pages.homesOf("cat")).extracting(HomeTweet::text).containsExactly("one");
  }

  @Test
  void copiesHaveDefaultsAndNoCounters() throws IOException {
    assertThatThrownBy(() -> table.put(new Tweet(1, "ada", null, null, "bob", 5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Tweet.likes is 5");
    table.put(new Tweet(1, "ada", null, null, "bob", 0));
    pages.tweets.increment(Tweet::likes, 3, 1L);
    assertThat(pages.homesOf("bob")).containsExactly(new HomeTweet("bob", 1, "ada", null, "en"));
    assertThat(table.verify()).singleElement().matches(ViewCounts::isClean);
    assertThat(pages.tweet(1)).contains(new Tweet(1, "ada", null, "en", "bob", 3));
    table.put(new Tweet(1, "ada", null, "de", "bob", 0));
    assertThat(pages.tweet(1)).contains(new Tweet(1, "ada", null, "de", "bob", 3));
  }

  @Test
  void aRecordWithoutCopiesAndColumnsIsOne() throws IOException {
    Tweet bare = HomePages.tweet(1, null, null, null);
    table.put(HomePages.tweet(1, "ada", "text", "bob"));
    table.put(bare);
    assertThat(pages.tweet(1)).contains(new Tweet(1, null, null, "en", null, 0));
    assertThat(pages.allHomes()).isEmpty();
    table.delete(bare);
    assertThat(pages.tweet(1)).isEmpty();
  }

  @Test
  void insertOnlyReadsNothing() throws IOException {
    WatchedConnection watched =
        WatchedConnection.dying(pages.connection, WatchedConnection.Death.BEFORE, 3);
    View<Tweet, HomeTweet> inserts = pages.view.insertOnly();
    try (ViewedTable<Tweet> only =
        ViewedTable.open(watched.connection(), pages.tweetDesign, inserts)) {
      only.put(HomePages.tweet(1, "ada", "text", "bob,cat"));
      assertThat(watched.calls()).isEqualTo(3); // the record, its copies, the mark
      assertThatThrownBy(() -> only.put(HomePages.tweet(2, "ada", "text", "bob")))
          .isInstanceOf(IOException.class);
    }
    for (int call = 0; call < 3; call++) {
      watched = WatchedConnection.dying(pages.connection, WatchedConnection.Death.AFTER, call);
      try (ViewedTable<Tweet> only =
          ViewedTable.open(watched.connection(), pages.tweetDesign, inserts)) {
        Tweet tweet = HomePages.tweet(10 + call, "ada", "text", "bob,cat,dan");
        assertThatThrownBy(() -> only.put(tweet)).hasMessage("the client dies here");
      }
      assertThat(table.repair(Duration.ZERO).finished()).isEqualTo(call < 2 ? 1 : 0);
      assertThat(table.verify()).singleElement().matches(ViewCounts::isClean);
    }
    assertThat(pages.homesOf("dan")).hasSize(3);
    try (ViewedTable<Tweet> only = ViewedTable.open(pages.connection, pages.tweetDesign, inserts)) {
      only.delete(HomePages.tweet(10, null, null, null));
      assertThat(pages.homesOf("dan")).hasSize(2);
      // What it promised not to do.
      only.put(HomePages.tweet(11, "ada", "text", "bob"));
      assertThat(only.verify().get(0).surplus()).isEqualTo(2);
    }
  }

  @Test
  void severalViewsAreKept() throws IOException {
    try (HomePages other = new HomePages(pages.connection);
        ViewedTable<Tweet> both =
            ViewedTable.open(
                pages.connection,
                pages.tweetDesign,
                pages.view,
                View.of(
                    pages.tweetDesign,
                    other.homeDesign,
                    tweet -> List.of(new HomeTweet(tweet.author(), tweet.id(), "", "", ""))))) {
      both.put(HomePages.tweet(1, "ada", "text", "bob,cat"));
      both.put(HomePages.tweet(1, "eve", "text", "bob"));
      assertThat(pages.allHomes()).hasSize(1);
      assertThat(other.homesOf("eve")).hasSize(1);
      assertThat(other.allHomes()).hasSize(1);
      assertThat(both.verify()).hasSize(2).allMatch(ViewCounts::isClean);
      both.delete(HomePages.tweet(1, null, null, null));
      assertThat(other.allHomes()).isEmpty();
      assertThat(both.rebuild()).hasSize(2).allMatch(ViewCounts::isClean);
    }
  }

  @Test
  void whatCannotBeKeptIsRefusedBeforeAnythingIsWritten() throws IOException {
    assertThatThrownBy(() -> table.put(HomePages.tweet(1, "ada", "text", "bob,cat,bob")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gives two records of row bob");
    for (List<HomeTweet> wrong : Arrays.asList(null, Arrays.asList((HomeTweet) null))) {
      try (ViewedTable<Tweet> nulls =
          ViewedTable.open(pages.connection, pages.tweetDesign, pages.with(tweet -> wrong))) {
        assertThatThrownBy(() -> nulls.put(HomePages.tweet(1, "ada", "text", "bob")))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("gives null");
      }
    }
    assertThat(pages.tweet(1)).isEmpty();
    assertThatThrownBy(() -> table.repair(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("negative");
  }

  @Test
  void declarationsThatDoNotFitAreRefused(Connection connection) throws IOException {
    assertThatThrownBy(() -> ViewedTable.open(connection, pages.tweetDesign))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no view");
    assertThatThrownBy(
            () -> ViewedTable.open(connection, pages.tweetDesign, pages.view, pages.view))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target of a view, and of another");
    try (HomePages other = new HomePages(connection)) {
      assertThatThrownBy(
              () ->
                  ViewedTable.open(
                      connection, Clock.systemUTC(), pages.tweetDesign, List.of(other.view)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no view of");
    }
  }
}
