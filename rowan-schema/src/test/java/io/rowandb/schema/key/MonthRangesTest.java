package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A range of times in a key that begins with its months: a range of rows for each of them. */
class MonthRangesTest {
  record Call(Instant start, String phone) {}

  private static final RecordShape<Call> SHAPE = RecordShape.of(Call.class);
  private static final Component START = SHAPE.component("start");
  private static final Component PHONE = SHAPE.component("phone");
  private static final Instant FIRST = Instant.parse("2025-11-03T00:00:00Z");

  private static RowKey<Call> key(KeyPart<Instant> coarse) {
    return RowKey.of(Call.class)
        .part(Call::start, coarse)
        .part(Call::phone)
        .part(Call::start, Parts.millis())
        .build();
  }

  private static final KeyPart<Instant> MONTHS = Parts.calendar("yyyyMM").truncated();

  private static KeySelection select(RowKey<Call> key, Condition time) {
    return key.select(Map.of(START, time, PHONE, new Condition.Equal("123")));
  }

  @Test
  void daysOverTheEndOfAMonthAreTwoRanges() {
    KeySelection selection =
        select(
            key(MONTHS),
            new Condition.Between(
                Instant.parse("2025-12-20T00:00:00Z"), Instant.parse("2026-01-13T00:00:00Z")));
    assertThat(selection.ranges()).hasSize(2);
    assertThat(selection.parts()).isEqualTo(2);
    assertThat(selection.whole()).isFalse();
    assertThat(selection.served()).contains(START, PHONE);
    assertThat(selection.next()).isEqualTo(START);
    assertThat(selection.ranges().get(0).keys().toString()).contains("202512123");
    assertThat(selection.ranges().get(1).keys().toString()).contains("202601123");
  }

  @Test
  void withoutAPhoneTheyAreOne() {
    KeySelection selection =
        key(MONTHS)
            .select(Map.of(START, new Condition.Between(FIRST, FIRST.plus(Duration.ofDays(90)))));
    assertThat(selection.ranges()).hasSize(1);
  }

  @Test
  void anEmptyRangeIsNone() {
    assertThat(select(key(MONTHS), new Condition.Between(FIRST, FIRST)).ranges()).isEmpty();
    assertThat(select(key(MONTHS), new Condition.Between(FIRST.plusSeconds(1), FIRST)).ranges())
        .isEmpty();
  }

  @Test
  void theirNumberIsBounded() {
    RowKey<Call> seconds = key(Parts.seconds().truncated());
    assertThat(select(seconds, new Condition.Between(FIRST, FIRST.plusSeconds(10_000))).ranges())
        .hasSize(10_000);
    assertThat(select(seconds, new Condition.Between(FIRST, FIRST.plusSeconds(10_001))).ranges())
        .as("one with all that is between")
        .hasSize(1);
    assertThat(select(seconds, new Condition.Between(Instant.MIN, Instant.MAX)).ranges())
        .hasSize(1);
  }

  @Test
  @Tag("slow")
  void aRowIsInARangeWhenItIsAskedFor() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<KeyPart<Instant>> forms =
        List.of(
            MONTHS,
            Parts.descending(MONTHS),
            Parts.optional(MONTHS),
            Parts.calendar("yyyy").truncated(),
            Parts.hours().truncatedTo(ChronoUnit.DAYS));
    for (int i = 0; i < 2_000; i++) {
      RowKey<Call> key = key(forms.get(random.nextInt(forms.size())));
      Condition.Between time = new Condition.Between(time(random), time(random));
      KeySelection selection = select(key, time);
      for (int j = 0; j < 10; j++) {
        Call call = new Call(time(random), random.nextBoolean() ? "123" : "124");
        byte[] row = key.encode(call);
        long in = selection.ranges().stream().filter(each -> each.keys().contains(row)).count();
        assertThat(in)
            .as("seed %d: %s of %s by %s", seed, call, time, key)
            .isEqualTo(time.holds(call.start()) && call.phone().equals("123") ? 1 : 0);
      }
    }
  }

  /** Of half a year, often just at the beginning of a month. */
  private static Instant time(Random random) {
    Instant any = FIRST.plusMillis(random.nextLong(Duration.ofDays(180).toMillis()));
    return random.nextInt(3) == 0
        ? Instant.parse("2026-01-01T00:00:00Z").plusMillis(random.nextInt(3) - 1)
        : any;
  }
}
