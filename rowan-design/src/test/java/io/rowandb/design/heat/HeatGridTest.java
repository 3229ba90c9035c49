package io.rowandb.design.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeatGridTest {
  /** As the page's script reads it. */
  private static double decoded(int code) {
    return code < 16 ? code : ((code & 7) + 8) * Math.pow(2, (code >> 3) - 1);
  }

  private static HeatGrid grid(int ranges, int columns) {
    return new HeatGrid(
        Collections.nCopies(ranges + 1, "k"), Collections.nCopies(columns + 1, "t"));
  }

  @Test
  void smallCountsAreExact() {
    for (int i = 0; i < 16; i++) {
      assertThat(decoded(HeatGrid.code(i))).isEqualTo(i);
    }
  }

  @Test
  void largeCountsAreRightWithinASixteenth() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100_000; i++) {
      int count = random.nextInt(Integer.MAX_VALUE) >>> random.nextInt(27);
      check(count);
    }
    for (int shift = 4; shift < 31; shift++) {
      check((1 << shift) - 1);
      check(1 << shift);
      check((1 << shift) + 1);
    }
    check(Integer.MAX_VALUE);
  }

  private static void check(int count) {
    int code = HeatGrid.code(count);
    assertThat(code).isBetween(0, 255);
    assertThat(decoded(code)).isCloseTo(count, within(count / 16.0));
  }

  /** Runs of empty cells longer than a byte tells, at the start, within, and at the end. */
  @Test
  void theTextHasEveryCell() {
    HeatGrid grid = grid(30, 40);
    int[] places = {300, 301, 302, 600, 1100};
    for (int i = 0; i < places.length; i++) {
      for (int times = 0; times <= i; times++) {
        grid.add(places[i] / 40, places[i] % 40);
      }
    }
    byte[] packed = Base64.getDecoder().decode(grid.text());
    int[] cells = new int[30 * 40];
    int to = 0;
    for (int i = 0; i < packed.length; i++) {
      if (packed[i] == 0) {
        to += packed[++i] & 0xFF;
      } else {
        cells[to++] = packed[i] & 0xFF;
      }
    }
    assertThat(to).isEqualTo(cells.length);
    for (int i = 0; i < places.length; i++) {
      assertThat(cells[places[i]]).isEqualTo(i + 1);
    }
    assertThat(java.util.Arrays.stream(cells).sum()).isEqualTo(1 + 2 + 3 + 4 + 5);
    assertThat(grid.most()).isEqualTo(5);
  }

  @Test
  void sharesOfGroupsAreOfTheirSpan() {
    HeatGrid grid = grid(5, 3);
    grid.add(0, 0);
    grid.add(4, 0);
    grid.add(4, 0);
    grid.add(2, 2);
    assertThat(grid.shares(2, 3)).isDeepEqualTo(new double[][] {{1 / 3.0, 0, 1}, {2 / 3.0, 0, 0}});
    assertThat(HeatGrid.first(1, 5, 2)).isEqualTo(3);
    assertThat(List.of(grid.ranges(), grid.columns())).containsExactly(5, 3);
  }
}
