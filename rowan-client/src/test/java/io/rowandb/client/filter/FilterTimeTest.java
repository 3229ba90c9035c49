package io.rowandb.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time of a filter, by an invented clock. */
class FilterTimeTest {
  private static final long MILLIS = 1_000_000;

  private long nanos = Long.MAX_VALUE - 5 * MILLIS; // the clock may pass its greatest number
  private int looks;
  private boolean closed;

  private final FilterTime time =
      new FilterTime(
          new FilterLimit(
              10,
              () -> closed,
              () -> {
                looks++;
                return nanos;
              }));

  private void work(int cells) {
    for (int i = 0; i < cells; i++) {
      time.cell(100);
    }
  }

  @Test
  void quickFiltersNeverAskForTheTime() {
    for (int row = 0; row < 10; row++) {
      time.begin();
      work(2);
    }
    assertThat(looks).isZero();
  }

  @Test
  void whatTakesLongerIsStopped() {
    work(100);
    nanos += 9 * MILLIS;
    work(100);
    nanos += MILLIS;
    assertThatThrownBy(() -> work(100))
        .isInstanceOf(FilterStoppedException.class)
        .hasMessageContaining("10 ms (hbase.rpc.timeout)");
  }

  @Test
  void nobodyWorksForAClientThatHasLeft() {
    assertThatThrownBy(
            () ->
                FilterClient.reading(
                    () -> looks > 0,
                    () -> {
                      work(100);
                      return null;
                    }))
        .isInstanceOf(FilterStoppedException.class)
        .hasMessageContaining("its client has left");
    work(100);
  }

  @Test
  void eachRowHasItsOwnTime() {
    for (int row = 0; row < 5; row++) {
      time.begin();
      work(100);
      nanos += 9 * MILLIS;
      work(100);
    }
    assertThat(looks).isPositive();
  }

  @Test
  void largeCellsAreLookedAtMoreOften() {
    time.cell(1 << 20);
    time.cell(1 << 20);
    assertThat(looks).isEqualTo(2);
    time.cell(Integer.MAX_VALUE);
    assertThat(looks).isEqualTo(3);
  }

  @Test
  void aClosedStoreStopsWhatIsAtWork() {
    closed = true;
    assertThatThrownBy(() -> work(100))
        .isInstanceOf(FilterStoppedException.class)
        .hasMessageContaining("closed");
  }

  @Tag("slow")
  @Test
  void withoutALimitNothingIsStopped() throws Exception {
    FilterTime endless = new FilterTime(new FilterLimit(0, () -> false, () -> nanos += 1L << 60));
    ByteArrayComparable pattern = TimedPattern.of(new RegexStringComparator(".*.*.*=x"), endless);
    byte[] text = "a".repeat(200).getBytes(StandardCharsets.UTF_8);
    assertThat(pattern.compareTo(text, 0, text.length)).isEqualTo(1);
  }

  @Test
  void aLongSearchForASubstringIsStopped() throws Exception {
    byte[] text = "a".repeat(10_000_000).getBytes(StandardCharsets.UTF_8);
    SubstringComparator plain = new SubstringComparator("a".repeat(100_000) + "b" + "A".repeat(10));
    FilterTime running =
        new FilterTime(new FilterLimit(10, () -> false, () -> nanos += MILLIS / 100));
    ByteArrayComparable timed = TimedPattern.of(plain, running);
    assertThatThrownBy(() -> timed.compareTo(text, 0, text.length))
        .isInstanceOf(FilterStoppedException.class);
    assertThat(timed.toByteArray()).isEqualTo(plain.toByteArray());
  }

  /** They read no character at any of the many places where they are tried. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:(?:){100}){100}(?!)",
        "\\G(?:(?:){100}){100}(?!)",
        "(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?:|)(?!)",
        "(?:^|^){12}(?!)",
        "(?x) (?: ^? ){12} (?!)",
      })
  @Tag("slow")
  void aPatternThatReadsNothingIsStopped(String pattern) throws Exception {
    byte[] text = "a".repeat(30_000).getBytes(StandardCharsets.UTF_8);
    FilterTime running = new FilterTime(new FilterLimit(10, () -> false, () -> nanos += MILLIS));
    ByteArrayComparable timed = TimedPattern.of(new RegexStringComparator(pattern), running);
    assertThatThrownBy(() -> timed.compareTo(text, 0, text.length))
        .isInstanceOf(FilterStoppedException.class)
        .hasMessageContaining("10 ms (hbase.rpc.timeout)");
  }

  /** Many comparators over one large cell, none of which takes long. */
  @Test
  void manyQuickMatchesOfALargeCellAreStopped() throws Exception {
    byte[] text = "a".repeat(2_000_000).getBytes(StandardCharsets.UTF_8);
    for (ByteArrayComparable quick :
        List.of(new SubstringComparator("b"), new RegexStringComparator("^b"))) {
      time.begin();
      ByteArrayComparable timed = TimedPattern.of(quick, time);
      timed.compareTo(text, 0, text.length);
      nanos += 10 * MILLIS;
      assertThatThrownBy(() -> timed.compareTo(text, 0, text.length))
          .as("%s", quick)
          .isInstanceOf(FilterStoppedException.class)
          .hasMessageContaining("10 ms (hbase.rpc.timeout)");
    }
  }

  @Test
  void timedComparatorsAnswerAsHBasesOwn() throws Exception {
    long seed = Long.getLong("rowan.seed", 7);
    Random random = new Random(seed);
    String[] patterns = {"a+b", "^a.*c$", "(b|c)a", "A(?i)b", "\\w{3}", "é", "[^a]"};
    FilterTime free = new FilterTime(FilterLimit.NONE);
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append("abcABé".charAt(random.nextInt(6)));
      }
      byte[] value = Bytes.toBytes("x" + text + "y");
      RegexStringComparator regex =
          new RegexStringComparator(
              patterns[random.nextInt(patterns.length)], random.nextInt(2) * 2);
      if (random.nextBoolean()) {
        regex.setCharset(StandardCharsets.ISO_8859_1);
      }
      // As it arrives at a region: flags within a pattern hold for all of it then.
      regex = RegexStringComparator.parseFrom(regex.toByteArray());
      ByteArrayComparable timed = TimedPattern.of(regex, free);
      assertThat(timed).isNotSameAs(regex);
      assertThat(timed.compareTo(value, 1, value.length - 2))
          .as("seed %d, %s in %s", seed, Bytes.toString(regex.getValue()), text)
          .isEqualTo(regex.compareTo(value, 1, value.length - 2));
      assertThat(timed.getValue()).isEqualTo(regex.getValue());
      assertThat(timed.toByteArray()).isEqualTo(regex.toByteArray());
    }
  }

  @Test
  @Tag("slow")
  void longTextsAreSearchedAsShortOnesAre() throws Exception {
    String text = "xy".repeat(3_000_000) + "Needle IN HAY" + "z".repeat(1_000_000);
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    FilterTime free = new FilterTime(FilterLimit.NONE);
    for (String wanted : new String[] {"needle in HAY", "needle on", "yxyx", "zz", ".*"}) {
      SubstringComparator plain = new SubstringComparator(wanted);
      assertThat(TimedPattern.of(plain, free).compareTo(value, 0, value.length))
          .as(wanted)
          .isEqualTo(plain.compareTo(value, 0, value.length));
    }
  }
}
