package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Ranges of times whose ends no row has: between two units, or before and behind all times. */
class TimeRangesTest {
  record Event(Instant time) {}

  private static final Component TIME = RecordShape.of(Event.class).component("time");

  /** A form of times, and the unit of what it holds. */
  private record Form(KeyPart<Instant> part, ChronoUnit unit) {
    RowKey<Event> key() {
      return RowKey.of(Event.class).part(Event::time, part).build();
    }
  }

  @Provide
  Arbitrary<Form> forms() {
    return Arbitraries.of(
        new Form(Parts.millis(), ChronoUnit.MILLIS),
        new Form(Parts.descending(Parts.millis()), ChronoUnit.MILLIS),
        new Form(Parts.optional(Parts.millis()), ChronoUnit.MILLIS),
        new Form(Parts.seconds(), ChronoUnit.SECONDS),
        new Form(Parts.descending(Parts.hours()), ChronoUnit.HOURS),
        new Form(Parts.calendar("yyyyMMddHHmmss"), ChronoUnit.SECONDS),
        new Form(Parts.calendar("yyyyMMdd"), ChronoUnit.DAYS));
  }

  /** Two days of 2014, with nanoseconds. */
  @Provide
  Arbitrary<Instant> times() {
    Arbitrary<Long> seconds = Arbitraries.longs().between(0, 2 * 86_400);
    Arbitrary<Integer> nanos = Arbitraries.integers().between(0, 999_999_999);
    return Combinators.combine(seconds, nanos)
        .as((s, n) -> Instant.parse("2014-01-31T00:00:00Z").plusSeconds(s).plusNanos(n));
  }

  @Property
  void aRowIsInARangeWhenItsTimeIs(
      @ForAll("forms") Form form,
      @ForAll("times") Instant time,
      @ForAll("times") Instant from,
      @ForAll("times") Instant to) {
    Instant held = time.truncatedTo(form.unit());
    boolean between = !held.isBefore(from) && held.isBefore(to);
    assertThat(isRead(form, held, new Condition.Between(from, to))).isEqualTo(between);
    assertThat(isRead(form, held, new Condition.Between(from, null)))
        .isEqualTo(!held.isBefore(from));
    assertThat(isRead(form, held, new Condition.Between(null, to))).isEqualTo(held.isBefore(to));
  }

  private static boolean isRead(Form form, Instant held, Condition.Between condition) {
    KeySelection selection = form.key().select(Map.of(TIME, condition));
    byte[] row = form.key().encode(new Event(held));
    return selection.ranges().stream().anyMatch(range -> range.keys().contains(row))
        && (selection.served().contains(TIME) || condition.holds(held));
  }

  @Provide
  Arbitrary<KeyPart<Instant>> coarse() {
    return Arbitraries.of(
        Parts.hours().truncated(),
        Parts.descending(Parts.hours().truncated()),
        Parts.optional(Parts.hours().truncated()),
        Parts.seconds().truncatedTo(ChronoUnit.HOURS));
  }

  /** Rows of an hour are in the range if the hour and the range have a time in common. */
  @Property
  void aCoarseRangeEndsWithTheHourBeforeAWholeOne(
      @ForAll("coarse") KeyPart<Instant> part,
      @ForAll("times") Instant time,
      @ForAll("times") Instant from,
      @ForAll("times") Instant to,
      @ForAll boolean whole) {
    Assume.that(from.isBefore(to));
    Instant end = whole ? next(to) : to;
    Instant hour = time.truncatedTo(ChronoUnit.HOURS);
    boolean common = hour.isBefore(end) && next(hour).isAfter(from);
    RowKey<Event> key = RowKey.of(Event.class).part(Event::time, part).lossy(Event::time).build();
    byte[] row = key.encode(new Event(time));
    assertThat(
            key.select(Map.of(TIME, new Condition.Between(from, end))).ranges().stream()
                .anyMatch(range -> range.keys().contains(row)))
        .isEqualTo(common);
  }

  private static Instant next(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
  }

  @Example
  void endsBeyondAllTimes() {
    Instant time = Instant.parse("2014-01-31T00:00:00Z");
    for (Form form : forms().list().ofSize(50).sample()) {
      for (Condition.Between all :
          List.of(
              new Condition.Between(Instant.MIN, Instant.MAX),
              new Condition.Between(Instant.MIN, null),
              new Condition.Between(null, Instant.MAX))) {
        assertThat(isRead(form, time, all)).as("%s, %s", form, all).isTrue();
      }
      assertThat(isRead(form, time, new Condition.Between(Instant.MAX, null))).isFalse();
      assertThat(isRead(form, time, new Condition.Between(null, Instant.MIN))).isFalse();
    }
  }
}
