package io.rowandb.systems.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.systems.measure.WatchedTables;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client dies at each of its calls, and calls come late. */
@OnBackEnd
class MessageDeathTest {
  private static final Instant TIME = Instant.parse("2011-07-03T10:15:30.250Z");

  /** On HBase, where a death takes much longer, some calls are tried. */
  private static final int CALLS_APART = BackEnd.isHBase() ? 3 : 1;

  /** What the client is at, with a message of ada to bob and carol. */
  enum Deed {
    SEND {
      @Override
      void run(Messages messages, Message message) throws IOException {
        messages.send(message);
      }
    },
    READ {
      @Override
      void run(Messages messages, Message message) throws IOException {
        messages.read("bob", message.id());
      }
    },
    DELETE {
      @Override
      void run(Messages messages, Message message) throws IOException {
        messages.delete("bob", message.id());
      }
    };

    abstract void run(Messages messages, Message message) throws IOException;

    /** How many bob has in the inbox and unread, and ada has sent, before it and after it. */
    List<List<Long>> beforeAndAfter() {
      return switch (this) {
        case SEND -> List.of(List.of(0L, 0L, 0L), List.of(1L, 1L, 1L));
        case READ -> List.of(List.of(1L, 1L, 1L), List.of(1L, 0L, 1L));
        case DELETE -> List.of(List.of(1L, 1L, 1L), List.of(0L, 0L, 1L));
      };
    }
  }

  private static Connection connection;
  private static Messages messages;

  /** Over all tests, each of which has messages of its own. */
  private static int run;

  /** For all tests: to make and drop tables takes HBase seconds. */
  @BeforeAll
  static void open(Connection backEnd) throws IOException {
    connection = backEnd;
    messages = Messages.open(connection);
  }

  @AfterAll
  static void drop() throws IOException {
    messages.close();
    BackEnd.drop(connection, "messages");
    BackEnd.drop(connection, "message_boxes");
  }

  /** Each at a time of its own, by which its rows are found. */
  private Message prepare(Deed deed) throws IOException {
    run++;
    Message message =
        new Message("m" + run, "ada", List.of("bob", "carol"), TIME.plusMillis(run), "text " + run);
    if (deed != Deed.SEND) {
      messages.send(message);
    }
    return message;
  }

  /** Whether it came to that. */
  private boolean die(Deed deed, Message message, int call, DyingClient.Moment moment)
      throws IOException {
    DyingClient client = new DyingClient(call, moment);
    try (Messages ofDead = Messages.openExisting(WatchedTables.of(connection, client))) {
      deed.run(ofDead, message);
      assertThat(client.isDead()).as("what is acknowledged is done").isFalse();
    } catch (IOException e) {
      assertThat(client.isDead()).isTrue();
    }
    return client.isDead();
  }

  /** By the rows of the boxes, and by what is shown of them. */
  private List<Long> counts(Message message) throws IOException {
    List<Long> counts = new ArrayList<>();
    for (Folder each : List.of(Folder.inbox("bob"), Folder.unread("bob"), Folder.sent("ada"))) {
      Folder alone = each.between(message.time(), message.time().plusMillis(1));
      long count = messages.count(alone);
      assertThat(messages.page(alone, 5).records()).as(each.toString()).hasSize((int) count);
      counts.add(count);
    }
    return counts;
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void aRepairMakesItAllOrNothing(Deed deed) throws IOException {
    int deaths = 0;
    Set<List<Long>> found = new HashSet<>();
    for (DyingClient.Moment moment : DyingClient.Moment.values()) {
      boolean died = true;
      for (int call = 0; died; call += CALLS_APART) {
        Message message = prepare(deed);
        died = die(deed, message, call, moment);
        deaths += died ? 1 : 0;
        messages.repair();
        List<Long> counts = counts(message);
        assertThat(counts).as("%s of call %d", moment, call).isIn(deed.beforeAndAfter());
        found.add(counts);
        assertThat(messages.repair()).as("nothing is left").isZero();
      }
    }
    assertThat(found).as("some deaths are early, some late").hasSize(2);
    assertThat(deaths).isGreaterThanOrEqualTo(9 / CALLS_APART);
    assertThat(messages.verify().isClean()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void theSameAgainEndsIt(Deed deed) throws IOException {
    for (DyingClient.Moment moment : DyingClient.Moment.values()) {
      boolean died = true;
      for (int call = 0; died; call += CALLS_APART) {
        Message message = prepare(deed);
        died = die(deed, message, call, moment);
        deed.run(messages, message);
        assertThat(counts(message))
            .as("%s of call %d", moment, call)
            .isEqualTo(deed.beforeAndAfter().get(1));
      }
    }
    assertThat(messages.repair()).isZero();
    assertThat(messages.verify().isClean()).isTrue();
  }

  /** Who finds a row that a dead client left ends what it began: the count is that of the page. */
  @ParameterizedTest
  @EnumSource(names = {"READ", "DELETE"})
  void aPageEndsWhatItFindsUndone(Deed deed) throws IOException {
    int found = 0;
    boolean died = true;
    for (int call = 0; died; call++) {
      Message message = prepare(deed);
      died = die(deed, message, call, DyingClient.Moment.BEFORE);
      Folder unread = Folder.unread("bob").between(message.time(), message.time().plusMillis(1));
      long before = messages.count(unread);
      int shown = messages.page(unread, 5).records().size();
      assertThat(messages.count(unread)).as("death at call %d", call).isEqualTo(shown);
      found += before > shown ? 1 : 0;
    }
    assertThat(found).as("rows of what was done already").isPositive();
    messages.repair();
  }

  /** Between two inboxes: a batch that ends half way, which is what the protocol is for. */
  @Test
  void aDeathBetweenTwoInboxesIsSeenAndEnded() throws IOException {
    boolean parted = false;
    for (int call = 0; call < 12; call++) {
      Message message = prepare(Deed.SEND);
      die(Deed.SEND, message, call, DyingClient.Moment.HALF_WAY);
      parted |= messages.verify().missing() > 0;
      Folder ofMessage =
          Folder.inbox("carol").between(message.time(), message.time().plusMillis(1));
      long before = messages.count(ofMessage);
      messages.repair();
      assertThat(messages.count(ofMessage)).isBetween(before, 1L);
      assertThat(messages.verify().isClean()).isTrue();
    }
    assertThat(parted).as("a message was in some boxes only").isTrue();
  }

  /** All calls that a client made are made once more, when everything has changed. */
  @Test
  void callsThatAreExecutedOnceMoreChangeNothing() throws IOException {
    List<WatchedTables.Call> made = new ArrayList<>();
    WatchedTables.Watch recorder =
        (method, arguments, call) -> {
          if (!method.startsWith("get")) { // reads
            made.add(call);
          }
          return call.make();
        };
    Message message = prepare(Deed.SEND);
    List<List<Long>> steps = new ArrayList<>();
    try (Messages slow = Messages.openExisting(WatchedTables.of(connection, recorder))) {
      slow.send(message);
      steps.add(later(made, message));
      slow.read("bob", message.id());
      steps.add(later(made, message));
      slow.delete("bob", message.id());
      steps.add(later(made, message));
    }
    assertThat(made).hasSizeGreaterThan(6);
    assertThat(steps)
        .containsExactly(List.of(1L, 1L, 1L), List.of(1L, 0L, 1L), List.of(0L, 0L, 1L));
    assertThat(messages.verify().isClean()).isTrue();
  }

  private List<Long> later(List<WatchedTables.Call> made, Message message) throws IOException {
    for (WatchedTables.Call each : made) {
      each.make();
    }
    return counts(message);
  }

  @Test
  void aDeadClientIsTold() throws IOException {
    DyingClient client = new DyingClient(0, DyingClient.Moment.BEFORE);
    Message message = prepare(Deed.SEND);
    try (Messages ofDead = Messages.openExisting(WatchedTables.of(connection, client))) {
      assertThatThrownBy(() -> ofDead.send(message))
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("dead BEFORE");
    }
    assertThat(client.calls()).isEqualTo(1);
  }
}
