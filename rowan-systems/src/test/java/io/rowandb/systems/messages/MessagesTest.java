package io.rowandb.systems.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.pattern.Page;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All boxes are those of looking at every message. */
@OnBackEnd
class MessagesTest {
  private static final Instant TIME = Instant.parse("2011-07-03T10:15:30.250Z");
  private static final int PEOPLE = 7;

  private static Connection connection;
  private static Messages messages;

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

  /** Of a test of its own: JUnit makes an object for each. */
  private static int tests;

  private final int test = tests++;
  private final String ada = own("ada");
  private final String bob = own("bob");
  private final String carol = own("carol");
  private final String m = own("m");

  private String own(String name) {
    return name + "-" + test + "-";
  }

  private static Message message(String id, String sender, String... receivers) {
    return new Message(id, sender, List.of(receivers), TIME, "text of " + id);
  }

  /** By pages of so many. */
  private List<BoxedMessage> all(Folder folder, int size) throws IOException {
    List<BoxedMessage> all = new ArrayList<>();
    Page<BoxedMessage> page = messages.page(folder, size);
    while (true) {
      assertThat(page.records()).hasSizeLessThanOrEqualTo(size);
      all.addAll(page.records());
      Optional<String> next = page.next();
      if (next.isEmpty()) {
        return all;
      }
      assertThat(page.records()).as("not the last page").hasSize(size);
      page = messages.page(folder, size, next.get());
    }
  }

  private void check(Folder folder, List<BoxedMessage> expected) throws IOException {
    assertThat(all(folder, 50)).as(folder.toString()).isEqualTo(expected);
    assertThat(messages.count(folder)).as("count of %s", folder).isEqualTo(expected.size());
    assertThat(messages.count(folder, 2))
        .as("count of %s, 2 at most", folder)
        .isEqualTo(Math.min(2, expected.size()));
  }

  @Test
  @Tag("slow")
  void boxesAreThoseOfLookingAtEveryMessage() throws IOException {
    MessageTraffic traffic = new MessageTraffic(5, PEOPLE, BackEnd.isHBase() ? 80 : 300, TIME, 3);
    ModelBoxes model = new ModelBoxes();
    assertThat(messages.load(traffic.stream())).isEqualTo(traffic.messages());
    traffic.stream().forEach(model::send);
    Random random = new Random(3);
    for (Message each : model.all()) {
      for (String person : each.people()) {
        if (random.nextInt(3) == 0) {
          assertThat(messages.read(person, each.id())).isEqualTo(each.receivers().contains(person));
          model.read(person, each.id());
        }
        if (random.nextInt(5) == 0) {
          assertThat(messages.delete(person, each.id())).isTrue();
          model.delete(person, each.id());
        }
      }
    }
    for (int i = 0; i < PEOPLE; i++) {
      checkAll(model, MessageTraffic.name(i));
    }
    assertThat(messages.verify().isClean()).isTrue();
    assertThat(messages.verify().sourceRows()).isGreaterThanOrEqualTo(traffic.messages());
  }

  private void checkAll(ModelBoxes model, String user) throws IOException {
    check(Folder.inbox(user), model.inbox(user));
    check(Folder.sent(user), model.sent(user));
    check(Folder.unread(user), model.unread(user));
    assertThat(messages.unread(user)).isEqualTo(model.unread(user).size());
    assertThat(all(Folder.inbox(user), 7)).isEqualTo(model.inbox(user));
    Instant from = TIME.plus(Duration.ofHours(20));
    Instant to = TIME.plus(Duration.ofHours(50));
    check(Folder.inbox(user).between(from, to), ModelBoxes.between(model.inbox(user), from, to));
    Set<Set<String>> circles = new HashSet<>();
    model.all().forEach(each -> circles.add(each.people()));
    for (int i = 0; i < PEOPLE; i++) {
      String other = MessageTraffic.name(i);
      check(Folder.with(user, other), model.with(user, other));
      check(
          Folder.with(user, other).between(from, to),
          ModelBoxes.between(model.with(user, other), from, to));
      circles.add(new HashSet<>(List.of(user, other)));
    }
    for (Set<String> circle : circles) {
      if (circle.contains(user) && circle.size() > 1) {
        Set<String> others = new HashSet<>(circle);
        others.remove(user);
        check(Folder.conversation(user, others), model.conversation(user, others));
      }
    }
  }

  @Test
  void aRepeatedSendIsTheSameMessage() throws IOException {
    Message message = message(m, ada, bob);
    assertThat(messages.send(message)).isTrue();
    assertThat(messages.send(message)).isFalse();
    assertThat(messages.unread(bob)).isEqualTo(1);
    assertThat(messages.read(bob, m)).isTrue();
    assertThat(messages.send(message)).as("late").isFalse();
    assertThat(messages.unread(bob)).as("still read").isZero();
    assertThat(messages.read(bob, m)).isFalse();
    assertThat(messages.delete(bob, m)).isTrue();
    assertThat(messages.send(message)).isFalse();
    check(Folder.inbox(bob), List.of());
    check(Folder.sent(ada), List.of(new BoxedMessage(message, false)));
    assertThat(messages.delete(ada, m)).isTrue();
    assertThat(messages.send(message)).as("deleted by all").isFalse();
    check(Folder.sent(ada), List.of());
  }

  @Test
  void anIdIsOfOneMessage() throws IOException {
    messages.send(message(m, ada, bob));
    for (Message other :
        List.of(
            message(m, ada, carol),
            message(m, carol, bob),
            new Message(m, ada, List.of(bob), TIME, "other"),
            new Message(m, ada, List.of(bob), TIME.plusMillis(1), "text of " + m))) {
      assertThatThrownBy(() -> messages.send(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("message " + m + " was sent already, with other people, time or text");
    }
    check(Folder.inbox(carol), List.of());
    check(Folder.inbox(bob), List.of(new BoxedMessage(message(m, ada, bob), true)));
  }

  @Test
  void aLoadEndsWhatItBeganWhenItFails() throws IOException {
    messages.send(message(m + 7, ada, carol));
    List<Message> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(message(m + i, ada, bob));
    }
    assertThatThrownBy(() -> messages.load(all.stream()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("message " + m + 7 + " was sent already");
    assertThat(messages.unread(bob)).isEqualTo(9);
    all.remove(7);
    all.add(all.get(0)); // twice in one load
    assertThat(messages.load(all.stream())).isEqualTo(10);
    assertThat(messages.unread(bob)).isEqualTo(9);
    assertThat(messages.repair()).isZero();
  }

  /** The second one is refused, however long the first one takes. */
  @Test
  void ofOneIdTheFirstOfALoadIsSent() throws IOException {
    String[] many =
        IntStream.range(0, Message.MOST_RECEIVERS)
            .mapToObj(number -> m + "r" + number)
            .toArray(String[]::new);
    for (int i = 0; i < 20; i++) {
      Message first = message(m + i, ada, many);
      Message second = message(m + i, ada, bob);
      assertThatThrownBy(() -> messages.load(Stream.of(first, second)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("message " + first.id() + " was sent already");
    }
    assertThat(messages.unread(bob)).isZero();
    assertThat(messages.unread(many[49])).isEqualTo(20);
  }

  @Test
  void aPageHasABound() throws IOException {
    Folder inbox = Folder.inbox(bob);
    for (int size : new int[] {0, 1_001, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> messages.page(inbox, size))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("page of " + size + ": 1 to 1000");
      assertThatThrownBy(() -> messages.page(inbox, size, "token"))
          .hasMessage("page of " + size + ": 1 to 1000");
    }
    assertThat(messages.page(inbox, 1_000).records()).isEmpty();
  }

  @Test
  void theTextGoesWhenAllHaveDeletedIt() throws IOException {
    messages.send(message(m, ada, bob, carol));
    for (String each : List.of(bob, ada)) {
      assertThat(messages.delete(each, m)).isTrue();
      assertThat(messages.delete(each, m)).isFalse();
      assertThat(messages.get(each, m)).isEmpty();
      assertThat(messages.get(carol, m)).isPresent();
    }
    assertThat(values("messages")).anyMatch(each -> each.contains("text of " + m));
    assertThat(messages.unread(carol)).isEqualTo(1);
    assertThat(messages.delete(carol, m)).isTrue();
    assertThat(messages.unread(carol)).isZero();
    assertThat(values("messages")).isNotEmpty().noneMatch(each -> each.contains("text of " + m));
    assertThat(values("message_boxes")).noneMatch(each -> each.contains(m));
  }

  private List<String> values(String name) throws IOException {
    List<String> values = new ArrayList<>();
    try (Table table = connection.getTable(TableName.valueOf(name));
        ResultScanner rows = table.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          values.add(new String(CellUtil.cloneValue(cell), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return values;
  }

  @Test
  void strangersSeeAndChangeNothing() throws IOException {
    messages.send(message(m, ada, bob));
    assertThat(messages.get(carol, m)).isEmpty();
    assertThat(messages.read(carol, m)).isFalse();
    assertThat(messages.read(ada, m)).as("the sender").isFalse();
    assertThat(messages.delete(carol, m)).isFalse();
    assertThat(messages.delete(ada, "none")).isFalse();
    assertThat(messages.get(bob, m)).contains(new BoxedMessage(message(m, ada, bob), true));
    check(Folder.unread(bob), List.of(new BoxedMessage(message(m, ada, bob), true)));
  }

  /** Names that look like parts of keys, and texts that look like anything. */
  @Test
  void hostileNamesAndTextsAreNamesAndTexts() throws IOException {
    List<String> names =
        List.of(
            "a", "a\u0000", "a\u0000\u0001", "a\u0001b", "\u0000", "\uffff", "A", " a", "a~", "😀");
    String text = "\u0000\u001b[31m<script>','; DROP TABLE\r\n😀\uffff";
    ModelBoxes model = new ModelBoxes();
    for (String sender : names) {
      for (String receiver : names) {
        if (!BackEnd.isHBase() || sender.length() + receiver.length() < 4) {
          Message each =
              new Message(sender + "|" + receiver, sender, List.of(receiver), TIME, text);
          assertThat(messages.send(each)).isTrue();
          model.send(each);
        }
      }
    }
    for (String each : names) {
      check(Folder.inbox(each), model.inbox(each));
      check(Folder.sent(each), model.sent(each));
      check(Folder.with(each, "a"), model.with(each, "a"));
      if (!each.equals("a")) {
        check(Folder.conversation(each, Set.of("a")), model.conversation(each, Set.of("a")));
      }
    }
    assertThat(messages.verify().isClean()).isTrue();
  }

  @Test
  void aMessageToOneselfIsInBothBoxes() throws IOException {
    Message message = message(m, ada, ada, bob);
    messages.send(message);
    BoxedMessage ofAda = new BoxedMessage(message, true);
    check(Folder.inbox(ada), List.of(ofAda));
    check(Folder.sent(ada), List.of(ofAda));
    check(Folder.with(ada, ada), List.of(ofAda));
    check(Folder.with(ada, bob), List.of(ofAda));
    check(Folder.conversation(ada, Set.of(bob)), List.of(ofAda));
    assertThat(messages.delete(ada, m)).isTrue();
    check(Folder.inbox(ada), List.of());
    check(Folder.sent(ada), List.of());
    check(Folder.conversation(bob, Set.of(ada)), List.of(ofAda));
  }

  @Test
  @Tag("slow")
  void aGroupOfTheMostPeople() throws IOException {
    String[] receivers = new String[Message.MOST_RECEIVERS];
    for (int i = 0; i < receivers.length; i++) {
      receivers[i] = own("member" + i);
    }
    Message message = message(m, ada, receivers);
    long before = messages.verify().viewRows();
    assertThat(messages.send(message)).isTrue();
    assertThat(messages.verify().viewRows() - before).isEqualTo(5L * receivers.length + 2);
    assertThat(messages.read(receivers[49], m)).isTrue();
    assertThat(messages.unread(receivers[49])).isZero();
    assertThat(messages.unread(receivers[48])).isEqualTo(1);
    assertThat(messages.delete(ada, m)).isTrue();
    check(Folder.sent(ada), List.of());
    check(Folder.inbox(receivers[49]), List.of(new BoxedMessage(message, false)));
    assertThat(messages.verify().isClean()).isTrue();
  }

  @Test
  void allIsRead() throws IOException {
    for (int i = 0; i < 5; i++) {
      messages.send(message(m + i, ada, bob));
    }
    messages.read(bob, m + 3);
    messages.delete(bob, m + 4);
    assertThat(messages.readAll(bob)).isEqualTo(3);
    assertThat(messages.readAll(bob)).isZero();
    assertThat(messages.unread(bob)).isZero();
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    assertThatThrownBy(() -> message("", ada, bob)).hasMessage("id of 0 characters: 1 to 64");
    assertThatThrownBy(() -> message(m, "x".repeat(65), bob)).hasMessageContaining("sender of 65");
    assertThatThrownBy(() -> message(m, ada)).hasMessage("receivers 0: 1 to 50");
    assertThatThrownBy(() -> message(m, ada, bob, bob)).hasMessageContaining("twice");
    assertThatThrownBy(() -> message(m, ada, "\ud800")).hasMessageContaining("half a surrogate");
    assertThatThrownBy(() -> new Message(m, ada, List.of(bob), TIME, "x".repeat(10_001)))
        .hasMessage("text of 10001 characters: at most 10000");
    assertThatThrownBy(
            () -> new Message(m, ada, List.of(bob), Instant.parse("1969-12-31T00:00:00Z"), ""))
        .hasMessageContaining("not in a year from 1970 to 9999");
    assertThatThrownBy(() -> new Message(m, ada, List.of(bob), TIME.plusNanos(1), ""))
        .hasMessageContaining("more than milliseconds");
    assertThatThrownBy(() -> Folder.inbox("")).hasMessageContaining("user of 0 characters");
    assertThatThrownBy(() -> Folder.conversation(ada, Set.of(ada, bob)))
        .hasMessageContaining("not the user");
    assertThatThrownBy(() -> Folder.inbox(ada).between(TIME, TIME.minusMillis(1)))
        .hasMessageContaining("ends before it begins");
    assertThatThrownBy(() -> messages.page(Folder.inbox(ada), 5, "no token"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> messages.page(Folder.inbox(ada), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTokenOfAnotherFolderIsRefused() throws IOException {
    for (int i = 0; i < 3; i++) {
      messages.send(message(m + i, ada, bob));
    }
    String token = messages.page(Folder.inbox(bob), 1).next().orElseThrow();
    assertThat(messages.page(Folder.inbox(bob), 1, token).records()).hasSize(1);
    assertThatThrownBy(() -> messages.page(Folder.sent(ada), 1, token))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void explainsOneRange() throws IOException {
    assertThat(messages.explain(Folder.with(ada, bob)).ranges()).hasSize(1);
    assertThat(messages.explain(Folder.unread(ada)).regionsTouched()).isEqualTo(1);
  }

  @Test
  void withoutAMessageTheyAreEmpty() throws IOException {
    try (Messages others = Messages.open(connection, Messages.Design.named("empty_"))) {
      assertThat(others.isEmpty()).isTrue();
      others.send(new Message("id", "ada", List.of("bob"), Instant.EPOCH, ""));
      assertThat(others.isEmpty()).isFalse();
    }
    BackEnd.drop(connection, "empty_messages");
    BackEnd.drop(connection, "empty_message_boxes");
  }

  @Test
  void tablesThatAreNotThereAreNotMade() throws IOException {
    Messages.Design absent = Messages.Design.named("absent_");
    assertThatThrownBy(() -> Messages.openExisting(connection, absent))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessage("there is no table absent_messages");
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(each -> each.toString().startsWith("absent_"));
    }
  }

  @Test
  void aClosedOneIsNotUsed() throws IOException {
    Messages closed = Messages.openExisting(connection);
    assertThat(closed.unread(ada)).isZero();
    closed.close();
    assertThatThrownBy(() -> closed.unread(ada)).hasMessage("closed");
  }
}
