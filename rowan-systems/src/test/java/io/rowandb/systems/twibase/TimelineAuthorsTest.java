package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.measure.WatchedTables;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A timeline joined with the authors of its posts. */
@OnBackEnd
class TimelineAuthorsTest {
  private static final String SPACE = "twiauthors";
  private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> NAMES = List.of("ann", "ben", "cyd", "dan", "eve");

  private Connection connection;
  private TwiBase base;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    base = TwiBase.open(connection, DeliveryPlan.PER_PAIR, SPACE);
    for (String name : NAMES) {
      base.signUp(name, name + " 昵称 \u0000", "", T.plusSeconds(name.charAt(0)));
    }
  }

  @AfterEach
  void drop() throws IOException {
    base.close();
    for (String table : TwiTables.names(SPACE)) {
      BackEnd.drop(connection, table);
    }
    connection.getAdmin().deleteNamespace(SPACE);
  }

  /** By brute force: a get of the profile of each post's author. */
  @Test
  void eachPostHasItsAuthorAsOfNow() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (String name : NAMES) {
      base.follow("eve", name.equals("eve") ? "ann" : name, T);
    }
    List<TwitId> posts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      posts.add(base.post(NAMES.get(random.nextInt(4)), "post " + i, T.plusMillis(i)));
    }
    base.delete(posts.get(11));
    base.rename("ben", "Benjamin", T.plusSeconds(1));
    List<AuthoredItem> all = base.timelineWithAuthors("eve", null, 1_000);
    assertThat(all).hasSize(39);
    assertThat(all).extracting(AuthoredItem::item).isEqualTo(base.timeline("eve", null, 1_000));
    for (AuthoredItem each : all) {
      Profile profile = base.profile(each.item().id().author()).orElseThrow();
      assertThat(each.author())
          .isEqualTo(
              new TwitAuthor(
                  profile.name(), profile.nickname(), profile.joined(), profile.posts()));
    }
    assertThat(base.timelineWithAuthors("eve", all.get(9).item().id(), 5))
        .isEqualTo(all.subList(10, 15));
    assertThat(base.timelineWithAuthors("dan", null, 10)).as("follows nobody").isEmpty();
    assertThat(base.timelineWithAuthors("nobody", null, 10)).isEmpty();
  }

  /** A program died in a change of nickname: copies are old, the author's row is not. */
  @Test
  void aNicknameIsThatOfTheAuthorsRowWhileCopiesAreOlder() throws IOException {
    base.follow("eve", "ann", T);
    base.post("ann", "hello", T.plusMillis(1));
    try (TwiTables tables = TwiTables.open(connection, SPACE)) {
      tables.users().update(user -> user.renaming(1, "Ann L.", T.plusMillis(2)), "ann");
    }
    assertThat(base.timelineWithAuthors("eve", null, 10))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.item().nickname()).as("the copy").isNotEqualTo("Ann L.");
              assertThat(each.author().nickname()).isEqualTo("Ann L.");
            });
    base.resume();
    assertThat(base.timeline("eve", null, 10))
        .extracting(TimelineItem::nickname)
        .containsExactly("Ann L.");
  }

  @Test
  void allAuthorsAreReadInOneCall() throws IOException {
    for (String name : List.of("ann", "ben", "cyd", "dan")) {
      base.follow("eve", name, T);
      base.post(name, "one", T.plusMillis(1));
      base.post(name, "two", T.plusMillis(2));
    }
    List<String> calls = new ArrayList<>();
    Connection watched =
        WatchedTables.of(
            connection,
            (method, arguments, call) -> {
              calls.add(method);
              return call.make();
            });
    try (TwiBase counted = TwiBase.open(watched, DeliveryPlan.PER_PAIR, SPACE)) {
      counted.timeline("eve", null, 10);
      int without = calls.size();
      calls.clear();
      assertThat(counted.timelineWithAuthors("eve", null, 10)).hasSize(8);
      assertThat(calls).hasSize(without + 1);
    }
  }
}
