package io.rowandb.systems.messages;

import io.rowandb.systems.measure.ComparisonClaim;
import io.rowandb.systems.measure.StoredCells;
import io.rowandb.systems.measure.WatchedTables;
import io.rowandb.systems.messages.MessageOutcome.Cost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Designs for messages, from the one that textbooks teach to the one in use. All get the same
 * messages and the same trouble: half of what was received is read; some sends and reads come a
 * second time, late; some senders die between two of their calls. Used by one thread.
 */
public final class MessageAttempts {
  /** The names of all tables begin so. */
  static final String PREFIX = "compare_messages_";

  /** Messages of a page. */
  private static final int PAGE = 20;

  /** One in so many messages is sent again, late, and so are reads. */
  private static final int ONE_IN_REPEATED = 5;

  /** Senders die at one of their first calls. */
  private static final int CALLS_TRIED = 6;

  private static final long MILLIS_A_DAY = 86_400_000;

  // Fixed at construction.
  private final Connection connection;
  private final MessageTraffic traffic;
  private final int asked;
  private final int deaths;
  private final BooleanSupplier stopped;

  /**
   * Attempts with these messages.
   *
   * @param traffic at least one message
   * @param asked how many users are asked about, from the first on; at least 1
   * @param deaths how many senders die; not negative
   * @param stopped whether to end; asked before each message and each question
   */
  public MessageAttempts(
      Connection connection,
      MessageTraffic traffic,
      int asked,
      int deaths,
      BooleanSupplier stopped) {
    check(traffic, asked, deaths);
    this.connection = connection;
    this.traffic = traffic;
    this.asked = asked;
    this.deaths = deaths;
    this.stopped = stopped;
  }

  /**
   * Checks what is to be measured.
   *
   * @throws IllegalArgumentException when a number is out of the range that the constructor gives
   */
  public static void check(MessageTraffic traffic, int asked, int deaths) {
    if (traffic.messages() < 1) {
      throw new IllegalArgumentException("messages " + traffic.messages() + ": at least 1");
    }
    if (asked < 1 || asked > traffic.people()) {
      throw new IllegalArgumentException(
          "users " + asked + ": 1 to the number of people, " + traffic.people());
    }
    if (deaths < 0) {
      throw new IllegalArgumentException("deaths " + deaths + ": not negative");
    }
  }

  /** Opens a design's tables as a client does. */
  private interface Opening {
    Mailing open(Connection client) throws IOException;
  }

  /** Makes a design's tables. */
  private interface Making {
    void create() throws IOException;
  }

  private record Attempted(
      String name, String idea, List<TableName> tables, Making making, Opening opening) {}

  private List<Attempted> attempts() {
    return List.of(
        plain(
            "receivers only",
            "receiver | time | id, the text in each row; no sent box",
            PlainMailing.Kind.RECEIVERS_ONLY),
        plain(
            "two puts",
            "user | inbox or sent | time | id, a put for each box",
            PlainMailing.Kind.BOTH_SIDES),
        plain(
            "counter",
            "the same, and increments of each user's unread count",
            PlainMailing.Kind.COUNTED),
        new Attempted(
            "copies",
            "as in use, but the text in each row of a box",
            List.of(CopyingMailing.MESSAGES.name(), CopyingMailing.BOXES.name()),
            () -> CopyingMailing.create(connection),
            CopyingMailing::new),
        new Attempted(
            "in use",
            "the message once; the boxes are a view without its text",
            List.of(
                MailingInUse.DESIGN.messages().name(), MailingInUse.DESIGN.boxes().target().name()),
            () -> Messages.open(connection, MailingInUse.DESIGN).close(),
            MailingInUse::new));
  }

  private Attempted plain(String name, String idea, PlainMailing.Kind kind) {
    TableName table = TableName.valueOf(PREFIX + name.replace(' ', '_'));
    return new Attempted(
        name,
        idea,
        List.of(table),
        () -> createPlain(table),
        client -> new PlainMailing(client, table, kind));
  }

  private void createPlain(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(PlainMailing.FAMILY))
              .build());
    }
  }

  /**
   * Measures all designs, and drops their tables.
   *
   * @return one for each, or none when it was told to end
   * @throws TableExistsException when a table is there already, as beside another comparison; it is
   *     left alone
   */
  public List<MessageOutcome> measure() throws IOException {
    return ComparisonClaim.run(connection, PREFIX, this::measureAll);
  }

  private List<MessageOutcome> measureAll() throws IOException {
    List<MessageOutcome> all = new ArrayList<>();
    for (Attempted each : attempts()) {
      refuseExisting(each.tables());
      try {
        each.making().create();
        MessageOutcome outcome = measure(each);
        if (outcome == null) {
          return List.of();
        }
        all.add(outcome);
      } finally {
        drop(each.tables());
      }
    }
    return all;
  }

  private void refuseExisting(List<TableName> tables) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : tables) {
        if (admin.tableExists(each)) {
          throw new TableExistsException(each);
        }
      }
    }
  }

  private void drop(List<TableName> tables) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : tables) {
        if (admin.tableExists(each)) {
          admin.disableTable(each);
          admin.deleteTable(each);
        }
      }
    }
  }

  /** Null when it was told to end. */
  private MessageOutcome measure(Attempted attempt) throws IOException {
    DyingClient client = DyingClient.immortal();
    try (Mailing mailing = attempt.opening().open(WatchedTables.of(connection, client))) {
      Map<String, Long> unread = new HashMap<>();
      if (!sendAll(mailing, unread)) {
        return null;
      }
      double callsOfSend = client.calls() / (double) traffic.messages();
      double busiest = client.spread().busiestShare();
      int callsBefore = client.calls();
      long reads = readHalf(mailing, unread, 1);
      double callsOfRead = (client.calls() - callsBefore) / (double) Math.max(reads, 1);
      StoredCells stored = StoredCells.of(connection, attempt.tables(), stopped);
      Cost inbox = ask(client, user -> mailing.inbox(user, PAGE));
      Cost sent = ask(client, user -> mailing.sent(user, PAGE));
      Cost count = ask(client, mailing::unread);
      repeat(mailing);
      int wrong = wrongCounts(mailing, unread);
      int[] parted = killSenders(attempt, mailing);
      return stopped.getAsBoolean()
          ? null
          : new MessageOutcome(
              attempt.name(),
              attempt.idea(),
              traffic.messages(),
              callsOfSend,
              callsOfRead,
              stored.rows(),
              stored.bytes(),
              busiest,
              deaths,
              parted[0],
              parted[1],
              asked,
              wrong,
              inbox,
              sent,
              count);
    }
  }

  /** Whether it came to the end. */
  private boolean sendAll(Mailing mailing, Map<String, Long> unread) throws IOException {
    try (Stream<Message> all = traffic.stream()) {
      for (Iterator<Message> each = all.iterator(); each.hasNext(); ) {
        if (stopped.getAsBoolean()) {
          return false;
        }
        Message message = each.next();
        mailing.send(message);
        message.receivers().forEach(user -> unread.merge(user, 1L, Long::sum));
      }
    }
    return true;
  }

  /** What a message's first receiver reads: the even ones; one in so many of them. */
  private long readHalf(Mailing mailing, Map<String, Long> unread, int oneIn) throws IOException {
    long number = 0;
    long reads = 0;
    try (Stream<Message> all = traffic.stream()) {
      for (Iterator<Message> each = all.iterator(); each.hasNext(); number++) {
        Message message = each.next();
        if (number % (2L * oneIn) == 0 && !stopped.getAsBoolean()) {
          String user = message.receivers().get(0);
          mailing.read(user, message);
          unread.merge(user, -1L, Long::sum);
          reads++;
        }
      }
    }
    return reads;
  }

  /** What comes a second time changes nothing that is true. */
  private void repeat(Mailing mailing) throws IOException {
    long number = 0;
    try (Stream<Message> all = traffic.stream()) {
      for (Iterator<Message> each = all.iterator(); each.hasNext(); number++) {
        Message message = each.next();
        if (number % ONE_IN_REPEATED == 0 && !stopped.getAsBoolean()) {
          mailing.send(message);
        }
      }
    }
    readHalf(mailing, new HashMap<>(), ONE_IN_REPEATED + 1);
  }

  private int wrongCounts(Mailing mailing, Map<String, Long> unread) throws IOException {
    int wrong = 0;
    for (int i = 0; i < asked && !stopped.getAsBoolean(); i++) {
      String user = MessageTraffic.name(i);
      wrong += mailing.unread(user) == unread.getOrDefault(user, 0L) ? 0 : 1;
    }
    return wrong;
  }

  /** How many of their messages were in some boxes only: at first, and behind a repair. */
  private int[] killSenders(Attempted attempt, Mailing mailing) throws IOException {
    List<Message> cut = new ArrayList<>();
    for (int i = 0; i < deaths && !stopped.getAsBoolean(); i++) {
      cut.add(
          new Message(
              "cut-" + i,
              MessageTraffic.name(0),
              List.of(MessageTraffic.name(1), "guest"),
              traffic.first().plusMillis(traffic.days() * MILLIS_A_DAY + i),
              "cut"));
      DyingClient client = new DyingClient(i % CALLS_TRIED, moment(i));
      try (Mailing ofDead = attempt.opening().open(WatchedTables.of(connection, client))) {
        ofDead.send(cut.get(i));
      } catch (IOException e) {
        if (!client.isDead()) {
          throw e;
        }
      }
    }
    int before = parted(mailing, cut);
    if (!stopped.getAsBoolean()) {
      mailing.repair();
    }
    return new int[] {before, parted(mailing, cut)};
  }

  private int parted(Mailing mailing, List<Message> cut) throws IOException {
    int parted = 0;
    for (Message message : cut) {
      if (stopped.getAsBoolean()) {
        return parted;
      }
      int boxes = mailing.sent(message) ? 1 : 0;
      for (String each : message.receivers()) {
        boxes += mailing.received(each, message) ? 1 : 0;
      }
      parted += boxes == 0 || boxes == message.receivers().size() + 1 ? 0 : 1;
    }
    return parted;
  }

  private static DyingClient.Moment moment(int number) {
    DyingClient.Moment[] all = DyingClient.Moment.values();
    return all[number / CALLS_TRIED % all.length];
  }

  /** A question about a user. */
  private interface Asking {
    Object ask(String user) throws IOException;
  }

  private Cost ask(DyingClient client, Asking asking) throws IOException {
    int calls = client.calls();
    long rows = client.rowsRead();
    long bytes = client.bytesRead();
    for (int i = 0; i < asked && !stopped.getAsBoolean(); i++) {
      asking.ask(MessageTraffic.name(i));
    }
    double count = asked;
    return new Cost(
        (client.calls() - calls) / count,
        (client.rowsRead() - rows) / count,
        (client.bytesRead() - bytes) / count);
  }
}
