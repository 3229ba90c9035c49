package io.rowandb.cli.systems.messages;

import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Message;
import java.util.LinkedHashMap;
import java.util.Map;

/** Messages as members of JSON, the same on the command line and over HTTP. */
public final class MessageJson {
  private MessageJson() {}

  /** A message, as a user has it. */
  public static Map<String, ?> message(BoxedMessage boxed) {
    Message message = boxed.message();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", message.id());
    members.put("sender", message.sender());
    members.put("receivers", message.receivers());
    members.put("time", message.time());
    members.put("unread", boxed.unread());
    members.put("text", message.text());
    return members;
  }
}
