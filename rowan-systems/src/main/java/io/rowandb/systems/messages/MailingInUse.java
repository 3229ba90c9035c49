package io.rowandb.systems.messages;

import io.rowandb.schema.pattern.Page;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/** {@link Messages}, in tables of its own. Used by one thread. */
final class MailingInUse implements Mailing {
  static final Messages.Design DESIGN = Messages.Design.named(MessageAttempts.PREFIX);

  // Fixed at construction.
  private final Messages messages;

  MailingInUse(Connection connection) throws IOException {
    messages = Messages.openExisting(connection, DESIGN);
  }

  @Override
  public void send(Message message) throws IOException {
    messages.send(message);
  }

  @Override
  public void read(String user, Message message) throws IOException {
    messages.read(user, message.id());
  }

  @Override
  public long unread(String user) throws IOException {
    return messages.unread(user);
  }

  @Override
  public List<String> inbox(String user, int size) throws IOException {
    return texts(messages.page(Folder.inbox(user), size));
  }

  @Override
  public List<String> sent(String user, int size) throws IOException {
    return texts(messages.page(Folder.sent(user), size));
  }

  private static List<String> texts(Page<BoxedMessage> page) {
    return page.records().stream().map(each -> each.message().text()).toList();
  }

  @Override
  public boolean received(String user, Message message) throws IOException {
    return isIn(Folder.inbox(user), message);
  }

  @Override
  public boolean sent(Message message) throws IOException {
    return isIn(Folder.sent(message.sender()), message);
  }

  private boolean isIn(Folder folder, Message message) throws IOException {
    // By the time and not by the id, of which no other message of a measurement has the same.
    return messages.count(folder.between(message.time(), message.time().plusMillis(1))) > 0;
  }

  @Override
  public void repair() throws IOException {
    messages.repair();
  }

  @Override
  public void close() throws IOException {
    messages.close();
  }
}
