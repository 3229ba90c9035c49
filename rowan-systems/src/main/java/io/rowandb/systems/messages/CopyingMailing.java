package io.rowandb.systems.messages;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.view.View;
import io.rowandb.schema.view.ViewedTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/**
 * As {@link Messages}, but with the whole message in each row of a box: a page is one read. Used by
 * one thread.
 */
final class CopyingMailing implements Mailing {
  static final TableDesign<StoredMessage> MESSAGES =
      Messages.messages(MessageAttempts.PREFIX + "copied");

  static final TableDesign<CopiedRow> BOXES =
      TableDesign.of(MessageAttempts.PREFIX + "copies", CopiedRow.class)
          .key(
              key ->
                  key.salt(Messages.REGIONS, CopiedRow::owner)
                      .part(CopiedRow::owner, Parts.text())
                      .part(CopiedRow::box, Parts.enumByte(BoxRow.Box.class))
                      .part(CopiedRow::other, Parts.text())
                      .part(CopiedRow::time, Parts.descending(Parts.millis()))
                      .part(CopiedRow::id, Parts.text()))
          .family("b")
          .packed(
              "b:p",
              packed ->
                  packed
                      .field(1, CopiedRow::sender)
                      .field(2, CopiedRow::receivers)
                      .field(3, CopiedRow::unread))
          .column(CopiedRow::text, "b:x")
          .build();

  private static final View<StoredMessage, CopiedRow> COPIES =
      View.of(MESSAGES, BOXES, CopiedRow::of);

  // Fixed at construction.
  private final ViewedTable<StoredMessage> messages;
  private final RecordTable<CopiedRow> boxes;

  CopyingMailing(Connection connection) throws IOException {
    messages = ViewedTable.open(connection, MESSAGES, COPIES);
    boxes = RecordTable.open(connection, BOXES);
  }

  /** Makes the tables. */
  static void create(Connection connection) throws IOException {
    ViewedTable.openOrCreate(connection, MESSAGES, COPIES).close();
  }

  @Override
  public void send(Message message) throws IOException {
    messages.putIfAbsent(StoredMessage.sent(message));
  }

  @Override
  public void read(String user, Message message) throws IOException {
    messages.update(each -> each.readBy(user), message.id());
  }

  private RecordQuery<CopiedRow> of(String user, BoxRow.Box box) {
    return boxes
        .where(CopiedRow::owner)
        .is(user)
        .where(CopiedRow::box)
        .is(box)
        .where(CopiedRow::other)
        .is("");
  }

  @Override
  public long unread(String user) throws IOException {
    return of(user, BoxRow.Box.UNREAD).count();
  }

  @Override
  public List<String> inbox(String user, int size) throws IOException {
    return texts(of(user, BoxRow.Box.INBOX).newestFirst().limit(size));
  }

  @Override
  public List<String> sent(String user, int size) throws IOException {
    return texts(of(user, BoxRow.Box.SENT).newestFirst().limit(size));
  }

  private static List<String> texts(RecordQuery<CopiedRow> query) throws IOException {
    return query.list().stream().map(CopiedRow::text).toList();
  }

  @Override
  public boolean received(String user, Message message) throws IOException {
    return isIn(user, BoxRow.Box.INBOX, message);
  }

  @Override
  public boolean sent(Message message) throws IOException {
    return isIn(message.sender(), BoxRow.Box.SENT, message);
  }

  private boolean isIn(String user, BoxRow.Box box, Message message) throws IOException {
    return of(user, box)
        .where(CopiedRow::time)
        .is(message.time())
        .where(CopiedRow::id)
        .is(message.id())
        .exists();
  }

  @Override
  public void repair() throws IOException {
    messages.repair(Duration.ZERO);
  }

  @Override
  public void close() throws IOException {
    try (messages) {
      boxes.close();
    }
  }
}
