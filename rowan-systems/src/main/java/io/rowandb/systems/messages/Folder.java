package io.rowandb.systems.messages;

import io.rowandb.schema.pattern.RecordQuery;
import io.rowandb.schema.pattern.RecordTable;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which messages of a person are asked for, always the newest first. Immutable.
 *
 * <p>Times may be given: {@code Folder.inbox("ada").between(from, to)}.
 */
public final class Folder {
  // Fixed at construction.
  private final String owner;
  private final BoxRow.Box box;
  private final Set<String> others;
  private final Optional<Instant> from;
  private final Optional<Instant> to;

  private Folder(
      String owner,
      BoxRow.Box box,
      Set<String> others,
      Optional<Instant> from,
      Optional<Instant> to) {
    Message.checkName("user", owner);
    others.forEach(each -> Message.checkName("person", each));
    this.owner = owner;
    this.box = box;
    this.others = Set.copyOf(others);
    this.from = from;
    this.to = to;
  }

  private static Folder of(String owner, BoxRow.Box box, Set<String> others) {
    return new Folder(owner, box, others, Optional.empty(), Optional.empty());
  }

  /** What a user received. */
  public static Folder inbox(String user) {
    return of(user, BoxRow.Box.INBOX, Set.of());
  }

  /** What a user sent. */
  public static Folder sent(String user) {
    return of(user, BoxRow.Box.SENT, Set.of());
  }

  /** What a user received and has not read. */
  public static Folder unread(String user) {
    return of(user, BoxRow.Box.UNREAD, Set.of());
  }

  /** What a user received from a person, or sent to that person, also together with others. */
  public static Folder with(String user, String person) {
    return of(user, BoxRow.Box.WITH, Set.of(person));
  }

  /**
   * What went between a user and others, all of them and nobody else.
   *
   * @param others at least one, without the user
   * @throws IllegalArgumentException when there are too few or too many, or the user is among them
   */
  public static Folder conversation(String user, Set<String> others) {
    if (others.isEmpty() || others.size() > Message.MOST_RECEIVERS || others.contains(user)) {
      throw new IllegalArgumentException(
          "others "
              + others.size()
              + ": 1 to "
              + Message.MOST_RECEIVERS
              + " people, and not the user");
    }
    return of(user, BoxRow.Box.CONVERSATION, others);
  }

  /**
   * Those of a span of time.
   *
   * @param first the first moment
   * @param end the first moment behind it
   * @throws IllegalArgumentException when it ends before it begins
   */
  public Folder between(Instant first, Instant end) {
    if (end.isBefore(first)) {
      throw new IllegalArgumentException(
          "from " + first + " to " + end + ": ends before it begins");
    }
    return new Folder(owner, box, others, Optional.of(first), Optional.of(end));
  }

  String owner() {
    return owner;
  }

  /** A conversation of two is a part of what one has with the other, so it has no rows itself. */
  private boolean isOfTwo() {
    return box == BoxRow.Box.CONVERSATION && others.size() == 1;
  }

  RecordQuery<BoxRow> query(RecordTable<BoxRow> boxes) {
    RecordQuery<BoxRow> query =
        boxes
            .where(BoxRow::owner)
            .is(owner)
            .where(BoxRow::box)
            .is(isOfTwo() ? BoxRow.Box.WITH : box)
            .where(BoxRow::other)
            .is(other());
    if (from.isPresent() && to.isPresent()) {
      query = query.between(BoxRow::time, from.get(), to.get());
    }
    return (isOfTwo() ? query.filter(each -> each.people() == 2) : query).newestFirst();
  }

  private String other() {
    return switch (box) {
      case INBOX, SENT, UNREAD -> "";
      case WITH -> others.iterator().next();
      case CONVERSATION -> isOfTwo() ? others.iterator().next() : BoxRow.conversation(people());
    };
  }

  private Set<String> people() {
    Set<String> people = new HashSet<>(others);
    people.add(owner);
    return people;
  }

  /** Whether a message belongs here, whatever its time: a row that a dead client left may not. */
  boolean has(StoredMessage message) {
    return message.isKeptBy(owner)
        && switch (box) {
          case INBOX -> message.receivers().contains(owner);
          case SENT -> message.sender().equals(owner);
          case UNREAD -> message.isUnreadBy(owner);
          case WITH -> others.stream().allMatch(each -> isBetween(message, each));
          case CONVERSATION -> people().equals(new HashSet<>(message.people()));
        };
  }

  private boolean isBetween(StoredMessage message, String other) {
    return (message.sender().equals(owner) && message.receivers().contains(other))
        || (message.sender().equals(other) && message.receivers().contains(owner));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Folder that
        && owner.equals(that.owner)
        && box == that.box
        && others.equals(that.others)
        && from.equals(that.from)
        && to.equals(that.to);
  }

  @Override
  public int hashCode() {
    return Objects.hash(owner, box, others, from, to);
  }

  @Override
  public String toString() {
    return box + " of " + owner + (others.isEmpty() ? "" : " with " + others);
  }
}
