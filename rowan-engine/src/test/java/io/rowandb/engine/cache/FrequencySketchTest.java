package io.rowandb.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Counts of a sketch: never too low before they fade, rarely too high. */
class FrequencySketchTest {
  @Test
  void countsUpToFifteen() {
    FrequencySketch sketch = new FrequencySketch(64);
    int[] hashes = new Random(7).ints(8).toArray();
    for (int i = 0; i < hashes.length; i++) {
      for (int n = 0; n <= i * 2; n++) {
        sketch.count(hashes[i]);
      }
    }
    for (int i = 0; i < hashes.length; i++) {
      assertThat(sketch.frequency(hashes[i])).isBetween(i * 2 + 1, 15);
    }
    assertThat(sketch.frequency(12345)).isZero();
  }

  @Test
  void aBlockThatNobodyAsksForAnyMoreFades() {
    FrequencySketch sketch = new FrequencySketch(1 << 10);
    for (int i = 0; i < 15; i++) {
      sketch.count(42);
    }
    assertThat(sketch.frequency(42)).isEqualTo(15);
    Random others = new Random(9);
    int before = 15;
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 20_000; i++) {
        sketch.count(others.nextInt());
        sketch.fade();
      }
      assertThat(sketch.frequency(42)).isLessThanOrEqualTo(before);
      before = sketch.frequency(42);
    }
    assertThat(before).isLessThan(12);
  }

  @Test
  void isHalvedOnceForManyCountsOfManyThreads() throws Exception {
    FrequencySketch sketch = new FrequencySketch(64);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> readers = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      readers.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 100_000; i++) {
                  sketch.count(random.nextInt());
                  sketch.count(42);
                }
              }));
    }
    threads.shutdown();
    for (Future<?> reader : readers) {
      reader.get();
    }
    assertThat(sketch.frequency(42)).as("readers halve nothing").isEqualTo(15);
    sketch.fade();
    sketch.fade();
    assertThat(sketch.frequency(42)).as("halved once").isEqualTo(7);
  }
}
