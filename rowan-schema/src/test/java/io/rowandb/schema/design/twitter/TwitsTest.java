package io.rowandb.schema.design.twitter;

import static io.rowandb.schema.design.twitter.TwitterDesign.TWITS;
import static io.rowandb.schema.design.twitter.TwitterDesign.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.design.Explained;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.NeedsRealData;
import io.rowandb.schema.design.RealData;
import io.rowandb.schema.design.twitter.TwitterDesign.Twit;
import io.rowandb.schema.design.twitter.TwitterDesign.User;
import io.rowandb.schema.design.twitter.TwitterFiles.TweetRow;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Users and their posts: 6,439 tweets of two authors. */
@OnBackEnd
@NeedsRealData
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwitsTest {
  private static final String AUTHOR = "BarackObama";

  private List<TweetRow> rows;
  private List<Twit> twits;
  private Loaded loaded;
  private RecordTable<Twit> table;
  private RecordTable<User> users;

  @BeforeAll
  void load(Connection connection) throws IOException {
    rows = TwitterFiles.tweets();
    twits = rows.stream().map(TweetRow::twit).toList();
    loaded = new Loaded(connection);
    table = loaded.table(TWITS, twits);
    users =
        loaded.table(
            USERS,
            twits.stream()
                .map(Twit::user)
                .distinct()
                .map(name -> new User(name, "@" + name, null, 0))
                .toList());
  }

  @AfterAll
  void drop() throws IOException {
    if (loaded != null) {
      loaded.close();
    }
  }

  private List<Twit> newestOf(String user) {
    return twits.stream()
        .filter(twit -> twit.user().equals(user))
        .sorted(Comparator.comparing(Twit::time).reversed())
        .toList();
  }

  @Test
  void theIdTellsTheTimeThatTheFileSays() {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("M/d/yy H:mm");
    assertThat(rows).hasSize(3207 + 3232);
    for (TweetRow row : rows) {
      assertThat(LocalDateTime.parse(row.createdAt(), format).toInstant(ZoneOffset.UTC))
          .isEqualTo(row.twit().time().truncatedTo(ChronoUnit.MINUTES));
    }
  }

  @Test
  void theNewestPostsOfAUser() throws IOException {
    assertThat(table.where(Twit::user).is(AUTHOR).newestFirst().limit(20).list())
        .isEqualTo(newestOf(AUTHOR).subList(0, 20));
    Explained.assertOneRange(
        "newest posts of a user", table.where(Twit::user).is(AUTHOR).newestFirst().limit(20));
  }

  @Test
  void allPostsOfEachUser() throws IOException {
    for (String user : List.of(AUTHOR, "realDonaldTrump")) {
      assertThat(table.where(Twit::user).is(user).list()).isEqualTo(newestOf(user));
    }
    assertThat(table.where(Twit::user).is("Barack").list()).isEmpty();
  }

  @Test
  void thePostsOfAMonth() throws IOException {
    Instant from = Instant.parse("2017-01-01T00:00:00Z");
    Instant to = Instant.parse("2017-02-01T00:00:00Z");
    assertThat(table.where(Twit::user).is(AUTHOR).between(Twit::time, from, to).list())
        .isEqualTo(
            newestOf(AUTHOR).stream()
                .filter(twit -> !twit.time().isBefore(from) && twit.time().isBefore(to))
                .toList())
        .isNotEmpty();
    Explained.assertOneRange(
        "posts of a month", table.where(Twit::user).is(AUTHOR).between(Twit::time, from, to));
  }

  @Test
  void onePost() throws IOException {
    for (int i = 0; i < twits.size(); i += 500) {
      Twit twit = twits.get(i);
      assertThat(table.get(twit.user(), twit.time(), twit.id())).contains(twit);
    }
  }

  /** One increment a post. */
  @Test
  void theCountOfPostsRises() throws IOException {
    List<Twit> posts = twits.stream().limit(RealData.share(5_000)).toList();
    for (Twit post : posts) {
      users.increment(User::posts, 1, post.user());
    }
    Map<String, Long> counts =
        posts.stream().collect(Collectors.groupingBy(Twit::user, Collectors.counting()));
    for (String user : List.of(AUTHOR, "realDonaldTrump")) {
      assertThat(users.get(user))
          .contains(new User(user, "@" + user, null, counts.getOrDefault(user, 0L)));
    }
  }
}
