package io.rowandb.tsdb.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import net.opentsdb.core.GroupJudge;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random groups and queries, answered here and by OpenTSDB's own classes. */
class GroupJudgeTest {
  private static final int QUERIES = Boolean.getBoolean("rowan.full") ? 20_000 : 2_000;

  private static final String[] INTERVALS = {
    "1ms", "7ms", "1s", "10s", "1m", "7m", "1h", "3h", "1d", "1w", "1n", "0all"
  };
  private static final String[] FILLS = {"", "", "-none", "-nan", "-null", "-zero"};
  private static final String[] ZONES = {"UTC", "Asia/Kolkata", "America/New_York"};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theSameNumbers(long seed) {
    Random random = new Random(seed);
    int numbers = 0;
    for (int i = 0; i < QUERIES; i++) {
      numbers += check(random, seed + ", query " + i);
    }
    assertThat(numbers).isGreaterThan(QUERIES);
  }

  private static int check(Random random, String which) {
    long scale = (long) Math.pow(10, random.nextInt(9));
    long begin = 1_300_000_000_000L + random.nextInt(1_000_000_000);
    List<Samples> group = new ArrayList<>();
    int series = 1 + random.nextInt(4);
    for (int i = 0; i < series; i++) {
      group.add(series(random, begin, scale));
    }
    long fromMillis = begin + scale * random.nextInt(10);
    Range asked =
        new Range(
            fromMillis + scale * random.nextInt(10), begin + scale * (20 + random.nextInt(30)));
    long toMillis = asked.toMillis() + scale * random.nextInt(10);
    List<String> names = new ArrayList<>(Aggregator.names());
    String aggregator = names.get(random.nextInt(names.size()));
    if (aggregator.equals("none")) {
      group = group.subList(0, 1);
    }
    String downsampling = downsampling(random, names, scale);
    boolean calendar =
        downsampling != null && !downsampling.startsWith("0all") && random.nextBoolean();
    if (calendar && losesNumbers(downsampling)) {
      downsampling = downsampling.replaceFirst("^7", "10");
    }
    String zone = calendar ? ZONES[random.nextInt(ZONES.length)] : null;
    Rate rate = rate(random);
    GroupQuery query =
        new GroupQuery(
            Aggregator.of(aggregator),
            downsampling == null ? Optional.empty() : Optional.of(ours(downsampling, zone)),
            Optional.ofNullable(rate));
    Samples expected =
        GroupJudge.answer(
            group,
            fromMillis,
            toMillis,
            asked,
            aggregator,
            downsampling,
            zone == null ? null : TimeZone.getTimeZone(zone),
            rate);
    assertThat(query.answer(group, fromMillis, toMillis, asked, steps -> {}))
        .as(
            "seed %s: %s, %s in %s of %s from %d to %d",
            which, query, asked, zone, group, fromMillis, toMillis)
        .isEqualTo(expected);
    return expected.size();
  }

  /** OpenTSDB's fault that {@link GroupQueryTest#noNumberIsLostByFilling} is about. */
  private static boolean losesNumbers(String downsampling) {
    return downsampling.startsWith("7") && downsampling.split("-", -1).length == 3;
  }

  private static Downsampling ours(String text, String zone) {
    return zone == null
        ? Downsampling.of(text, ZoneId.of("UTC"))
        : Downsampling.of(text.replaceFirst("-", "c-"), ZoneId.of(zone));
  }

  private static Samples series(Random random, long begin, long scale) {
    Samples samples = new Samples();
    int size = random.nextInt(12);
    boolean integers = random.nextBoolean();
    boolean mixed = random.nextInt(4) == 0;
    boolean aligned = random.nextBoolean();
    boolean large = random.nextInt(8) == 0;
    long time = begin - scale * random.nextInt(5);
    for (int i = 0; i < size; i++) {
      time +=
          scale * (1 + random.nextInt(aligned ? 2 : 10))
              + (aligned ? 0 : random.nextInt((int) scale));
      if (mixed ? random.nextBoolean() : integers) {
        samples.add(time, large ? random.nextLong() >> 3 : random.nextInt(2000) - 1000);
      } else {
        samples.add(time, (double) (random.nextFloat() * 100 - 50));
      }
    }
    return samples;
  }

  private static String downsampling(Random random, List<String> names, long scale) {
    if (random.nextInt(3) == 0) {
      return null;
    }
    String aggregator = names.get(random.nextInt(names.size()));
    if (aggregator.equals("none")) {
      return null;
    }
    String interval = INTERVALS[random.nextInt(INTERVALS.length)];
    String fill = FILLS[random.nextInt(FILLS.length)];
    boolean tooMany = !interval.equals("0all") && Interval.of(interval).millis() * 300 < scale * 60;
    return tooMany ? "1d-" + aggregator + fill : interval + "-" + aggregator + fill;
  }

  private static Rate rate(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Rate.PLAIN;
      case 1 ->
          new Rate(
              true,
              random.nextBoolean() ? Long.MAX_VALUE : 1000,
              random.nextInt(3) * 100L,
              random.nextBoolean());
      default -> null;
    };
  }
}
