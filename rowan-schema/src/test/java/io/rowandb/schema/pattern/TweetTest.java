package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.ColumnTypes;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tweets of a user, the newest first: writing, and each way of reading. */
@OnBackEnd
class TweetTest {
  record Tweet(String user, Instant time, long id, String text, String lang, long likes) {}

  private static final Instant T0 = Instant.parse("2012-07-01T00:00:00Z");

  private RecordTable<Tweet> table;

  @BeforeEach
  void create(Connection connection) throws IOException {
    TableDesign<Tweet> design =
        TableDesign.of(BackEnd.newTableName("twits"), Tweet.class)
            .key(
                key ->
                    key.hash(Digest.md5(16), Tweet::user)
                        .part(Tweet::time, Parts.descending(Parts.millis()))
                        .part(Tweet::id, Parts.int64())
                        .lossy(Tweet::user))
            .family("t", family -> family.setMaxVersions(1))
            .column(Tweet::user, "t:u")
            .column(Tweet::text, "t:x")
            .column(Tweet::lang, "t:l", ColumnTypes.text(), "en")
            .counter(Tweet::likes, "t:n")
            .splits(Splits.even(4))
            .build();
    table = RecordTable.create(connection, design);
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  @Test
  void severalByTheirKeys() throws IOException {
    Tweet first = tweet("ada", 1, "one");
    Tweet second = tweet("bob", 2, "two");
    table.putAll(List.of(first, second));
    List<Object> keyOfFirst = List.of("ada", first.time(), first.id());
    List<Object> keyOfSecond = List.of("bob", second.time(), second.id());
    assertThat(table.getAll(List.of(keyOfSecond, List.of("eve", T0, 1L), keyOfFirst, keyOfSecond)))
        .containsExactly(
            Optional.of(second), Optional.empty(), Optional.of(first), Optional.of(second));
    assertThat(table.getAll(List.of())).isEmpty();
    assertThatThrownBy(() -> table.getAll(List.of(keyOfFirst, List.of("ada", T0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[user, time, id], and not 2 values");
  }

  private static Tweet tweet(String user, int second, String text) {
    return new Tweet(user, T0.plusSeconds(second), second, text, "de", 0);
  }

  private List<Tweet> load() throws IOException {
    List<Tweet> tweets = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      tweets.add(tweet("user" + i % 5, i, "text " + i));
    }
    table.putAll(tweets);
    return tweets;
  }

  private static List<Tweet> newestOf(List<Tweet> tweets, String user) {
    return tweets.stream()
        .filter(tweet -> tweet.user().equals(user))
        .sorted(Comparator.comparing(Tweet::time).reversed())
        .toList();
  }

  @Test
  void aRecordIsReadAsItWasWritten() throws IOException {
    Tweet tweet = tweet("ada", 7, "a\u0000\uD83D\uDE00");
    table.put(tweet);
    assertThat(table.get("ada", tweet.time(), 7L)).contains(tweet);
    assertThat(table.get("ada", tweet.time(), 8L)).isEmpty();
  }

  @Test
  void nullsGoAndDefaultsCome() throws IOException {
    table.put(tweet("ada", 7, "text"));
    table.put(new Tweet("ada", T0.plusSeconds(7), 7, null, null, 0));
    assertThat(table.get("ada", T0.plusSeconds(7), 7L))
        .contains(new Tweet("ada", T0.plusSeconds(7), 7, null, "en", 0));
  }

  @Test
  void aCounterIsChangedByIncrementsAlone() throws IOException {
    table.put(tweet("ada", 7, "text"));
    assertThat(table.increment(Tweet::likes, 3, "ada", T0.plusSeconds(7), 7L)).isEqualTo(3);
    table.put(tweet("ada", 7, "other"));
    assertThat(table.get("ada", T0.plusSeconds(7), 7L).orElseThrow().likes()).isEqualTo(3);
  }

  @Test
  void theNewestOfAUserComeFirst() throws IOException {
    List<Tweet> tweets = load();
    assertThat(table.where(Tweet::user).is("user3").list()).isEqualTo(newestOf(tweets, "user3"));
    assertThat(table.where(Tweet::user).is("user3").newestFirst().limit(4).list())
        .isEqualTo(newestOf(tweets, "user3").subList(0, 4));
    List<Tweet> oldest = new ArrayList<>(newestOf(tweets, "user3"));
    Collections.reverse(oldest);
    assertThat(table.where(Tweet::user).is("user3").oldestFirst().list()).isEqualTo(oldest);
  }

  @Test
  void aRangeOfTimesIsReadAndNothingElse() throws IOException {
    List<Tweet> tweets = load();
    Instant from = T0.plusSeconds(12);
    Instant to = T0.plusSeconds(32);
    assertThat(table.where(Tweet::user).is("user2").between(Tweet::time, from, to).list())
        .isEqualTo(
            newestOf(tweets, "user2").stream()
                .filter(each -> !each.time().isBefore(from) && each.time().isBefore(to))
                .toList())
        .hasSize(4);
  }

  @Test
  void severalUsersAreMergedIntoOneOrder() throws IOException {
    List<Tweet> tweets = load();
    assertThat(
            table
                .all()
                .where(Tweet::user)
                .in(List.of("user1", "user4"))
                .newestFirst()
                .limit(7)
                .list())
        .isEqualTo(
            tweets.stream()
                .filter(each -> each.user().equals("user1") || each.user().equals("user4"))
                .sorted(Comparator.comparing(Tweet::time).reversed())
                .limit(7)
                .toList());
  }

  @Test
  void pagesGoOnWhereTheLastEnded() throws IOException {
    List<Tweet> tweets = load();
    RecordQuery<Tweet> query =
        table.all().where(Tweet::user).in(List.of("user1", "user4", "user0")).newestFirst();
    List<Tweet> read = new ArrayList<>();
    Page<Tweet> page = query.page(7);
    int pages = 1;
    while (page.next().isPresent()) {
      read.addAll(page.records());
      page = query.page(7, page.next().get());
      pages++;
    }
    read.addAll(page.records());
    assertThat(pages).isEqualTo(5);
    assertThat(read).isEqualTo(query.list()).hasSize(30).isSubsetOf(tweets);
    String token = query.page(7).next().orElseThrow();
    assertThatThrownBy(() -> query.oldestFirst().page(7, token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another read");
  }

  @Test
  void aReadThatTheKeyDoesNotServeIsRefused() throws IOException {
    List<Tweet> tweets = load();
    RecordQuery<Tweet> query = table.where(Tweet::text).is("text 7");
    assertThatThrownBy(query::list)
        .isInstanceOf(UnservedReadException.class)
        .hasMessageContaining("the conditions are on text")
        .hasMessageContaining("16 bytes");
    assertThat(query.allowFullScan().list()).isEqualTo(List.of(tweets.get(7)));
  }

  @Test
  void aStreamIsLazyAndClosed() throws IOException {
    List<Tweet> tweets = load();
    try (Stream<Tweet> stream =
        table.where(Tweet::user).is("user0").filter(t -> t.id() > 10).stream()) {
      assertThat(stream.map(Tweet::id).findFirst())
          .isEqualTo(Optional.of(newestOf(tweets, "user0").get(0).id()));
    }
  }
}
