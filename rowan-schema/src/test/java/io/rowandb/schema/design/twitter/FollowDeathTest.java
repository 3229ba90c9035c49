package io.rowandb.schema.design.twitter;

import static io.rowandb.schema.design.twitter.TwitterDesign.FOLLOWED_BY;
import static io.rowandb.schema.design.twitter.TwitterDesign.FOLLOWS;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.Death;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.design.Loaded;
import io.rowandb.schema.design.twitter.TwitterDesign.Follow;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client dies at any call while somebody follows another, or does no more: a repair makes the
 * tables of both directions agree, and nobody else's follows are touched.
 */
@OnBackEnd
class FollowDeathTest {
  private enum Deed {
    FOLLOW,
    FOLLOW_TWICE,
    FOLLOW_AGAIN,
    UNFOLLOW,
    FOLLOW_MANY;

    boolean isBefore() {
      return this == FOLLOW_TWICE || this == UNFOLLOW;
    }

    List<Follow> follows(int number) {
      String me = "me" + number;
      List<Follow> follows = new ArrayList<>(List.of(new Follow(me, "ada")));
      if (this == FOLLOW_MANY) {
        follows.addAll(List.of(new Follow(me, "bob"), new Follow("ada", me)));
      }
      return follows;
    }

    void run(ViewedTable<Follow> table, int number) throws IOException {
      switch (this) {
        case FOLLOW, FOLLOW_TWICE, FOLLOW_AGAIN -> table.put(follows(number).get(0));
        case UNFOLLOW -> table.delete(follows(number).get(0));
        case FOLLOW_MANY -> table.load(follows(number).stream());
      }
    }
  }

  private Connection connection;
  private Loaded loaded;
  private ViewedTable<Follow> both;
  private RecordTable<Follow> followedBy;
  private final Set<Follow> others = new HashSet<>();
  private int number;

  @BeforeEach
  void create(Connection given) throws IOException {
    connection = given;
    loaded = new Loaded(connection);
    others.addAll(List.of(new Follow("bob", "ada"), new Follow("ada", "bob")));
    both = loaded.viewed(FOLLOWED_BY, others);
    followedBy = RecordTable.open(connection, FOLLOWED_BY.target());
  }

  @AfterEach
  void drop() throws IOException {
    followedBy.close();
    loaded.close();
  }

  private void prepare(Deed deed) throws IOException {
    if (deed.isBefore() || deed == Deed.FOLLOW_AGAIN) {
      both.put(deed.follows(number).get(0));
    }
    if (deed == Deed.FOLLOW_AGAIN) {
      both.delete(deed.follows(number).get(0));
    }
  }

  private boolean die(Deed deed, Death death) throws IOException {
    try (ViewedTable<Follow> table =
        ViewedTable.open(WatchedConnection.of(connection, death), FOLLOWS, FOLLOWED_BY)) {
      deed.run(table, number);
    } catch (Death.ClientDied e) {
      assertThat(death.happened()).isTrue();
    }
    return death.happened();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Deed.class)
  void aRepairMakesTheTablesAgree(Deed deed) throws IOException {
    int repaired = 0;
    for (Death.Moment moment : Death.Moment.values()) {
      boolean died = true;
      for (int call = 0; died; call++) {
        number++;
        prepare(deed);
        Death death = new Death(call, moment);
        died = die(deed, death);
        repaired += both.repair(Duration.ZERO).finished() > 0 ? 1 : 0;
        checkAgree(deed, death.toString());
        endAll(deed, death.toString());
      }
    }
    assertThat(repaired).isPositive();
  }

  private void checkAgree(Deed deed, String death) throws IOException {
    List<Follow> now = both.records().all().allowFullScan().list();
    assertThat(followedBy.all().allowFullScan().list())
        .as(death)
        .containsExactlyInAnyOrderElementsOf(now);
    assertThat(both.verify()).as(death).singleElement().matches(ViewCounts::isClean);
    Set<Follow> known = new HashSet<>(others);
    known.addAll(deed.follows(number));
    assertThat(known).as(death).containsAll(now);
    assertThat(now).as(death).containsAll(others);
    for (Follow each : now) {
      assertThat(followedBy.get(each.followed(), each.follower())).as(death).contains(each);
    }
  }

  /** The deed once more does all of it. */
  private void endAll(Deed deed, String death) throws IOException {
    deed.run(both, number);
    Set<Follow> expected = new HashSet<>(others);
    if (deed != Deed.UNFOLLOW) {
      expected.addAll(deed.follows(number));
    }
    for (RecordTable<Follow> table : List.of(both.records(), followedBy)) {
      assertThat(table.all().allowFullScan().list())
          .as(death)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
    for (Follow each : deed.follows(number)) {
      both.delete(each);
    }
  }
}
