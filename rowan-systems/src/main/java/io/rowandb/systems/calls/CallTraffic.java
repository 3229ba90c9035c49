package io.rowandb.systems.calls;

import java.time.Instant;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Made-up traffic of a phone network: the same for the same numbers, of any length, made while it
 * is read. Some people call more than others, mostly the same few; calls follow the hours of the
 * day; one in seven is not answered; about one in six hundred rings at two phones in the same
 * millisecond. Immutable.
 *
 * @param seed the same seed gives the same calls
 * @param people from 2 to 1,000,000
 * @param first the first month, from 1970 on
 * @param months how many, the last of them in 9999
 * @param calls how many calls; each gives two records, and one that rings at two phones four
 */
public record CallTraffic(long seed, int people, YearMonth first, int months, long calls) {
  /** The phone of the first person; the others' follow. */
  public static final long FIRST_PHONE = 13_900_000_000L;

  private static final int MOST_PEOPLE = 1_000_000;
  private static final YearMonth EARLIEST = YearMonth.of(1970, 1);
  private static final YearMonth LATEST = YearMonth.of(9999, 12);
  private static final int FRIENDS = 12;
  private static final int ONE_IN_TWINS = 500;
  private static final int ONE_IN_MISSED = 7;
  private static final int ONE_AWAY = 5;
  private static final int MEAN_SECONDS = 140;
  private static final int MOST_SECONDS = 7_200;
  private static final int CELLS_OF_AREA = 50;
  private static final int PEOPLE_OF_AREA = 2_000;
  private static final long DAY_MILLIS = 86_400_000;
  private static final long HOUR_MILLIS = 3_600_000;

  /** How many of a hundred calls begin in each hour of the day. */
  private static final int[] HOURS = {
    1, 1, 0, 0, 0, 0, 1, 2, 4, 6, 7, 7, 7, 6, 6, 6, 6, 7, 8, 8, 7, 5, 3, 2
  };

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public CallTraffic {
    check(people >= 2 && people <= MOST_PEOPLE, "people " + people + ": 2 to " + MOST_PEOPLE);
    check(!first.isBefore(EARLIEST), "first " + first + ": " + EARLIEST + " or later");
    check(
        months >= 1 && months <= EARLIEST.until(LATEST, ChronoUnit.MONTHS) + 1,
        "months " + months + ": at least 1, and the last is in 9999 at the latest");
    check(
        !first.plusMonths(months - 1L).isAfter(LATEST),
        "months " + months + ": from " + first + " on, the last is after " + LATEST);
    check(calls >= 0, "calls " + calls + ": not negative");
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  /** The phone of a person, who is a number from 0 on. */
  public long phone(int person) {
    return FIRST_PHONE + person;
  }

  /** The last month. */
  public YearMonth last() {
    return first.plusMonths(months - 1L);
  }

  /** Both sides of all calls, in the order of time. */
  public Stream<CallRecord> records() {
    return LongStream.range(0, calls).boxed().flatMap(this::sides);
  }

  private Stream<CallRecord> sides(long number) {
    SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    Instant time = time(number + random.nextDouble());
    int caller = (int) (people * Math.pow(random.nextDouble(), 3));
    int called = friend(random, caller);
    Stream<CallRecord> sides = call(random, caller, called, time);
    int other = friend(random, caller);
    return other != called && random.nextInt(ONE_IN_TWINS) == 0
        ? Stream.concat(sides, call(random, caller, other, time))
        : sides;
  }

  private Stream<CallRecord> call(SplittableRandom random, int caller, int called, Instant time) {
    int seconds = seconds(random);
    return Stream.of(
        side(random, caller, called, true, time, seconds),
        side(random, called, caller, false, time, seconds));
  }

  private CallRecord side(
      SplittableRandom random, int person, int peer, boolean outgoing, Instant time, int seconds) {
    int areas = people / PEOPLE_OF_AREA + 1;
    boolean away = random.nextInt(ONE_AWAY) == 0;
    int area = away ? random.nextInt(areas) : person / PEOPLE_OF_AREA;
    int cell = away ? random.nextInt(CELLS_OF_AREA) : person % CELLS_OF_AREA;
    return new CallRecord(phone(person), time, phone(peer), outgoing, seconds, area, cell);
  }

  private int friend(SplittableRandom random, int person) {
    double which = random.nextDouble();
    int number = (int) (FRIENDS * which * which);
    int friend = new SplittableRandom(31L * person + number).nextInt(people - 1);
    return friend < person ? friend : friend + 1;
  }

  private static int seconds(SplittableRandom random) {
    return random.nextInt(ONE_IN_MISSED) == 0
        ? CallRecord.MISSED
        : (int) Math.min(MOST_SECONDS, 1 - MEAN_SECONDS * Math.log(1 - random.nextDouble()));
  }

  /** The time of the call of a number, which need not be whole. */
  private Instant time(double number) {
    long begin = CallRecords.begin(first).toEpochMilli();
    long days = (CallRecords.begin(last().plusMonths(1)).toEpochMilli() - begin) / DAY_MILLIS;
    double day = days * (number / calls);
    long whole = Math.min(days - 1, (long) day);
    return Instant.ofEpochMilli(begin + whole * DAY_MILLIS + ofDay(day - whole));
  }

  /** The millisecond of the day until which this part of its calls, from 0 to 1, has begun. */
  private static long ofDay(double part) {
    double left = part * 100;
    int hour = 0;
    while (hour < HOURS.length - 1 && left >= HOURS[hour]) {
      left -= HOURS[hour];
      hour++;
    }
    double ofHour = HOURS[hour] == 0 ? 0 : Math.min(left / HOURS[hour], 1);
    return Math.min(DAY_MILLIS - 1, (long) ((hour + ofHour) * HOUR_MILLIS));
  }
}
