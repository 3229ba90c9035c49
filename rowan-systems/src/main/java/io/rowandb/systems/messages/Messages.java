package io.rowandb.systems.messages;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.Explanation;
import io.rowandb.schema.pattern.Page;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewCounts;
import io.rowandb.schema.view.ViewedTable;
import io.rowandb.systems.batch.Batches;
import io.rowandb.systems.pool.Pool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The messages between the users of a site: inbox, sent, unread, what two or more people wrote each
 * other. Used by any number of threads, and of programs.
 *
 * <p>A message is one row of the table {@code messages}: who sent it to whom, its text, and of each
 * person whether they have read it and whether they keep it. That row is the truth. Its key is
 * {@code hash(id) | id}. The table {@code message_boxes} is a view of it, with a row for each box
 * that the message is in: {@code salt(owner) | owner | box | other | time | id}, the newest first,
 * without the text. To one receiver it has five: inbox, unread, sent, and for both what they have
 * with each other. To n receivers, n > 1, it has 5n + 2.
 *
 * <ol>
 *   <li>A message is written before it is in any box. The same write marks its row with what is
 *       left to be done; the mark goes when all boxes have it. So when {@link #send} returns, it is
 *       in all of them; when the sender dies before, it is in all or in none as soon as it was sent
 *       again, or {@link #repair} was called.
 *   <li>The id makes a repeated send the same message, also when it was read or deleted meanwhile:
 *       of a message that all have deleted, the row stays without its text.
 *   <li>{@link #read} and {@link #delete} change the row of the message, and it alone decides. Each
 *       is one step, in one order with all others, and done once however often it is called: a late
 *       call finds a row that it does not fit any more.
 *   <li>What a box shows is looked up in the rows of the messages. So a row of a box that a dead
 *       client left behind is not shown, and who finds one ends what that client began.
 *   <li>The unread count is the number of rows of a box, one for each unread message. Nothing is
 *       added up, so nothing is added twice; it is right whenever no call is under way or was cut
 *       short. Counting reads those rows, without their values.
 * </ol>
 *
 * <p>Each change of a message writes all its box rows anew: 5n + 2 at most. That is why a message
 * has at most 50 receivers; what goes to thousands needs another design.
 */
public final class Messages implements AutoCloseable {
  /** The most messages of a page, which is in memory: texts of 10,000 characters each. */
  public static final int LARGEST_PAGE = 1_000;

  /** Regions of new tables. */
  static final int REGIONS = 16;

  /** Of a load: one message may have 252 rows of boxes, and a batch holds those of all. */
  private static final Batches<Message> BATCHES =
      new Batches<>(200, 1 << 20, message -> message.text().length());

  /** Messages that {@link #readAll} takes at a time. */
  private static final int BATCH = 200;

  /** For how long a late call can come: deletions are kept, lest it bring rows back. */
  private static final String DELETIONS_KEPT_MILLIS = Long.toString(Duration.ofHours(4).toMillis());

  private static final Design IN_USE = Design.named("");

  // Fixed at construction.
  private final Pool<Tables> pool;

  private Messages(Connection connection, Design design) {
    pool = Pool.of(() -> new Tables(connection, design), Tables::close);
  }

  /**
   * The tables' designs.
   *
   * @param messages with the truth
   * @param boxes with what follows from it
   */
  record Design(TableDesign<StoredMessage> messages, View<StoredMessage, BoxRow> boxes) {
    /** Of tables whose names begin so. */
    static Design named(String prefix) {
      TableDesign<StoredMessage> messages = Messages.messages(prefix + "messages");
      return new Design(
          messages,
          View.of(messages, Messages.boxes(prefix + "message_boxes"), StoredMessage::boxRows));
    }
  }

  /** The design of the table of messages. */
  static TableDesign<StoredMessage> messages(String name) {
    return TableDesign.of(name, StoredMessage.class)
        .key(
            key -> key.hash(Digest.md5(2), StoredMessage::id).part(StoredMessage::id, Parts.text()))
        .family("m")
        .packed(
            "m:p",
            packed ->
                packed
                    .field(1, StoredMessage::sender)
                    .field(2, StoredMessage::receivers)
                    .field(3, StoredMessage::time)
                    .field(4, StoredMessage::unread)
                    .field(5, StoredMessage::kept))
        .column(StoredMessage::text, "m:x")
        .marked()
        .splits(Splits.even(REGIONS))
        .build();
  }

  private static TableDesign<BoxRow> boxes(String name) {
    return TableDesign.of(name, BoxRow.class)
        .key(
            key ->
                key.salt(REGIONS, BoxRow::owner)
                    .part(BoxRow::owner, Parts.text())
                    .part(BoxRow::box, Parts.enumByte(BoxRow.Box.class))
                    .part(BoxRow::other, Parts.text())
                    .part(BoxRow::time, Parts.descending(Parts.millis()))
                    .part(BoxRow::id, Parts.text()))
        .family(
            "b",
            family ->
                family.setConfiguration(
                    "hbase.hstore.time.to.purge.deletes", DELETIONS_KEPT_MILLIS))
        .column(BoxRow::people, "b:n")
        .splits(Splits.even(REGIONS))
        .build();
  }

  /**
   * Opens the tables, and makes them if there are none.
   *
   * @param connection stays open, and stays the caller's
   */
  public static Messages open(Connection connection) throws IOException {
    return open(connection, IN_USE);
  }

  static Messages open(Connection connection, Design design) throws IOException {
    ViewedTable.openOrCreate(connection, design.messages(), design.boxes()).close();
    return new Messages(connection, design);
  }

  /**
   * Opens the tables, which must be there.
   *
   * @param connection stays open, and stays the caller's
   * @throws TableNotFoundException when they are not
   */
  public static Messages openExisting(Connection connection) throws IOException {
    return openExisting(connection, IN_USE);
  }

  static Messages openExisting(Connection connection, Design design) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : List.of(design.messages().name(), design.boxes().target().name())) {
        if (!admin.tableExists(each)) {
          throw new TableNotFoundException("there is no table " + each);
        }
      }
    }
    return new Messages(connection, design);
  }

  /**
   * Sends a message. Called again with the same message it changes nothing, and ends what a sender
   * that died has begun.
   *
   * @return whether it is new; not if it was sent already
   * @throws IllegalArgumentException when another message was sent with its id
   * @throws IOException when that did not complete: call it again
   */
  public boolean send(Message message) throws IOException {
    return pool.use(tables -> send(tables, message));
  }

  private static boolean send(Tables tables, Message message) throws IOException {
    StoredMessage sent = StoredMessage.sent(message);
    if (tables.messages.putIfAbsent(sent)) {
      return true;
    }
    checkSame(tables.messages.records().get(message.id()), message);
    return false;
  }

  /**
   * Sends messages, many per call, each as a step of its own. The first of an id is the message.
   *
   * @param all are closed
   * @return how many there were, new or not
   * @throws IllegalArgumentException as {@link #send}; those before it are sent, and perhaps some
   *     of the next
   */
  public long load(Stream<Message> all) throws IOException {
    return BATCHES.each(all, batch -> pool.run(tables -> sendAll(tables, batch)));
  }

  private static void sendAll(Tables tables, List<Message> batch) throws IOException {
    List<Boolean> isNew =
        tables.messages.putAllIfAbsent(batch.stream().map(StoredMessage::sent).toList());
    List<Message> sentBefore = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (!isNew.get(i)) {
        sentBefore.add(batch.get(i));
      }
    }
    List<List<String>> ids = sentBefore.stream().map(each -> List.of(each.id())).toList();
    List<Optional<StoredMessage>> there = tables.messages.records().getAll(ids);
    for (int i = 0; i < sentBefore.size(); i++) {
      checkSame(there.get(i), sentBefore.get(i));
    }
  }

  private static void checkSame(Optional<StoredMessage> there, Message message) {
    if (there.isPresent() && !there.get().isOf(message)) {
      throw new IllegalArgumentException(
          "message " + message.id() + " was sent already, with other people, time or text");
    }
  }

  /** A message, if the user is one of its people and keeps it. */
  public Optional<BoxedMessage> get(String user, String id) throws IOException {
    Message.checkName("user", user);
    Message.checkName("id", id);
    return pool.use(tables -> tables.messages.records().get(id))
        .filter(each -> each.isKeptBy(user))
        .map(each -> each.boxed(user));
  }

  /**
   * Notes that a user has read a message.
   *
   * @return whether it was unread; not if this user never received it, or does not keep it
   * @throws IOException when that did not complete: call it again
   */
  public boolean read(String user, String id) throws IOException {
    return change(user, id, each -> each.readBy(user));
  }

  /**
   * Notes that a user has read all that is unread, as it is found: what comes meanwhile may stay
   * unread.
   *
   * @return how many there were
   */
  public long readAll(String user) throws IOException {
    Folder unread = Folder.unread(user);
    long count = 0;
    Optional<String> next = Optional.empty();
    do {
      Page<BoxedMessage> page =
          next.isEmpty() ? page(unread, BATCH) : page(unread, BATCH, next.get());
      for (BoxedMessage each : page.records()) {
        count += read(user, each.message().id()) ? 1 : 0;
      }
      next = page.next();
    } while (next.isPresent());
    return count;
  }

  /**
   * Deletes a message on one side: the user has it in no box any more, the others keep it. When all
   * have deleted it, its text is gone.
   *
   * @return whether the user had it
   * @throws IOException when that did not complete: call it again
   */
  public boolean delete(String user, String id) throws IOException {
    return change(user, id, each -> each.deletedBy(user));
  }

  private boolean change(String user, String id, UnaryOperator<StoredMessage> change)
      throws IOException {
    Message.checkName("user", user);
    Message.checkName("id", id);
    return pool.use(tables -> change(tables.messages, id, change));
  }

  private static boolean change(
      ViewedTable<StoredMessage> messages, String id, UnaryOperator<StoredMessage> change)
      throws IOException {
    Optional<StoredMessage> there = messages.records().get(id);
    if (there.isEmpty()) {
      return false;
    }
    if (change.apply(there.get()).equals(there.get())) {
      end(messages, there.get());
      return false;
    }
    boolean[] changed = new boolean[1]; // by the last time that it is asked, which is the one made
    messages.update(
        each -> {
          StoredMessage next = change.apply(each);
          changed[0] = !next.equals(each);
          return next;
        },
        id);
    return changed[0];
  }

  /** Writes nothing, but ends what a client that died has begun with a message. */
  private static void end(ViewedTable<StoredMessage> messages, StoredMessage message)
      throws IOException {
    messages.putIf(message, each -> false);
  }

  /**
   * The first messages of a folder, the newest first.
   *
   * @param size how many at most, from 1 to {@link #LARGEST_PAGE}
   * @throws IllegalArgumentException when the size is not
   */
  public Page<BoxedMessage> page(Folder folder, int size) throws IOException {
    checkSize(size);
    return pool.use(tables -> shown(tables, folder, folder.query(tables.boxes).page(size)));
  }

  /**
   * The page after an earlier one of the same folder. A message is on one page only, and a newer
   * one, which came meanwhile, on none.
   *
   * @param size as of the first page
   * @param token of the earlier page
   * @throws IllegalArgumentException when it is of another folder, or none, or the size is wrong
   */
  public Page<BoxedMessage> page(Folder folder, int size, String token) throws IOException {
    checkSize(size);
    return pool.use(tables -> shown(tables, folder, folder.query(tables.boxes).page(size, token)));
  }

  private static void checkSize(int size) {
    if (size < 1 || size > LARGEST_PAGE) {
      throw new IllegalArgumentException("page of " + size + ": 1 to " + LARGEST_PAGE);
    }
  }

  private static Page<BoxedMessage> shown(Tables tables, Folder folder, Page<BoxRow> rows)
      throws IOException {
    List<List<String>> ids = rows.records().stream().map(each -> List.of(each.id())).toList();
    List<BoxedMessage> shown = new ArrayList<>();
    for (Optional<StoredMessage> each : tables.messages.records().getAll(ids)) {
      if (each.isPresent() && folder.has(each.get())) {
        shown.add(each.get().boxed(folder.owner()));
      } else if (each.isPresent()) {
        end(tables.messages, each.get());
      }
    }
    return new Page<>(shown, rows.next());
  }

  /** How many messages a folder has, by the rows of its box. */
  public long count(Folder folder) throws IOException {
    return pool.use(tables -> folder.query(tables.boxes).count());
  }

  /**
   * As {@link #count(Folder)}, but it stops at a number, and reads no further.
   *
   * @param most at least 1
   */
  public long count(Folder folder, long most) throws IOException {
    return pool.use(tables -> folder.query(tables.boxes).limit(most).count());
  }

  /** Whether no message was ever sent. */
  public boolean isEmpty() throws IOException {
    return pool.use(tables -> tables.messages.records().all().allowFullScan().first().isEmpty());
  }

  /** How many messages a user has not read. */
  public long unread(String user) throws IOException {
    return count(Folder.unread(user));
  }

  /** How the rows of a folder are found. */
  public Explanation explain(Folder folder) throws IOException {
    return pool.use(tables -> folder.query(tables.boxes).explain());
  }

  /**
   * Ends what clients that died have begun; looks at the marks of all messages. May be called while
   * others send and read.
   *
   * @return how many messages were in some boxes only, or could have been
   */
  public long repair() throws IOException {
    return pool.use(tables -> tables.messages.repair(Duration.ZERO).finished());
  }

  /** Compares all boxes with all messages, and changes nothing. For when nobody else writes. */
  public ViewCounts verify() throws IOException {
    return pool.use(tables -> tables.messages.verify().get(0));
  }

  /** The tables, for one thread. */
  private static final class Tables implements AutoCloseable {
    private final ViewedTable<StoredMessage> messages;
    private final RecordTable<BoxRow> boxes;

    Tables(Connection connection, Design design) throws IOException {
      messages = ViewedTable.open(connection, design.messages(), design.boxes());
      boxes = RecordTable.open(connection, design.boxes().target());
    }

    @Override
    public void close() throws IOException {
      try (messages) {
        boxes.close();
      }
    }
  }

  /** The connection stays open; who closes it waits for the calls that are under way. */
  @Override
  public void close() throws IOException {
    pool.close();
  }
}
