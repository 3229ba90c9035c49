package io.rowandb.systems.logs;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Made-up lines of logs: the same for the same numbers, of any length, made while they are read.
 * Some processes write more than others; one line in five is of the same process and millisecond as
 * the one before; some have no guid, and some the same one in both places. Immutable.
 *
 * @param seed the same seed gives the same lines
 * @param groups hosts, from 1 to 100,000
 * @param guids processes of each, from 1 to 1,000,000
 * @param first the first day, from 1970 on
 * @param days over which the lines are spread evenly, 1 to 1,000
 * @param lines how many, 0 to a million millions
 */
public record LogTraffic(long seed, int groups, int guids, LocalDate first, int days, long lines) {
  /** Lines per file. */
  public static final int LINES_OF_FILE = 10_000;

  private static final int MOST_GROUPS = 100_000;
  private static final int MOST_GUIDS = 1_000_000;
  private static final int MOST_DAYS = 1_000;
  private static final long MOST_LINES = 1_000_000_000_000L;
  private static final LocalDate EARLIEST = LocalDate.of(1970, 1, 1);
  private static final LocalDate LATEST = LocalDate.of(9999, 12, 31);
  private static final long DAY_MILLIS = 86_400_000;
  private static final int BURST = 5;
  private static final int CODES = 40;
  private static final int SOURCES = 30;
  private static final int OF_A_PARENT = 8;

  private static final String[] EVENTS = {"started", "opened", "wrote", "connected to", "ended"};

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public LogTraffic {
    check("groups", groups, 1, MOST_GROUPS);
    check("guids", guids, 1, MOST_GUIDS);
    check("days", days, 1, MOST_DAYS);
    check("lines", lines, 0, MOST_LINES);
    if (first.isBefore(EARLIEST) || first.isAfter(LATEST.minusDays(days - 1L))) {
      throw new IllegalArgumentException(
          "first " + first + ": all days are from " + EARLIEST + " to " + LATEST);
    }
  }

  private static void check(String what, long number, long least, long most) {
    if (number < least || number > most) {
      throw new IllegalArgumentException(what + " " + number + ": " + least + " to " + most);
    }
  }

  /** All lines, in the order of time; their files are numbered from 0. */
  public Stream<LogRecord> records() {
    return LongStream.range(0, lines).mapToObj(this::record);
  }

  /** The title of one of the files, with all that decides its lines. */
  public String title(int file) {
    return String.format(
        Locale.ROOT,
        "made-up/seed-%d/groups-%d/guids-%d/first-%s/days-%d/lines-%d/%d.log",
        seed,
        groups,
        guids,
        first,
        days,
        lines,
        file);
  }

  /** The guid of a process. */
  public UUID guid(int group, int process) {
    SplittableRandom random = new SplittableRandom(seed * 31 + group * 1_000_003L + process);
    return new UUID(random.nextLong(), random.nextLong());
  }

  /** The name of a group. */
  public String group(int number) {
    return "host" + number;
  }

  private LogRecord record(long number) {
    // The last of a burst is of the same process and moment as the one before.
    long moment = number % BURST == BURST - 1 ? number - 1 : number;
    SplittableRandom random = new SplittableRandom(seed ^ moment * 0x9E3779B97F4A7C15L);
    int group = skewed(random, groups);
    int process = skewed(random, guids);
    UUID guid1 = random.nextInt(10) == 0 ? null : guid(group, process);
    UUID guid2 =
        switch (random.nextInt(10)) {
          case 0 -> guid1;
          case 1, 2, 3 -> guid(group, process / OF_A_PARENT);
          default -> null;
        };
    int code = skewed(random, CODES);
    return new LogRecord(
        (int) (number / LINES_OF_FILE),
        (int) (number % LINES_OF_FILE) + 1,
        time(moment),
        group(group),
        guid1,
        guid2,
        Integer.toString(4_600 + code),
        "service" + skewed(random, SOURCES),
        "process " + process + " " + EVENTS[code % EVENTS.length] + " object " + random.nextInt());
  }

  /** The small numbers more often. */
  private static int skewed(SplittableRandom random, int bound) {
    double which = random.nextDouble();
    return (int) (bound * which * which);
  }

  private Instant time(long number) {
    long begin = first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    return Instant.ofEpochMilli(begin + (long) ((double) number / lines * days * DAY_MILLIS));
  }
}
