package io.rowandb.systems.web.messages;

import io.rowandb.schema.pattern.Page;
import io.rowandb.systems.messages.BoxedMessage;
import io.rowandb.systems.messages.Folder;
import io.rowandb.systems.messages.Message;
import io.rowandb.systems.messages.Messages;
import io.rowandb.systems.web.Values;
import io.rowandb.systems.web.WebException;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which messages a request asks for. */
final class Folders {
  private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

  /** The boxes of a user, as requests name them. */
  static final List<String> BOXES = List.of("inbox", "unread", "sent", "with", "conversation");

  private Folders() {}

  /**
   * A user's folder.
   *
   * @param values of {@code with} the {@code person}; of {@code conversation} the {@code others},
   *     or the id of a message of it
   */
  static Folder of(Messages messages, String user, String box, Values values) throws IOException {
    return switch (box) {
      case "inbox" -> WebException.checked(() -> Folder.inbox(user));
      case "unread" -> WebException.checked(() -> Folder.unread(user));
      case "sent" -> WebException.checked(() -> Folder.sent(user));
      case "with" -> {
        String person = values.text("person");
        yield WebException.checked(() -> Folder.with(user, person));
      }
      case "conversation" -> {
        Set<String> others = others(messages, user, values);
        yield WebException.checked(() -> Folder.conversation(user, others));
      }
      default ->
          throw WebException.wrong(
              "box is " + Values.shown(box) + ", and not one of " + String.join(", ", BOXES));
    };
  }

  private static Set<String> others(Messages messages, String user, Values values)
      throws IOException {
    if (values.has("message") == values.has("others")) {
      throw WebException.wrong("give others, or a message");
    }
    if (values.has("others")) {
      return new HashSet<>(NameList.split(values.text("others")));
    }
    Set<String> people = new HashSet<>(known(messages, user, values.text("message")).people());
    people.remove(user);
    if (people.isEmpty()) {
      throw WebException.wrong("this message went to nobody else, so it is of no conversation");
    }
    return people;
  }

  /** A message that the user has. */
  static Message known(Messages messages, String user, String id) throws IOException {
    return got(messages, user, id).message();
  }

  static BoxedMessage got(Messages messages, String user, String id) throws IOException {
    return checked(() -> messages.get(user, id))
        .orElseThrow(
            () ->
                new WebException(
                    WebException.ABSENT, "\"" + user + "\" has no message \"" + id + "\""));
  }

  /**
   * The part of a folder in a span of time.
   *
   * @param from empty for all before
   * @param to the first moment behind it; empty for all that come
   */
  static Folder between(Folder folder, Optional<Instant> from, Optional<Instant> to) {
    if (from.isEmpty() && to.isEmpty()) {
      return folder;
    }
    from.ifPresent(time -> checkTime("from", time));
    to.ifPresent(time -> checkTime("to", time));
    return WebException.checked(
        () -> folder.between(from.orElse(Instant.EPOCH), to.orElse(END_OF_TIME)));
  }

  private static void checkTime(String what, Instant time) {
    if (time.isBefore(Instant.EPOCH) || time.isAfter(END_OF_TIME)) {
      throw WebException.wrong(what + " " + time + " is not in a year from 1970 to 9999");
    }
  }

  /** Some messages, from where the query's {@code after} says. */
  static Page<BoxedMessage> page(Messages messages, Folder folder, int size, Values query)
      throws IOException {
    return checked(
        () ->
            query.has("after")
                ? messages.page(folder, size, query.text("after"))
                : messages.page(folder, size));
  }

  /** What may refuse the values of a request. */
  interface Call<T> {
    T made() throws IOException;
  }

  /** What a call refuses is told to the client. */
  static <T> T checked(Call<T> call) throws IOException {
    try {
      return call.made();
    } catch (IllegalArgumentException e) {
      throw WebException.wrong(e.getMessage());
    }
  }
}
