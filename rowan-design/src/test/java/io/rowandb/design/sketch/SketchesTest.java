package io.rowandb.design.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowandb.design.sketch.FrequentValues.Heavy;
import io.rowandb.design.sketch.SeenCells.Before;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SketchesTest {
  /** What Space-Saving promises, held against exact counts. */
  @Test
  void frequentValuesAreAllThere() {
    SplittableRandom random = new SplittableRandom(7);
    FrequentValues values = new FrequentValues(50);
    Map<String, Long> exact = new HashMap<>();
    int all = 100_000;
    for (int i = 0; i < all; i++) {
      double part = random.nextDouble();
      String name = "v" + (int) (5000 * part * part * part * part);
      exact.merge(name, 1L, Long::sum);
      values.add(name.hashCode(), () -> name);
    }
    Map<String, Heavy> found = new HashMap<>();
    values.top(50).forEach(each -> found.put(each.name(), each));
    exact.forEach(
        (name, count) -> {
          if (count > all / 50) {
            assertThat(found).containsKey(name);
            assertThat(found.get(name).count()).isGreaterThanOrEqualTo(count);
            assertThat(found.get(name).count() - found.get(name).error())
                .isLessThanOrEqualTo(count);
          }
        });
    assertThat(values.total()).isEqualTo(all);
    assertThat(values.top(1).get(0).name()).isEqualTo("v0");
    assertThat(values.top(1000)).hasSize(50);
  }

  @Test
  void cellsAreSeen() {
    SeenCells cells = new SeenCells(1 << 16);
    for (long i = 0; i < 20_000; i++) {
      assertThat(cells.add(mixed(i), 1, i)).isEqualTo(Before.NOTHING);
    }
    assertThat(cells.add(mixed(7), 1, 30_000)).isEqualTo(Before.SAME);
    assertThat(cells.add(mixed(7), 2, 30_001)).isEqualTo(Before.OTHER);
    assertThat(cells.count()).isEqualTo(2);
    assertThat(cells.firstRow()).isEqualTo(7);
    assertThat(cells.oneOf()).isOne();
    assertThat(cells.distinct()).isEqualTo(20_000);
    assertThat(cells.add(0, 1, 0)).isEqualTo(Before.NOTHING);
    assertThat(cells.add(0, 2, 0)).isEqualTo(Before.OTHER);
  }

  /** When it is full it counts on a part of the keys, and still about right. */
  @Test
  void cellsBeyondTheRoomAreEstimated() {
    SeenCells cells = new SeenCells(1 << 12);
    long others = 0;
    for (long i = 0; i < 100_000; i++) {
      cells.add(mixed(i), 1, i);
    }
    for (long i = 0; i < 50_000; i++) {
      others += cells.add(mixed(i), 2, i) == Before.OTHER ? cells.oneOf() : 0;
    }
    assertThat(cells.oneOf()).isGreaterThan(16);
    assertThat((double) cells.distinct()).isCloseTo(100_000, within(10_000.0));
    assertThat((double) others).isCloseTo(50_000, within(6000.0));
  }

  private static long mixed(long number) {
    return new SplittableRandom(number).nextLong();
  }

  @Test
  void choicesAreFair() {
    int[] chosen = new int[10];
    FairChoice<Integer> choice = new FairChoice<>(1000);
    for (int i = 0; i < 100_000; i++) {
      if (choice.choosesNext()) {
        choice.put(i);
      }
    }
    List<Integer> all = choice.chosen();
    assertThat(all).hasSize(1000).doesNotHaveDuplicates();
    all.forEach(each -> chosen[each / 10_000]++);
    for (int each : chosen) {
      assertThat(each).isBetween(60, 140);
    }
  }
}
