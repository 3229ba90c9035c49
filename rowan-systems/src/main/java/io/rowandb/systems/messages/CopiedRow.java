package io.rowandb.systems.messages;

import java.time.Instant;
import java.util.List;

/** A row of a box with the whole message in it. */
record CopiedRow(
    String owner,
    BoxRow.Box box,
    String other,
    Instant time,
    String id,
    String sender,
    List<String> receivers,
    boolean unread,
    String text) {
  /** Those of a message. */
  static List<CopiedRow> of(StoredMessage message) {
    return message.boxRows().stream()
        .map(
            each ->
                new CopiedRow(
                    each.owner(),
                    each.box(),
                    each.other(),
                    each.time(),
                    each.id(),
                    message.sender(),
                    message.receivers(),
                    message.isUnreadBy(each.owner()),
                    message.text()))
        .toList();
  }
}
