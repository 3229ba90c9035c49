package io.rowandb.systems.web.messages;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** What users do. Thread-safe. */
final class Posting {
  /** Messages that one request marks as read: each is a few writes. */
  static final int MOST_READ = 200;

  private final MessageSpace space;
  private final InstantSource clock;

  Posting(MessageSpace space, InstantSource clock) {
    this.space = space;
    this.clock = clock;
  }

  /**
   * Sends a message. Once more with the same id, and perhaps at another time, it changes nothing:
   * so a form that is sent twice is one message.
   *
   * @param time the present when it is empty
   * @return whether it is new
   */
  boolean send(
      String id, String sender, List<String> receivers, Optional<Instant> time, String text)
      throws IOException {
    Instant when = time.orElseGet(() -> clock.instant().truncatedTo(ChronoUnit.MILLIS));
    Message message = WebException.checked(() -> new Message(id, sender, receivers, when, text));
    Messages messages = space.made();
    try {
      return messages.send(message);
    } catch (IllegalArgumentException e) {
      Optional<BoxedMessage> there = messages.get(sender, id);
      if (time.isEmpty() && there.filter(each -> isSame(each.message(), message)).isPresent()) {
        return false;
      }
      throw new WebException(WebException.IN_CONFLICT, e.getMessage());
    }
  }

  private static boolean isSame(Message there, Message message) {
    return there.sender().equals(message.sender())
        && there.receivers().equals(message.receivers())
        && there.text().equals(message.text());
  }

  /** Whether the user had not read it before. */
  boolean read(String user, String id) throws IOException {
    return Folders.checked(() -> space.existing().read(user, id));
  }

  /** Whether the user had it. */
  boolean delete(String user, String id) throws IOException {
    return Folders.checked(() -> space.existing().delete(user, id));
  }

  /**
   * What was read.
   *
   * @param count of messages
   * @param more whether there are unread ones left
   */
  record ReadMany(long count, boolean more) {}

  /** Marks the newest unread messages as read, {@value #MOST_READ} at most. */
  ReadMany readMany(String user) throws IOException {
    Messages messages = space.existing();
    Folder unread = WebException.checked(() -> Folder.unread(user));
    Page<BoxedMessage> page = messages.page(unread, MOST_READ);
    long count = 0;
    for (BoxedMessage each : page.records()) {
      count += messages.read(user, each.message().id()) ? 1 : 0;
    }
    return new ReadMany(count, page.next().isPresent());
  }
}
