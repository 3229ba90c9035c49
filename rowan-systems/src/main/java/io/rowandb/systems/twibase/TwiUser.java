package io.rowandb.systems.twibase;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A user.
 *
 * @param name unique, from 1 to 30 of {@code a-z 0-9 _}
 * @param nickname what others see, from 1 to 100 characters; it may change
 * @param email as given
 * @param joined when
 * @param renamed how often the nickname has changed
 * @param posted how many posts there ever were; the number of the last one
 * @param deleted how many of them are deleted
 * @param tasks what is begun and not ended
 * @param postRate how many posts were made lately
 * @param lookRate how many pages of the timeline were read lately
 */
record TwiUser(
    String name,
    String nickname,
    String email,
    Instant joined,
    long renamed,
    long posted,
    long deleted,
    List<Task> tasks,
    DecayingCount postRate,
    DecayingCount lookRate) {
  private static final int LONGEST_NAME = 30;
  private static final int LONGEST_NICKNAME = 100;
  private static final int MOST_TASKS = 1_000;

  TwiUser {
    tasks = List.copyOf(tasks);
    // Rows of earlier programs have none.
    postRate = Objects.requireNonNullElse(postRate, DecayingCount.NONE);
    lookRate = Objects.requireNonNullElse(lookRate, DecayingCount.NONE);
  }

  static TwiUser of(String name, String nickname, String email, Instant joined) {
    checkName(name);
    checkNickname(nickname);
    Objects.requireNonNull(email, "email");
    return new TwiUser(
        name, nickname, email, joined, 0, 0, 0, List.of(), DecayingCount.NONE, DecayingCount.NONE);
  }

  /** Refuses what cannot be a name. */
  static void checkName(String name) {
    boolean right = !name.isEmpty() && name.length() <= LONGEST_NAME;
    for (int i = 0; i < name.length() && right; i++) {
      char letter = name.charAt(i);
      right = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '_';
    }
    if (!right) {
      throw new IllegalArgumentException(
          "name '" + name + "': from 1 to " + LONGEST_NAME + " of a-z, 0-9 and _");
    }
  }

  static void checkText(String text) {
    if (text.isBlank() || text.length() > TwiBase.LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "a text of " + text.length() + " characters: from 1 to " + TwiBase.LONGEST_TEXT);
    }
  }

  static void checkNickname(String nickname) {
    if (nickname.isBlank() || nickname.length() > LONGEST_NICKNAME) {
      throw new IllegalArgumentException(
          "nickname '" + nickname + "': from 1 to " + LONGEST_NICKNAME + " characters");
    }
  }

  private TwiUser with(long newPosted, long newDeleted, List<Task> newTasks) {
    return new TwiUser(
        name,
        nickname,
        email,
        joined,
        renamed,
        newPosted,
        newDeleted,
        newTasks,
        postRate,
        lookRate);
  }

  private TwiUser rated(DecayingCount newPostRate, DecayingCount newLookRate) {
    return new TwiUser(
        name, nickname, email, joined, renamed, posted, deleted, tasks, newPostRate, newLookRate);
  }

  /** With some looks more at the timeline. */
  TwiUser looked(int times, Instant now) {
    return rated(postRate, lookRate.plus(times, now, now));
  }

  Habits habits(Instant now) {
    return new Habits(name, postRate.at(now), lookRate.at(now));
  }

  private List<Task> and(Task task) {
    if (tasks.size() >= MOST_TASKS) {
      throw new IllegalStateException(
          "user '" + name + "' has " + tasks.size() + " tasks that are not ended: resume them");
    }
    List<Task> more = new ArrayList<>(tasks);
    more.add(task);
    return more;
  }

  /** With a post of some time, which is made now. */
  TwiUser posting(long id, Instant time, String text, Instant now) {
    long number = posted + 1;
    return with(number, deleted, and(new Task(id, Task.Kind.POST, time, number, text)))
        .rated(postRate.plus(1, time, now), lookRate);
  }

  TwiUser deleting(long id, TwitId post) {
    Task task = new Task(id, Task.Kind.DELETE, post.time(), post.number(), "");
    return with(posted, deleted + 1, and(task));
  }

  TwiUser renaming(long id, String newNickname, Instant now) {
    Task task = new Task(id, Task.Kind.RENAME, now, renamed + 1, "");
    return new TwiUser(
        name,
        newNickname,
        email,
        joined,
        renamed + 1,
        posted,
        deleted,
        and(task),
        postRate,
        lookRate);
  }

  TwiUser without(Task task) {
    return with(posted, deleted, tasks.stream().filter(each -> each.id() != task.id()).toList());
  }

  Optional<Task> task(long id) {
    return tasks.stream().filter(each -> each.id() == id).findFirst();
  }

  /** What is begun with a post: it is being made, or deleted. */
  Optional<Task> taskOf(TwitId post) {
    return tasks.stream()
        .filter(each -> each.kind() != Task.Kind.RENAME && each.number() == post.number())
        .findFirst();
  }
}
