package io.rowandb.tsdb.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the package, and what is refused. */
class GroupQueryTest {
  private static final ZoneId UTC = ZoneId.of("UTC");
  private static final Range ALL = new Range(0, 100_000);

  @Test
  void betweenItsNumbersASeriesIsInterpolated() {
    Samples one = samples(10_000, 10, 20_000, 20, 30_000, 30);
    Samples other = samples(15_000, 100, 25_000, 200);
    assertThat(answer("sum", one, other))
        .isEqualTo(samples(10_000, 10, 15_000, 115, 20_000, 170, 25_000, 225, 30_000, 30));
    assertThat(answer("zimsum", one, other))
        .isEqualTo(samples(10_000, 10, 15_000, 100, 20_000, 20, 25_000, 200, 30_000, 30));
    assertThat(answer("mimmin", one, other))
        .isEqualTo(samples(10_000, 10, 15_000, 100, 20_000, 20, 25_000, 200, 30_000, 30));
    assertThat(answer("pfsum", one, other))
        .isEqualTo(samples(10_000, 10, 15_000, 110, 20_000, 120, 25_000, 220, 30_000, 30));
    assertThat(answer("count", one, other))
        .isEqualTo(samples(10_000, 1, 15_000, 2, 20_000, 2, 25_000, 2, 30_000, 1));
  }

  @Test
  void aDoubleNearbyMakesDoubles() {
    Samples integers = samples(10_000, 1, 20_000, 2);
    Samples doubles = new Samples();
    doubles.add(30_000, 1.5);
    Samples sum = answer("sum", integers, doubles);
    assertThat(sum.isInteger(0)).isFalse();
    assertThat(sum.doubleValue(0)).isEqualTo(1.0);
    assertThat(answer("avg", integers, samples(10_000, 2)).longValue(0)).isEqualTo(1);
  }

  @Test
  void onlyTheRangeIsAnswered() {
    Samples series = samples(10_000, 1, 20_000, 2, 30_000, 3, 40_000, 4);
    assertThat(
            GroupQuery.of(Aggregator.of("sum"))
                .answer(List.of(series), 0, 100_000, new Range(20_000, 30_000), steps -> {}))
        .isEqualTo(samples(20_000, 2, 30_000, 3));
  }

  @Test
  void ratesAreChangesASecond() {
    Samples counter = samples(10_000, 100, 20_000, 200, 30_000, 50, 40_000, 60);
    GroupQuery plain = GroupQuery.of(Aggregator.of("sum")).with(Rate.PLAIN);
    assertThat(plain.answer(List.of(counter), 0, 100_000, ALL, steps -> {}))
        .isEqualTo(doubles(20_000, 10, 30_000, -15, 40_000, 1));
    assertThat(rate(new Rate(true, 255, 0, false), counter))
        .isEqualTo(doubles(20_000, 10, 30_000, 10.5, 40_000, 1));
    assertThat(rate(new Rate(true, 255, 10, false), counter))
        .isEqualTo(doubles(20_000, 10, 30_000, 0, 40_000, 1));
    assertThat(rate(new Rate(true, 255, 0, true), counter))
        .isEqualTo(doubles(20_000, 10, 40_000, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "1ms, 2024-03-31T03:30:10.555+02:00, 2024-03-31T03:30:10.555+02:00",
    "250ms, 2024-03-31T03:30:10.555+02:00, 2024-03-31T03:30:10.500+02:00",
    "10s, 2024-03-31T03:30:19.555+02:00, 2024-03-31T03:30:10+02:00",
    "15m, 2024-03-31T03:31:10+02:00, 2024-03-31T03:30+02:00",
    "1h, 2024-03-31T03:30+02:00, 2024-03-31T03:00+02:00",
    "6h, 2024-03-31T13:30+02:00, 2024-03-31T13:00+02:00", // the day began an hour earlier
    "1d, 2024-03-31T13:30+02:00, 2024-03-31T00:00+01:00",
    "1w, 2024-04-03T13:30+02:00, 2024-03-31T00:00+01:00",
    "1n, 2024-04-03T13:30+02:00, 2024-04-01T00:00+02:00",
    "3n, 2024-03-31T13:30+02:00, 2024-01-01T00:00+01:00",
    "1y, 2024-03-31T13:30+02:00, 2024-01-01T00:00+01:00",
  })
  void intervalsOfTheCalendarAreThoseOfTheZone(String interval, String time, String begin) {
    Interval here = Interval.of(interval).in(ZoneId.of("Europe/Berlin"));
    assertThat(here.floor(millis(time))).isEqualTo(millis(begin));
  }

  @Test
  void aDayOfTheCalendarMayHave23Hours() {
    Interval day = Interval.of("1d").in(ZoneId.of("Europe/Berlin"));
    long begin = millis("2024-03-31T00:00+01:00");
    assertThat(day.next(begin)).isEqualTo(begin + 23 * 3_600_000L);
    assertThat(Interval.of("1d").next(begin)).isEqualTo(begin + 24 * 3_600_000L);
  }

  /** OpenTSDB loses them: its intervals and those it fills begin at different times. */
  @Test
  void noNumberIsLostByFilling() {
    Samples series = new Samples();
    for (long time = 0; time < 3 * 86_400_000L; time += 420_000) {
      series.add(time, 1L);
    }
    Range days = new Range(0, 3 * 86_400_000L);
    Samples filled =
        GroupQuery.of(Aggregator.of("sum"))
            .with(Downsampling.of("7mc-sum-zero", UTC))
            .answer(List.of(series), 0, days.toMillis(), days, steps -> {});
    double sum = 0;
    for (int i = 0; i < filled.size(); i++) {
      sum += filled.doubleValue(i);
    }
    assertThat(sum).isEqualTo(series.size());
  }

  /** From one number to the next there may be any number of empty intervals. */
  @ParameterizedTest
  @ValueSource(
      strings = {"1ms-sum", "1msc-sum", "7m-sum", "3dc-sum", "2wc-sum", "5nc-sum", "1yc-sum"})
  void emptyIntervalsTakeNoTime(String downsampling) {
    Samples series = samples(1000, 1, 4_000_000_000_000L, 2);
    Samples sum =
        GroupQuery.of(Aggregator.of("sum"))
            .with(Downsampling.of(downsampling, ZoneId.of("America/New_York")))
            .answer(
                List.of(series),
                0,
                4_100_000_000_000L,
                new Range(0, 4_100_000_000_000L),
                steps -> {});
    assertThat(sum.size()).isBetween(1, 2);
    assertThat(sum.doubleValue(sum.size() - 1)).isEqualTo(2);
  }

  @Test
  void whoeverAsksCanEndIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                GroupQuery.of(Aggregator.of("sum"))
                    .answer(
                        List.of(samples(1, 1, 2, 2)),
                        0,
                        10,
                        new Range(0, 10),
                        steps -> {
                          throw new IllegalArgumentException("ended after " + steps);
                        }))
        .withMessage("ended after 1");
  }

  @Test
  void fillingHasABound() {
    GroupQuery query =
        GroupQuery.of(Aggregator.of("sum")).with(Downsampling.of("1ms-sum-zero", UTC));
    Range year = new Range(0, 365L * 86_400_000);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> query.answer(List.of(samples(1, 1)), 0, year.toMillis(), year, steps -> {}))
        .withMessageContaining("1ms-sum-zero fills 31536000002 intervals")
        .withMessageContaining("4194304");
    assertThat(
            query.answer(List.of(samples(1, 1)), 0, 1000, new Range(0, 1000), steps -> {}).size())
        .isEqualTo(1000);
    List<Samples> many = Collections.nCopies(5000, samples(1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> query.answer(many, 0, 1000, new Range(0, 1000), steps -> {}))
        .withMessageContaining("5000 series");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1h",
        "1h-",
        "-sum",
        "1h-sum-",
        "1h-sum-zero-",
        "0h-sum",
        "-1h-sum",
        "1-sum",
        "h-sum",
        "1x-sum",
        "1h-SUM",
        "1h-none",
        "1h-sum-none ",
        "9999999999h-sum",
        "999999999y-sum",
        "1h-sum-scalar",
        "1hcc-sum",
        "1 h-sum"
      })
  void wrongDownsamplingIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Downsampling.of(text, UTC));
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Aggregator.of("total"))
        .withMessageStartingWith("there is no aggregator \"total\"; there are avg, count, dev, ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Range(5, 5))
        .withMessageContaining("from 5 to 5 ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rate(true, 0, 0, false))
        .withMessageContaining("0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> answer("none", samples(1, 1), samples(1, 1)))
        .withMessageContaining("2");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                GroupQuery.of(Aggregator.of("sum"))
                    .answer(List.of(), 10, 20, new Range(5, 20), steps -> {}))
        .withMessageContaining("fromMillis=10");
    Samples samples = samples(5, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> samples.add(5, 2L))
        .withMessage("a number at 5 ms does not come after 5 ms");
  }

  @Test
  void nothingGivesNothing() {
    for (String each : Aggregator.names()) {
      assertThat(answer(each).size()).isZero();
      assertThat(answer(each, new Samples()).size()).isZero();
    }
  }

  private static Samples answer(String aggregator, Samples... group) {
    return GroupQuery.of(Aggregator.of(aggregator))
        .answer(List.of(group), 0, 100_000, ALL, steps -> {});
  }

  private static Samples rate(Rate rate, Samples series) {
    return GroupQuery.of(Aggregator.of("sum"))
        .with(rate)
        .answer(List.of(series), 0, 100_000, ALL, steps -> {});
  }

  private static Samples samples(long... timesAndNumbers) {
    Samples samples = new Samples();
    for (int i = 0; i < timesAndNumbers.length; i += 2) {
      samples.add(timesAndNumbers[i], timesAndNumbers[i + 1]);
    }
    return samples;
  }

  private static Samples doubles(double... timesAndNumbers) {
    Samples samples = new Samples();
    for (int i = 0; i < timesAndNumbers.length; i += 2) {
      samples.add((long) timesAndNumbers[i], timesAndNumbers[i + 1]);
    }
    return samples;
  }

  private static long millis(String time) {
    return ZonedDateTime.parse(time).toInstant().toEpochMilli();
  }
}
