package io.rowandb.design;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The rows of examples/designs, made of a seed. */
final class ExampleRows {
  private static final long SEED = 2014;
  private static final long START = Instant.parse("2014-01-01T00:00:00Z").getEpochSecond();
  private static final long YEAR = 365 * 86_400L;

  private static final DateTimeFormatter DIGITS = format("yyyyMMddHHmmss");
  private static final DateTimeFormatter CLOCK = format("yyyy-MM-dd HH:mm:ss");

  private final SplittableRandom random = new SplittableRandom(SEED);

  private ExampleRows() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /** File names with their lines. */
  static Map<String, List<String>> files() {
    return new TreeMap<>(
        Map.of(
            "calls.csv", new ExampleRows().calls(),
            "logs.csv", new ExampleRows().logs(),
            "stream.csv", new ExampleRows().stream(),
            "series.csv", new ExampleRows().series(),
            "messages.jsonl", new ExampleRows().messages()));
  }

  /** Some callers are far busier than others. */
  private int busy(int all) {
    double part = random.nextDouble();
    return (int) (all * part * part);
  }

  /** Times of a year in their order. */
  private List<Long> times(int count, long span) {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      times.add(START + random.nextLong(span));
    }
    times.sort(Comparator.naturalOrder());
    return times;
  }

  private static String phone(int number) {
    return String.format(Locale.ROOT, "1380%07d", number * 7919);
  }

  private List<String> calls() {
    List<String> lines = new ArrayList<>(List.of("phone,at,callee,seconds,cents"));
    for (long time : times(2000, YEAR)) {
      int seconds = 1 + random.nextInt(1200);
      String at = DIGITS.format(Instant.ofEpochSecond(time));
      lines.add(
          String.join(
              ",",
              phone(busy(120)),
              at,
              phone(random.nextInt(900)),
              "" + seconds,
              "" + seconds / 60 * 15));
    }
    return lines;
  }

  private List<String> logs() {
    List<String> levels = List.of("INFO", "INFO", "INFO", "WARN", "ERROR");
    List<String> lines = new ArrayList<>(List.of("line,at,host,level,message"));
    int number = 0;
    for (long time : times(2000, 86_400)) {
      lines.add(
          String.join(
              ",",
              "" + ++number,
              CLOCK.format(Instant.ofEpochSecond(time)),
              "web-" + (1 + random.nextInt(24)),
              levels.get(random.nextInt(levels.size())),
              "request took " + random.nextInt(5000) + " ms"));
    }
    return lines;
  }

  /** Who posts, posts to all that follow: now and then two authors in one millisecond. */
  private List<String> stream() {
    List<String> lines = new ArrayList<>(List.of("reader,author,at,text"));
    for (long time : times(400, 86_400 * 30)) {
      long millis = time * 1000 + random.nextInt(1000);
      int author = busy(40);
      int posts = random.nextInt(10) == 0 ? 2 : 1;
      for (int post = 0; post < posts; post++) {
        for (int reader = 1; reader <= 4; reader++) {
          int follower = (author + reader * reader * 7) % 60;
          lines.add(
              String.join(
                  ",",
                  "reader" + (post == 0 ? follower : (follower + 1) % 60),
                  "author" + (author + post),
                  "" + millis,
                  "post " + random.nextInt(1000)));
          if (post == 1) {
            lines.add(
                String.join(
                    ",",
                    "reader" + follower,
                    "author" + (author + post),
                    "" + millis,
                    "post " + random.nextInt(1000)));
          }
        }
      }
    }
    return lines;
  }

  private List<String> series() {
    List<String> lines = new ArrayList<>(List.of("metric,host,at,value"));
    for (int minute = 0; minute < 20; minute++) {
      for (int metric = 0; metric < 12; metric++) {
        for (int host = 1; host <= 10; host++) {
          lines.add(
              String.join(
                  ",",
                  "sys.metric" + metric,
                  "web-" + host,
                  "" + (START + minute * 60L),
                  "" + random.nextInt(100)));
        }
      }
    }
    return lines;
  }

  private List<String> messages() {
    List<String> lines = new ArrayList<>();
    int number = 0;
    for (long time : times(1000, 86_400 * 7)) {
      lines.add(
          String.format(
              Locale.ROOT,
              "{\"user\":\"user%d\",\"peer\":\"user%d\",\"at\":%d,\"number\":%d,\"text\":\"text %d \\u00e4\"}",
              busy(80),
              random.nextInt(80),
              time * 1000,
              ++number,
              random.nextInt(10_000)));
    }
    return lines;
  }
}
