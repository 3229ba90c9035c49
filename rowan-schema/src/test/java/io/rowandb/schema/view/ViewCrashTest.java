package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.view.HomePages.Tweet;
import io.rowandb.schema.view.WatchedConnection.Death;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that dies at any call of a write leaves what a repair makes right. */
@OnBackEnd
class ViewCrashTest {
  /** What the client is at. */
  private enum Write {
    INSERT,
    UPDATE,
    INSERT_AGAIN,
    DELETE
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

  private static Tweet former(long id) {
    return HomePages.tweet(id, "ada", "first", "bob,cat,dan,eve");
  }

  /** Other columns, one of them null; some followers stay, some go, some come. */
  private static Tweet changed(long id) {
    return new Tweet(id, "Ada L.", null, "de", "cat,dan,fay,gus,hal", 0);
  }

  private static Optional<Tweet> read(Tweet written) {
    return Optional.of(
        new Tweet(
            written.id(),
            written.author(),
            written.text(),
            written.lang() == null ? "en" : written.lang(),
            written.followers(),
            0));
  }

  private void prepare(Write write, long id) throws IOException {
    try (ViewedTable<Tweet> table = pages.open()) {
      if (write != Write.INSERT) {
        table.put(former(id));
      }
      if (write == Write.INSERT_AGAIN) {
        table.delete(former(id));
      }
    }
  }

  /** Returns whether it dies before it ends. */
  private boolean dies(WatchedConnection watched, Write write, long id) throws IOException {
    try (ViewedTable<Tweet> table = pages.open(watched.connection(), Clock.systemUTC())) {
      if (write == Write.DELETE) {
        table.delete(former(id));
      } else {
        table.put(changed(id));
      }
      return false;
    } catch (IOException e) {
      assertThat(e).hasMessage("the client dies here");
      return true;
    }
  }

  private void checkAllIsWell(String what) throws IOException {
    try (ViewedTable<Tweet> table = pages.open()) {
      RepairCounts repaired = table.repair(Duration.ZERO);
      assertThat(repaired.finished()).as(what).isEqualTo(repaired.pending());
      assertThat(table.verify())
          .as(what)
          .singleElement()
          .satisfies(counts -> assertThat(counts.isClean()).as("%s", counts).isTrue());
      assertThat(table.repair(Duration.ZERO)).as(what).isEqualTo(new RepairCounts(0, 0));
    }
  }

  private void checkSource(Write write, long id, String what) throws IOException {
    Optional<Tweet> before =
        write == Write.UPDATE || write == Write.DELETE ? read(former(id)) : Optional.empty();
    Optional<Tweet> behind = write == Write.DELETE ? Optional.empty() : read(changed(id));
    assertThat(pages.tweet(id)).as(what).isIn(before, behind);
  }

  @ParameterizedTest
  @EnumSource(Death.class)
  void aRepairEndsAnyWrite(Death death) throws IOException {
    for (Write write : Write.values()) {
      int call = 0;
      boolean died = true;
      for (; died; call++) {
        long id = nextId++;
        String what = write + ", dead " + death + " call " + call;
        prepare(write, id);
        died = dies(WatchedConnection.dying(pages.connection, death, call), write, id);
        checkSource(write, id, what);
        checkAllIsWell(what);
        checkSource(write, id, what);
      }
      assertThat(call).as("%s", write).isGreaterThan(4); // read, replace, view, settle, and none
    }
  }

  @Test
  void aRepairThatDiesIsRepeated() throws IOException {
    for (Write write : new Write[] {Write.UPDATE, Write.DELETE}) {
      boolean died = true;
      for (int call = 0; died; call++) {
        long id = nextId++;
        prepare(write, id);
        assertThat(dies(WatchedConnection.dying(pages.connection, Death.AFTER, 1), write, id))
            .isTrue();
        died = repairDies(call);
        checkAllIsWell(write + ", repair dead at call " + call);
        checkSource(write, id, write + ", repair dead at call " + call);
      }
    }
  }

  private boolean repairDies(int call) throws IOException {
    WatchedConnection watched =
        WatchedConnection.dying(pages.connection, Death.IN_THE_MIDDLE, call);
    try (ViewedTable<Tweet> table = pages.open(watched.connection(), Clock.systemUTC())) {
      table.repair(Duration.ZERO);
      return false;
    } catch (IOException e) {
      assertThat(e).hasMessage("the client dies here");
      return true;
    }
  }

  @Test
  void theNextWriteEndsWhatTheLastLeft() throws IOException {
    for (Write write : new Write[] {Write.UPDATE, Write.DELETE}) {
      for (int call = 0; call < 4; call++) {
        long id = nextId++;
        prepare(write, id);
        dies(WatchedConnection.dying(pages.connection, Death.IN_THE_MIDDLE, call), write, id);
        Tweet last = HomePages.tweet(id, "Ada", "last", "bob,ivy");
        try (ViewedTable<Tweet> table = pages.open()) {
          table.put(last);
          assertThat(table.verify().get(0).isClean()).as("%s at %d", write, call).isTrue();
        }
        assertThat(pages.tweet(id)).isEqualTo(read(last));
      }
    }
  }

  @Test
  void aRepairLeavesWritesThatAreYoung() throws IOException {
    prepare(Write.UPDATE, 7);
    dies(WatchedConnection.dying(pages.connection, Death.AFTER, 1), Write.UPDATE, 7);
    try (ViewedTable<Tweet> table = pages.open()) {
      assertThat(table.repair(Duration.ofHours(1))).isEqualTo(new RepairCounts(1, 0));
      assertThat(table.verify().get(0).pending()).isEqualTo(1);
      assertThat(table.verify().get(0).isClean()).isFalse();
      assertThat(table.repair(Duration.ZERO)).isEqualTo(new RepairCounts(1, 1));
    }
  }

  @Test
  void aRecordThatIsBeingDeletedIsReadAsItWas() throws IOException {
    prepare(Write.DELETE, 7);
    dies(WatchedConnection.dying(pages.connection, Death.AFTER, 2), Write.DELETE, 7);
    assertThat(pages.tweet(7)).isEqualTo(read(former(7)));
    assertThat(pages.allHomes()).isEmpty();
    checkAllIsWell("deleted");
    assertThat(pages.tweet(7)).isEmpty();
    assertThat(pages.tweets.all().allowFullScan().list()).isEmpty();
  }

  @Test
  void aClientThatKnowsFewerViewsDoesNotSettleForAll() throws IOException {
    prepare(Write.UPDATE, 7);
    dies(WatchedConnection.dying(pages.connection, Death.AFTER, 1), Write.UPDATE, 7);
    try (HomePages other = new HomePages(pages.connection);
        ViewedTable<Tweet> table =
            ViewedTable.open(
                pages.connection,
                pages.tweetDesign,
                View.of(pages.tweetDesign, other.homeDesign, HomePages::homes))) {
      assertThatThrownBy(() -> table.repair(Duration.ZERO))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("was written with the views [" + pages.view.name() + "]");
      assertThatThrownBy(() -> table.put(changed(7))).isInstanceOf(IllegalStateException.class);
    }
    checkAllIsWell("by one that knows it");
  }
}
