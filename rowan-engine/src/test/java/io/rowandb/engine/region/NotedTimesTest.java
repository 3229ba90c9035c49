package io.rowandb.engine.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.ManualClock;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of the present millisecond is forgotten, and hardly anything else is thought noted. */
class NotedTimesTest {
  private final ManualClock clock = new ManualClock();
  private final NotedTimes noted = new NotedTimes(clock);

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 1_000, 5_000})
  void whatFitsIsKeptExactly(int count) {
    noteUpTo(count);
    assertThat(notedUpTo(count, clock.millis())).isEqualTo(count);
    for (int i = count; i < 2 * count; i++) {
      assertThat(noted.isNoted(hash(i), clock.millis())).as("%d", i).isFalse();
      assertThat(noted.isNoted(hash(i), clock.millis() + 1)).as("later %d", i).isFalse();
    }
  }

  @Test
  void moreThanFitsIsForgottenByTakingAllForNoted() {
    noteUpTo(100_000);
    assertThat(notedUpTo(200_000, clock.millis())).isEqualTo(200_000);
    clock.advance(1);
    assertThat(notedUpTo(200_000, clock.millis())).isZero();
  }

  @Test
  void aWriterThatIsLateFindsWhatLostItsPlace() {
    long before = clock.millis();
    noteUpTo(1_000);
    clock.advance(1);
    noteUpTo(20_000);
    assertThat(notedUpTo(1_000, before)).isEqualTo(1_000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 20, 3_600_000, 1L << 31, 1L << 32, 1L << 33})
  void aClockThatIsSetBackIsBelieved(long byMillis) {
    clock.set(1L << 41);
    noteUpTo(100_000);
    clock.advance(-byMillis);
    for (int i = 200_000; i < 201_000; i++) {
      assertThat(noted.isNoted(hash(i), clock.millis())).isFalse();
    }
    noteUpTo(100_000);
    assertThat(notedUpTo(100_000, clock.millis())).isEqualTo(100_000);
    assertThat(noted.isNoted(hash(200_000), clock.millis() + 1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1L << 31, 1L << 32, (1L << 32) + 1, 5L << 32})
  void whatIsWeeksOldIsInNobodysWay(long laterMillis) {
    noteUpTo(5_000);
    clock.advance(laterMillis);
    assertThat(noted.isNoted(hash(1), clock.millis())).isFalse();
    noted.note(hash(6_000), clock.millis());
    assertThat(noted.isNoted(hash(6_000), clock.millis())).isTrue();
    assertThat(noted.isNoted(hash(6_001), clock.millis())).isFalse();
  }

  @Test
  void nothingIsForgottenByAnyHistory() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<Integer> now = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      if (random.nextInt(random.nextBoolean() ? 20 : 30_000) == 0) {
        clock.advance(1 + random.nextInt(3));
        now.clear();
      }
      int hash = random.nextInt(1_000) * (random.nextBoolean() ? 1 : 1 << 20);
      if (random.nextBoolean()) {
        noted.note(hash, clock.millis());
        now.add(hash);
      }
      boolean is = noted.isNoted(hash, clock.millis());
      assertThat(is || !now.contains(hash)).as("seed %d, step %d", seed, i).isTrue();
      assertThat(is && now.size() < 8 && !now.contains(hash))
          .as("seed %d, step %d, for nothing", seed, i)
          .isFalse();
    }
  }

  private void noteUpTo(int count) {
    for (int i = 0; i < count; i++) {
      noted.note(hash(i), clock.millis());
    }
  }

  private int notedUpTo(int count, long millis) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      found += noted.isNoted(hash(i), millis) ? 1 : 0;
    }
    return found;
  }

  /** As rows that count have. */
  private static int hash(int i) {
    return ("row" + i).hashCode();
  }
}
