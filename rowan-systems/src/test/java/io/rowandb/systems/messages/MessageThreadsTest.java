package io.rowandb.systems.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many threads send, read and delete between a few users; then each box is as it must be. */
@OnBackEnd
class MessageThreadsTest {
  private static final int THREADS = 8;
  private static final int DEEDS = BackEnd.isHBase() ? 24 : 60;
  private static final Instant TIME = Instant.parse("2011-07-03T10:15:30.250Z");
  private static final List<String> USERS = List.of("ada", "bob", "carol", "dan", "eve");

  private Connection connection;
  private Messages messages;

  @BeforeEach
  void open(Connection backEnd) throws IOException {
    connection = backEnd;
    messages = Messages.open(connection);
  }

  @AfterEach
  void drop() throws IOException {
    messages.close();
    BackEnd.drop(connection, "messages");
    BackEnd.drop(connection, "message_boxes");
  }

  /** How many calls for each message and user said that they did it. */
  private static final class Done {
    final Map<List<String>, Integer> sent = new HashMap<>();
    final Map<List<String>, Integer> read = new HashMap<>();
    final Map<List<String>, Integer> deleted = new HashMap<>();

    /** How many calls there were, by what they were to do. */
    final Map<String, Map<List<String>, Integer>> trials = new HashMap<>();

    void tried(String deed, List<String> key, int calls) {
      trials.computeIfAbsent(deed, each -> new HashMap<>()).merge(key, calls, Integer::sum);
    }

    void add(Done other) {
      other.sent.forEach((key, count) -> sent.merge(key, count, Integer::sum));
      other.read.forEach((key, count) -> read.merge(key, count, Integer::sum));
      other.deleted.forEach((key, count) -> deleted.merge(key, count, Integer::sum));
      other.trials.forEach((deed, all) -> all.forEach((key, calls) -> tried(deed, key, calls)));
    }
  }

  /** A message of this number, the same in each thread. */
  private static Message message(int number) {
    List<String> receivers = new ArrayList<>(USERS.subList(0, 1 + number % 4));
    String sender = USERS.get(number / 4 % USERS.size());
    return new Message("m" + number, sender, receivers, TIME.plusSeconds(number), "text");
  }

  /** Threads meet at the same messages: each deed is at one of the next few. */
  private Done work(int thread) throws IOException {
    Random random = new Random(thread);
    Done done = new Done();
    for (int i = 0; i < DEEDS; i++) {
      Message message = message(i + random.nextInt(3));
      String user = USERS.get(random.nextInt(USERS.size()));
      List<String> key = List.of(message.id(), user);
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          done.tried("send", List.of(message.id()), 1);
          done.sent.merge(List.of(message.id()), messages.send(message) ? 1 : 0, Integer::sum);
        }
        case 2 -> {
          done.tried("read", key, 1);
          done.read.merge(key, messages.read(user, message.id()) ? 1 : 0, Integer::sum);
        }
        case 3 -> {
          done.tried("delete", key, 1);
          done.deleted.merge(key, messages.delete(user, message.id()) ? 1 : 0, Integer::sum);
        }
        default -> assertThat(messages.page(Folder.inbox(user), 3).records()).hasSizeLessThan(4);
      }
    }
    return done;
  }

  @Test
  void boxesAreAsTheDeedsSay() throws IOException, InterruptedException, ExecutionException {
    Done done = new Done();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Done>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        all.add(threads.submit(() -> work(thread)));
      }
      for (Future<Done> each : all) {
        done.add(each.get());
      }
    } finally {
      threads.shutdown();
    }
    assertThat(done.sent.values()).as("sent once").containsOnly(1);
    assertThat(done.read.values()).as("read once at most").allMatch(count -> count <= 1);
    assertThat(done.deleted.values()).as("deleted once at most").allMatch(count -> count <= 1);
    for (String deed : List.of("send", "read", "delete")) {
      assertThat(done.trials.get(deed).values())
          .as("several tried to " + deed + " the same")
          .anyMatch(count -> count > 1);
    }
    check(done);
    checkWhatIsLeft(done);
  }

  /** What no thread has done is done behind them, and what one has done is not. */
  private void checkWhatIsLeft(Done done) throws IOException {
    for (List<String> sent : done.sent.keySet()) {
      Message message = message(Integer.parseInt(sent.get(0).substring(1)));
      for (String user : USERS) {
        List<String> key = List.of(message.id(), user);
        boolean kept = message.people().contains(user) && done.deleted.getOrDefault(key, 0) == 0;
        boolean unread =
            kept && message.receivers().contains(user) && done.read.getOrDefault(key, 0) == 0;
        assertThat(messages.read(user, message.id())).as("unread " + key).isEqualTo(unread);
        assertThat(messages.delete(user, message.id())).as("kept " + key).isEqualTo(kept);
      }
      assertThat(messages.send(message)).as("new " + message.id()).isFalse();
    }
    for (String user : USERS) {
      assertThat(messages.page(Folder.inbox(user), 500).records()).isEmpty();
      assertThat(messages.unread(user)).isZero();
    }
  }

  private void check(Done done) throws IOException {
    ModelBoxes model = new ModelBoxes();
    done.sent.keySet().stream()
        .map(key -> message(Integer.parseInt(key.get(0).substring(1))))
        .sorted(Comparator.comparing(Message::time))
        .forEach(model::send);
    done.read.forEach(
        (key, count) -> {
          if (count > 0) {
            model.read(key.get(1), key.get(0));
          }
        });
    done.deleted.forEach(
        (key, count) -> {
          if (count > 0) {
            model.delete(key.get(1), key.get(0));
          }
        });
    for (String user : USERS) {
      assertThat(messages.page(Folder.inbox(user), 500).records()).isEqualTo(model.inbox(user));
      assertThat(messages.page(Folder.sent(user), 500).records()).isEqualTo(model.sent(user));
      assertThat(messages.unread(user)).isEqualTo(model.unread(user).size());
      for (String other : USERS) {
        assertThat(messages.page(Folder.with(user, other), 500).records())
            .isEqualTo(model.with(user, other));
      }
    }
    assertThat(messages.repair()).as("all have ended").isZero();
    assertThat(messages.verify().isClean()).isTrue();
  }
}
