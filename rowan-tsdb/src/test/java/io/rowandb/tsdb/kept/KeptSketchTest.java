package io.rowandb.tsdb.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.DamagedDataException;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sketches tell percentiles within their bound, and survive their bytes. */
class KeptSketchTest {
  private static final double[] SHARES = {0, 0.001, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1};

  /** Numbers of many sizes, signs and repetitions. */
  private static double number(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> random.nextInt(10) - 5;
      case 2 -> random.nextGaussian();
      case 3 -> Math.pow(10, random.nextInt(600) - 300) * (random.nextBoolean() ? 1 : -1);
      case 4 -> Long.MAX_VALUE - random.nextInt(3);
      default -> -random.nextDouble() * 1e6;
    };
  }

  /** As commons-math and OpenTSDB do it, and how far from it the estimate may be. */
  private static void assertNear(KeptSketch sketch, double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    for (double share : SHARES) {
      double place = share * (sorted.length + 1);
      int whole = (int) Math.max(1, Math.min(sorted.length, Math.floor(place)));
      double below = sorted[whole - 1];
      double above = place < 1 || whole == sorted.length ? below : sorted[whole];
      double part = place < 1 || whole == sorted.length ? 0 : place - whole;
      double exact = below + part * (above - below);
      double bound =
          KeptSketch.RELATIVE_ERROR
              * ((1 - part) * Math.abs(below) + part * Math.abs(above))
              * (1 + 1e-9);
      assertThat(Math.abs(sketch.percentile(share) - exact))
          .as("%s of %s, %s", share, Arrays.toString(sorted), sketch.percentile(share))
          .isLessThanOrEqualTo(bound + 1e-300);
    }
  }

  @Tag("slow")
  @Test
  void percentilesAreWithinTheirBound() throws DamagedDataException {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      double[] numbers = new double[1 + random.nextInt(round < 1_900 ? 40 : 3_000)];
      KeptSketch whole = new KeptSketch();
      KeptSketch parts = new KeptSketch();
      KeptSketch part = new KeptSketch();
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = number(random);
        whole.add(numbers[i]);
        part.add(numbers[i]);
        if (random.nextInt(5) == 0) {
          parts.addAll(part);
          part = new KeptSketch();
        }
      }
      parts.addAll(part);
      byte[] bytes = whole.encode();
      assertNear(whole, numbers);
      assertNear(parts, numbers);
      assertThat(KeptSketch.decode(bytes, 0, bytes.length).encode()).isEqualTo(bytes);
      assertNear(KeptSketch.decode(bytes, 0, bytes.length), numbers);
      assertThat(parts.encode()).as("in another order").isEqualTo(bytes);
    }
    assertThat(new KeptSketch().percentile(0.5)).isNaN();
  }

  @Test
  void whatHasNoBucketIsNotTaken() {
    for (double each :
        new double[] {
          Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE
        }) {
      assertThat(KeptSketch.takes(each)).as("%s", each).isFalse();
    }
    assertThat(KeptSketch.takes(Double.MIN_VALUE)).isTrue();
    assertThat(KeptSketch.takes(-1e300)).isTrue();
  }

  /** Whatever bytes there are, reading ends, with a sketch or the error of damaged data. */
  @Test
  @Tag("slow")
  void damagedBytesAreRefused() throws DamagedDataException {
    Random random = new Random(2);
    KeptSketch sketch = new KeptSketch();
    for (int i = 0; i < 60; i++) {
      sketch.add(number(random));
    }
    SortedMap<Integer, KeptSketch> sketches = new TreeMap<>();
    sketches.put(3, sketch);
    sketches.put(59, sketch);
    byte[] cell = SketchCell.encode(sketches);
    assertThat(SketchCell.decode(cell).keySet()).containsExactly(3, 59);
    for (int end = 1; end < cell.length; end++) {
      byte[] cut = Arrays.copyOf(cell, end);
      if (end == cell.length / 2) { // between the two
        assertThat(SketchCell.decode(cut).keySet()).containsExactly(3);
      } else {
        assertThatThrownBy(() -> SketchCell.decode(cut)).isInstanceOf(DamagedDataException.class);
      }
    }
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] changed = cell.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        changed[random.nextInt(cell.length)] = (byte) random.nextInt(256);
      }
      try {
        SketchCell.decode(changed);
      } catch (DamagedDataException e) {
        assertThat(e).hasMessageContaining("sketch");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1_000);
  }
}
