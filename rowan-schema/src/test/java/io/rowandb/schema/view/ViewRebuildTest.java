package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.TableCalls;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.chain.Stamped;
import io.rowandb.schema.view.HomePages.HomeTweet;
import io.rowandb.schema.view.HomePages.Tweet;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Views that are not right are found, counted and made right. */
@OnBackEnd
class ViewRebuildTest {
  private static final int TWEETS = 40;

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

  /** Of 20 followers each. */
  private static Tweet tweet(int id) {
    List<String> followers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      followers.add("user" + (id + i));
    }
    return HomePages.tweet(id, "ada", "text " + id, String.join(",", followers));
  }

  private void putAll() throws IOException {
    for (int id = 0; id < TWEETS; id++) {
      table.put(tweet(id));
    }
  }

  private ViewCounts counts(long viewRows, long missing, long different, long surplus) {
    return new ViewCounts(
        pages.view.name(), TWEETS, viewRows, missing, different, surplus, /* pending= */ 0);
  }

  @Test
  void whatOthersDidToAViewIsFoundAndPutRight() throws IOException {
    putAll();
    assertThat(table.verify()).containsExactly(counts(800, 0, 0, 0));
    pages.homes.delete(new HomeTweet("user3", 2, null, null, null));
    pages.homes.delete(new HomeTweet("user9", 9, null, null, null));
    pages.homes.put(new HomeTweet("user10", 9, "eve", "text 9", "en"));
    pages.homes.put(new HomeTweet("user11", 9, "ada", "text 9", null));
    pages.homes.put(new HomeTweet("user12", 9, "ada", null, "en"));
    pages.homes.put(new HomeTweet("user99", 9, "ada", "text 9", "en"));
    pages.homes.put(new HomeTweet("nobody", 7, null, null, null));
    assertThat(table.verify()).containsExactly(counts(800, 2, 3, 2));
    assertThat(table.rebuild()).containsExactly(counts(802, 2, 3, 2));
    assertThat(table.verify()).containsExactly(counts(800, 0, 0, 0));
    assertThat(table.rebuild()).containsExactly(counts(800, 0, 0, 0));
    assertThat(pages.homesOf("user12")).contains(new HomeTweet("user12", 9, "ada", "text 9", "en"));
  }

  @Test
  void aRowThatIsNoRecordIsDifferent() throws IOException {
    putAll();
    byte[] row = home("user3", 2);
    try (Table homes = pages.connection.getTable(pages.homeDesign.name())) {
      homes.put(
          new Put(row).addColumn(Bytes.toBytes("h"), Bytes.toBytes("x"), new byte[] {(byte) 0xC0}));
    }
    assertThat(table.verify()).containsExactly(counts(800, 0, 1, 0));
    assertThat(table.rebuild()).containsExactly(counts(800, 0, 1, 0));
    assertThat(table.verify()).containsExactly(counts(800, 0, 0, 0));
  }

  @Test
  void recordsThatWereLoadedGetTheirRows() throws IOException {
    List<Tweet> loaded = new ArrayList<>();
    for (int id = 0; id < TWEETS; id++) {
      loaded.add(tweet(id));
    }
    pages.tweets.load(loaded.stream());
    assertThat(table.verify()).containsExactly(counts(0, 800, 0, 0));
    assertThat(table.rebuild()).containsExactly(counts(800, 800, 0, 0));
    assertThat(table.verify()).containsExactly(counts(800, 0, 0, 0));
    assertThat(pages.tweets.all().allowFullScan().list()).hasSize(TWEETS);
  }

  @Test
  void recordsThatWereDeletedByOthersLoseTheirRows() throws IOException {
    putAll();
    pages.tweets.delete(tweet(3));
    pages.tweets.delete(tweet(4));
    assertThat(table.rebuild())
        .containsExactly(
            new ViewCounts(pages.view.name(), TWEETS - 2, 800, 0, 0, 40, /* pending= */ 0));
    table.put(tweet(3));
    table.put(tweet(4));
    assertThat(table.verify()).containsExactly(counts(800, 0, 0, 0));
  }

  @Test
  void aNewFunctionChangesTheView() throws IOException {
    putAll();
    try (ViewedTable<Tweet> fewer =
        ViewedTable.open(
            pages.connection,
            pages.tweetDesign,
            pages.with(tweet -> HomePages.homes(tweet).subList(0, 5)))) {
      assertThat(fewer.verify()).containsExactly(counts(800, 0, 0, 600));
      assertThat(fewer.rebuild()).containsExactly(counts(800, 0, 0, 600));
      assertThat(fewer.verify()).containsExactly(counts(200, 0, 0, 0));
    }
    assertThat(table.rebuild()).containsExactly(counts(800, 600, 0, 0));
    assertThat(table.verify()).containsExactly(counts(800, 0, 0, 0));
  }

  @Test
  void twoRecordsOfOneRowAreFound() throws IOException {
    try (ViewedTable<Tweet> shared =
        ViewedTable.open(
            pages.connection,
            pages.tweetDesign,
            pages.with(tweet -> List.of(new HomeTweet("all", 0, "x", "x", "x"))))) {
      shared.put(tweet(1));
      shared.put(tweet(2));
      assertThat(shared.verify().get(0).different()).isEqualTo(1);
    }
  }

  @Test
  void writersMayGoOnWhileAViewIsRebuilt() throws IOException {
    int step = 0;
    boolean more = true;
    for (; more && step < 100; step++) {
      Random random = new Random(step);
      damage(random);
      WatchedConnection watched =
          WatchedConnection.withOthers(
              pages.connection, () -> write(random, pages.connection), step);
      try (ViewedTable<Tweet> rebuilding = pages.open(watched.connection(), Clock.systemUTC())) {
        rebuilding.rebuild();
      }
      assertThat(table.verify())
          .as("writers before call %d, seed the same", step)
          .singleElement()
          .matches(ViewCounts::isClean);
      more = watched.calls() > step;
    }
    assertThat(more).isFalse();
    assertThat(step).isGreaterThan(8); // many rows take each step in one call
  }

  /** At the time of what is damaged: a deletion of now could hide a put of the same millisecond. */
  private void damage(Random random) throws IOException {
    for (int id = 0; id < 4; id++) {
      table.put(tweet(id));
    }
    try (Table homes = pages.connection.getTable(pages.homeDesign.name())) {
      byte[] lost = home("user" + (3 + random.nextInt(10)), 2);
      homes.delete(new Delete(lost, Stamped.latest(homes.get(new Get(lost)))));
      byte[] wrong = home("user5", 3);
      long time = Stamped.latest(homes.get(new Get(wrong)));
      homes.put(
          new Put(wrong)
              .addColumn(Bytes.toBytes("h"), Bytes.toBytes("a"), time, Bytes.toBytes("eve")));
      byte[] surplus = home("user77", random.nextInt(4)); // a writer may give it a record
      homes.put(
          new Put(surplus)
              .addColumn(
                  Bytes.toBytes("h"),
                  Bytes.toBytes("a"),
                  latestStored(surplus) + 1,
                  Bytes.toBytes("eve")));
    }
    pages.homes.put(new HomeTweet("nobody", random.nextInt(4), "eve", "surplus", null));
  }

  private long latestStored(byte[] row) throws IOException {
    try (WaitingCarrier carrier = new WaitingCarrier(pages.connection)) {
      TableCalls homes = carrier.table(pages.homeDesign.name());
      return Steps.ended(Stamped.latestStored(homes, List.of(row))).getOrDefault(row, 0L);
    }
  }

  private byte[] home(String follower, long id) {
    return pages.homeDesign.key().encode(new HomeTweet(follower, id, null, null, null));
  }

  private void write(Random random, Connection connection) throws IOException {
    try (ViewedTable<Tweet> writer = pages.open(connection, Clock.systemUTC())) {
      for (int id = 0; id < 6; id++) {
        switch (random.nextInt(3)) {
          case 0 -> writer.delete(tweet(id));
          case 1 -> writer.put(HomePages.tweet(id, "bob", "new", "user" + id + ",user77"));
          default -> writer.put(tweet(id));
        }
      }
    }
  }
}
