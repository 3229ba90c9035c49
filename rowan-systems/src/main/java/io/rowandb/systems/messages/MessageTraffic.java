package io.rowandb.systems.messages;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Made-up messages: the same for the same numbers, of any length, made while they are read. Some
 * people write much more than others, mostly to the same few; one message in ten goes to several.
 * Immutable.
 *
 * @param seed the same seed gives the same messages
 * @param people from 2 to 1,000,000
 * @param messages how many
 * @param first when the first is sent
 * @param days over how many days, from 1 to 36,500
 */
public record MessageTraffic(long seed, int people, long messages, Instant first, int days) {
  private static final int MOST_PEOPLE = 1_000_000;
  private static final int MOST_DAYS = 36_500;
  private static final Instant LATEST = Instant.parse("9899-01-01T00:00:00Z");
  private static final int FRIENDS = 12;
  private static final int ONE_IN_GROUPS = 10;
  private static final int MOST_IN_GROUP = 6;
  private static final int MEAN_WORDS = 14;
  private static final int MOST_WORDS = 200;

  private static final List<String> WORDS =
      List.of(
          "yes",
          "no",
          "when",
          "today",
          "the",
          "train",
          "at",
          "home",
          "we",
          "are",
          "late",
          "call",
          "me",
          "lunch",
          "tomorrow",
          "thanks",
          "see",
          "you",
          "photo",
          "from",
          "mother",
          "again");

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public MessageTraffic {
    check(people >= 2 && people <= MOST_PEOPLE, "people " + people + ": 2 to " + MOST_PEOPLE);
    check(messages >= 0, "messages " + messages + ": not negative");
    check(days >= 1 && days <= MOST_DAYS, "days " + days + ": 1 to " + MOST_DAYS);
    check(
        !first.isBefore(Instant.EPOCH) && first.isBefore(LATEST),
        "first " + first + ": from 1970 to before " + LATEST);
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The name of a person, who is a number from 0 on; the first ones write the most. */
  public static String name(int person) {
    return "user" + person;
  }

  /** All messages, in the order of time. */
  public Stream<Message> stream() {
    return LongStream.range(0, messages).mapToObj(this::message);
  }

  private Message message(long number) {
    SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    int sender = (int) (people * Math.pow(random.nextDouble(), 3));
    int wanted = random.nextInt(ONE_IN_GROUPS) == 0 ? random.nextInt(2, MOST_IN_GROUP + 1) : 1;
    Set<String> receivers = new LinkedHashSet<>();
    for (int i = 0; i < wanted; i++) {
      receivers.add(name(friend(random, sender)));
    }
    double span = Duration.ofDays(days).toMillis();
    long millis = (long) (span * ((number + random.nextDouble()) / messages));
    return new Message(
        seed + "-" + number,
        name(sender),
        new ArrayList<>(receivers),
        Instant.ofEpochMilli(first.toEpochMilli() + millis),
        text(random));
  }

  private int friend(SplittableRandom random, int person) {
    double which = random.nextDouble();
    int number = (int) (FRIENDS * which * which);
    int friend = new SplittableRandom(31L * person + number).nextInt(people - 1);
    return friend < person ? friend : friend + 1;
  }

  private static String text(SplittableRandom random) {
    int words = (int) Math.min(MOST_WORDS, 1 - MEAN_WORDS * Math.log(1 - random.nextDouble()));
    List<String> text = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      text.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    return String.join(" ", text);
  }
}
