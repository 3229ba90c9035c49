package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.get;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.putAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counters that are changed faster than the clock goes on: how far ahead they run, and that nothing
 * written later is hidden. The clock goes on at each look while a write is to wait, and stands
 * while many changes are to share a millisecond.
 */
class CountersAheadTest extends TimesAheadTrial {
  private static final int MANY = 1_200;

  @Test
  void aCounterIsTenMillisecondsAheadAtMost() throws IOException {
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 9, 10, 11, 500, 1_000, 1_001, 3_600_000})
  void aCounterGoesNoFurtherWhenTheClockWasSetBack(long byMillis) throws IOException {
    count("one:q", 1);
    clock.advance(-byMillis);
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(Math.max(10, byMillis));
    clock.advance(byMillis);
    count("one:q", MANY);
    assertThat(aheadMillis("one:q")).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 9, 10, 11, 500, 1_000, 1_001, 3_600_000})
  void aCounterOfSeveralVersionsGoesNoFurtherEither(long byMillis) throws IOException {
    count("three:q", 1);
    clock.advance(-byMillis);
    clock.goesOn(true);
    count("three:q", MANY);
    assertThat(aheadMillis("three:q")).isLessThanOrEqualTo(Math.max(10, byMillis + 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 10, 11, 900})
  void whatFollowsIsSeenThoughTheClockWasSetBack(long byMillis) throws IOException {
    count("one:q", 1);
    clock.advance(-byMillis);
    count("one:q", MANY);
    clock.goesOn(true);
    write(put("r", "one:q=seen"));
    assertThat(get(database, "r")).singleElement().asString().endsWith("=seen");
    clock.goesOn(false);
    write(deleteOf("r"));
    assertThat(get(database, "r")).isEmpty();
  }

  /** As in HBase: what a program gave is followed, never waited for. */
  @Test
  void aTimeThatAProgramGaveFarAheadIsFollowed() throws IOException {
    write(counterAt(clock.millis() + 2_000));
    long before = clock.millis();
    count("one:q", 5);
    assertThat(aheadMillis("one:q")).isEqualTo(2_005);
    write(put("r", "one:q=hidden"));
    assertThat(get(database, "r")).singleElement().asString().doesNotEndWith("=hidden");
    assertThat(clock.millis()).as("nothing waited").isEqualTo(before);
  }

  @Test
  void aTimeThatAProgramGaveNearbyIsWaitedForOnceACounterHasIt() throws IOException {
    write(counterAt(clock.millis() + 500));
    count("one:q", 5);
    assertThat(aheadMillis("one:q")).isEqualTo(500);
    clock.goesOn(true);
    write(put("r", "one:q=seen"));
    assertThat(get(database, "r")).singleElement().asString().endsWith("=seen");
  }

  private static RowMutation counterAt(long millis) {
    return putAt(millis, "r", "one:q=\0\0\0\0\0\0\0\1");
  }
}
