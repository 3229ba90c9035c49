package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.view.HomePages.Tweet;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two clients write one record: at each call of the first, the second goes ahead of it. */
@OnBackEnd
class TwoWritersTest {
  /** More than any write has. */
  private static final int MAX_CALLS = 30;

  /** How far the clocks of the clients are from each other. */
  private static final Duration SKEW = Duration.ofHours(1);

  /** What a client does. */
  private enum Write {
    PUT,
    DELETE,
    DELETE_AND_PUT
  }

  private HomePages pages;
  private long nextId;

  @BeforeEach
  void create(Connection connection) throws IOException {
    pages = new HomePages(connection);
  }

  @AfterEach
  void close() throws IOException {
    pages.close();
  }

  private static Tweet of(long id, String writer, String followers) {
    return new Tweet(id, writer, null, "de", followers, 0);
  }

  private static void run(ViewedTable<Tweet> table, Write write, Tweet tweet) throws IOException {
    if (write != Write.PUT) {
      table.delete(tweet);
    }
    if (write != Write.DELETE) {
      table.put(tweet);
    }
  }

  private void run(Connection connection, Clock clock, Write write, Tweet tweet)
      throws IOException {
    try (ViewedTable<Tweet> table = pages.open(connection, clock)) {
      run(table, write, tweet);
    }
  }

  private static Optional<Tweet> result(Write write, Tweet tweet) {
    return write == Write.DELETE ? Optional.empty() : Optional.of(tweet);
  }

  private ViewCounts verified() throws IOException {
    try (ViewedTable<Tweet> table = pages.open()) {
      return table.verify().get(0);
    }
  }

  private void eachInterleaving(boolean there, Clock first, Clock second) throws IOException {
    for (Write one : Write.values()) {
      for (Write other : Write.values()) {
        boolean more = true;
        for (int call = 0; more && call < MAX_CALLS; call++) {
          more = interleave(there, first, second, one, other, call);
        }
        assertThat(more).isFalse();
      }
    }
  }

  /** Returns whether the first made that call. */
  private boolean interleave(
      boolean there, Clock first, Clock second, Write one, Write other, int call)
      throws IOException {
    long id = nextId++;
    Tweet mine = of(id, "first", "bob,cat,dan");
    Tweet theirs = of(id, "second", "cat,eve");
    if (there) {
      run(pages.connection, Clock.systemUTC(), Write.PUT, of(id, "before", "bob,fay"));
    }
    WatchedConnection watched =
        WatchedConnection.withOthers(
            pages.connection, () -> run(pages.connection, second, other, theirs), call);
    run(watched.connection(), first, one, mine);
    String what = one + " with " + other + " before call " + call + ", there before: " + there;
    assertThat(pages.tweet(id)).as(what).isIn(result(one, mine), result(other, theirs));
    assertThat(verified()).as(what).matches(ViewCounts::isClean);
    return watched.calls() > call;
  }

  @Test
  @Tag("slow")
  void theViewIsTheSourcesWithoutRepair() throws IOException {
    eachInterleaving(/* there= */ true, Clock.systemUTC(), Clock.systemUTC());
    eachInterleaving(/* there= */ false, Clock.systemUTC(), Clock.systemUTC());
  }

  @Test
  @Tag("slow")
  void clocksMayDiffer() throws IOException {
    Clock ahead = Clock.offset(Clock.systemUTC(), SKEW);
    Clock behind = Clock.offset(Clock.systemUTC(), SKEW.negated());
    eachInterleaving(/* there= */ true, ahead, behind);
    eachInterleaving(/* there= */ true, behind, ahead);
  }

  @Test
  void theFirstMayDieBehindTheSecond() throws IOException {
    for (Write one : Write.values()) {
      for (int call = 0; call < 6; call++) {
        for (int death = call; death < 8; death++) {
          long id = nextId++;
          Tweet mine = of(id, "first", "bob,cat,dan");
          Tweet theirs = of(id, "second", "cat,eve");
          run(pages.connection, Clock.systemUTC(), Write.PUT, of(id, "before", "bob,fay"));
          WatchedConnection watched =
              WatchedConnection.withOthersDying(
                  pages.connection,
                  () -> run(pages.connection, Clock.systemUTC(), Write.PUT, theirs),
                  call,
                  death);
          try {
            run(watched.connection(), Clock.systemUTC(), one, mine);
          } catch (IOException e) {
            assertThat(e).hasMessage("the client dies here");
          }
          try (ViewedTable<Tweet> table = pages.open()) {
            table.repair(Duration.ZERO);
          }
          assertThat(verified())
              .as("%s, the other before call %d, dead at %d", one, call, death)
              .matches(ViewCounts::isClean);
        }
      }
    }
  }

  /** A deletion that was acknowledged is one, though another client died in the midst of one. */
  @Test
  void theSecondMayDieDeletingWhatTheFirstDeletes() throws IOException {
    boolean more = true;
    for (int call = 0; more && call < MAX_CALLS; call++) {
      more = false;
      for (int death = 0; death < 8; death++) {
        long id = nextId++;
        Tweet there = of(id, "before", "bob,fay");
        run(pages.connection, Clock.systemUTC(), Write.PUT, there);
        int deadAt = death;
        WatchedConnection watched =
            WatchedConnection.withOthers(pages.connection, () -> die(there, deadAt), call);
        run(watched.connection(), Clock.systemUTC(), Write.DELETE, there);
        more |= watched.calls() > call;
        assertThat(pages.tweet(id)).as("dead at %d before call %d", death, call).isEmpty();
        try (ViewedTable<Tweet> table = pages.open()) {
          table.repair(Duration.ZERO);
        }
        assertThat(pages.tweet(id)).isEmpty();
        assertThat(verified()).matches(ViewCounts::isClean);
      }
    }
    assertThat(more).isFalse();
  }

  /** What another client was deleting when it died is gone, counts too, when it is put again. */
  @Test
  void aPutEndsTheDeletionOfADeadClient() throws IOException {
    boolean beganOnce = false;
    for (int death = 0; death < 8; death++) {
      long id = nextId++;
      Tweet there = of(id, "before", "bob,fay");
      run(pages.connection, Clock.systemUTC(), Write.PUT, there);
      pages.tweets.increment(Tweet::likes, 5, id);
      die(there, death);
      boolean begun = isBeingDeleted(id);
      Tweet mine = of(id, "first", "bob,cat");
      run(pages.connection, Clock.systemUTC(), Write.PUT, mine);
      assertThat(pages.tweet(id).orElseThrow().likes())
          .as("dead at %d", death)
          .isEqualTo(begun ? 0 : 5);
      beganOnce |= begun;
      assertThat(verified()).matches(ViewCounts::isClean);
    }
    assertThat(beganOnce).isTrue();
  }

  /** Whether its mark says so, or it is gone. */
  private boolean isBeingDeleted(long id) throws IOException {
    Column column = pages.tweetDesign.mark();
    byte[] row = pages.tweetDesign.key().encode(of(id, "", ""));
    try (Table table = pages.connection.getTable(pages.tweetDesign.name())) {
      byte[] mark = table.get(new Get(row)).getValue(column.family(), column.qualifier());
      return mark == null || Mark.of(mark).state() == Mark.State.DELETE;
    }
  }

  private void die(Tweet deleting, int call) throws IOException {
    WatchedConnection dying =
        WatchedConnection.dying(pages.connection, WatchedConnection.Death.BEFORE, call);
    try {
      run(dying.connection(), Clock.systemUTC(), Write.DELETE, deleting);
    } catch (IOException e) {
      assertThat(e).hasMessage("the client dies here");
    }
  }

  @Test
  void aRecordComesBackThoughTheClockIsBehind() throws IOException {
    Tweet tweet = of(1, "ada", "bob");
    Clock ahead = Clock.offset(Clock.systemUTC(), SKEW);
    run(pages.connection, ahead, Write.PUT, tweet);
    run(pages.connection, ahead, Write.DELETE, tweet);
    assertThat(pages.tweet(1)).isEmpty();
    assertThat(pages.allHomes()).isEmpty();
    run(pages.connection, Clock.systemUTC(), Write.PUT, tweet);
    assertThat(pages.tweet(1)).contains(tweet);
    assertThat(pages.homesOf("bob")).hasSize(1);
    assertThat(verified()).matches(ViewCounts::isClean);
  }
}
