package io.rowandb.systems.messages;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A message as its table holds it: what was sent, and where each person stands with it. People are
 * numbered: the receivers in their order, then the sender unless among them.
 *
 * @param text null when everybody has deleted it
 * @param unread bit i: person i has not read it
 * @param kept bit i: person i has not deleted it
 */
record StoredMessage(
    String id,
    String sender,
    List<String> receivers,
    Instant time,
    String text,
    long unread,
    long kept) {
  /** As it is when it is sent. */
  static StoredMessage sent(Message message) {
    return new StoredMessage(
        message.id(),
        message.sender(),
        message.receivers(),
        message.time(),
        message.text(),
        (1L << message.receivers().size()) - 1,
        (1L << message.people().size()) - 1);
  }

  List<String> people() {
    List<String> people = new ArrayList<>(receivers);
    if (!receivers.contains(sender)) {
      people.add(sender);
    }
    return people;
  }

  /** 0 when the person has no part in it. */
  private long bit(String person) {
    int number = people().indexOf(person);
    return number < 0 ? 0 : 1L << number;
  }

  boolean isKeptBy(String person) {
    return (kept & bit(person)) != 0;
  }

  boolean isUnreadBy(String person) {
    return (unread & kept & bit(person)) != 0;
  }

  StoredMessage readBy(String person) {
    return new StoredMessage(
        id, sender, receivers, time, text, unread & ~(bit(person) & kept), kept);
  }

  /** Without its text, when nobody else keeps it. */
  StoredMessage deletedBy(String person) {
    long left = kept & ~bit(person);
    return new StoredMessage(
        id, sender, receivers, time, left == 0 ? null : text, unread & left, left);
  }

  /** Whether it was made by sending this message, as far as can be told. */
  boolean isOf(Message message) {
    return sender.equals(message.sender())
        && receivers.equals(message.receivers())
        && time.equals(message.time())
        && (text == null || text.equals(message.text()));
  }

  /** As a person has it, who keeps it. */
  BoxedMessage boxed(String person) {
    return new BoxedMessage(new Message(id, sender, receivers, time, text), isUnreadBy(person));
  }

  /** Its rows in the boxes of all who keep it. */
  List<BoxRow> boxRows() {
    List<BoxRow> rows = new ArrayList<>();
    List<String> people = people();
    String conversation = people.size() > 2 ? BoxRow.conversation(Set.copyOf(people)) : "";
    for (String person : people) {
      if (!isKeptBy(person)) {
        continue;
      }
      boolean received = receivers.contains(person);
      if (received) {
        rows.add(row(person, BoxRow.Box.INBOX, ""));
        if (isUnreadBy(person)) {
          rows.add(row(person, BoxRow.Box.UNREAD, ""));
        }
        rows.add(row(person, BoxRow.Box.WITH, sender));
      }
      if (person.equals(sender)) {
        rows.add(row(person, BoxRow.Box.SENT, ""));
        receivers.stream()
            .filter(each -> !(received && each.equals(sender))) // that row is there already
            .forEach(each -> rows.add(row(person, BoxRow.Box.WITH, each)));
      }
      if (!conversation.isEmpty()) {
        rows.add(row(person, BoxRow.Box.CONVERSATION, conversation));
      }
    }
    return rows;
  }

  private BoxRow row(String owner, BoxRow.Box box, String other) {
    return new BoxRow(owner, box, other, time, id, people().size());
  }
}
