package io.rowandb.systems.messages;

import io.rowandb.schema.value.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What all boxes must have, found by looking at each message. Used by one thread. */
final class ModelBoxes {
  private static final Comparator<Message> NEWEST_FIRST =
      Comparator.comparing(Message::time).reversed().thenComparing(Message::id, Utf8.ORDER);

  private final List<Message> sent = new ArrayList<>();
  private final Set<List<String>> read = new HashSet<>();
  private final Set<List<String>> deleted = new HashSet<>();

  void send(Message message) {
    sent.add(message);
  }

  void read(String user, String id) {
    read.add(List.of(user, id));
  }

  void delete(String user, String id) {
    deleted.add(List.of(user, id));
  }

  List<Message> all() {
    return sent;
  }

  boolean isUnread(String user, Message message) {
    return message.receivers().contains(user) && !read.contains(List.of(user, message.id()));
  }

  /** Of those that the user keeps. */
  private List<BoxedMessage> find(String user, Predicate<Message> condition) {
    return sent.stream()
        .filter(each -> each.people().contains(user))
        .filter(each -> !deleted.contains(List.of(user, each.id())))
        .filter(condition)
        .sorted(NEWEST_FIRST)
        .map(each -> new BoxedMessage(each, isUnread(user, each)))
        .toList();
  }

  List<BoxedMessage> inbox(String user) {
    return find(user, each -> each.receivers().contains(user));
  }

  List<BoxedMessage> sent(String user) {
    return find(user, each -> each.sender().equals(user));
  }

  List<BoxedMessage> unread(String user) {
    return find(user, each -> isUnread(user, each));
  }

  List<BoxedMessage> with(String user, String person) {
    return find(
        user,
        each ->
            (each.sender().equals(user) && each.receivers().contains(person))
                || (each.sender().equals(person) && each.receivers().contains(user)));
  }

  List<BoxedMessage> conversation(String user, Set<String> others) {
    Set<String> people = new HashSet<>(others);
    people.add(user);
    return find(user, each -> each.people().equals(people));
  }

  static List<BoxedMessage> between(List<BoxedMessage> all, Instant from, Instant to) {
    return all.stream()
        .filter(each -> !each.message().time().isBefore(from) && each.message().time().isBefore(to))
        .toList();
  }
}
