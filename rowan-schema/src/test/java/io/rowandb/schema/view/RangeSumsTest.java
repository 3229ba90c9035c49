package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Sums of hashes by ranges of rows. */
class RangeSumsTest {
  private static final RowHash HASH = new RowHash(1);

  private static byte[] row(int i) {
    return Bytes.toBytes(2 * i);
  }

  private static long hash(int i) {
    return new Random(i).nextLong();
  }

  private static RangeSums there(RangeSums sums, int count) {
    for (int i = 0; i < count; i++) {
      sums.addThere(row(i), hash(i));
    }
    return sums;
  }

  @Test
  void equalRowsInAnyOrder() {
    for (int count : new int[] {0, 1, 7, 8, 9, 100, 1_000, 4_321}) {
      RangeSums sums = there(new RangeSums(HASH, 6), count);
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        order.add(i);
      }
      Collections.shuffle(order, new Random(count));
      order.forEach(i -> sums.addWanted(row(i), hash(i)));
      assertThat(sums.diverged()).as("%d rows", count).isZero();
      assertThat(sums.ranges()).as("%d rows", count).isEqualTo(64);
    }
  }

  @Test
  void aRowThatDiffersIsInOneRange() {
    for (int wrong : new int[] {0, 8, 500, 998, 999}) {
      RangeSums sums = there(new RangeSums(HASH, 6), 1_000);
      for (int i = 0; i < 1_000; i++) {
        sums.addWanted(row(i), hash(i) + (i == wrong ? 1 : 0));
      }
      assertThat(sums.diverged()).isEqualTo(1);
      assertThat(sums.isDiverged().test(row(wrong))).isTrue();
      assertThat(sums.isDiverged().test(row((wrong + 500) % 1_000))).isFalse();
    }
  }

  @Test
  void aRowThatIsMissingOrTooMuch() {
    RangeSums sums = there(new RangeSums(HASH, 6), 100);
    for (int i = 1; i < 100; i++) {
      sums.addWanted(row(i), hash(i));
    }
    sums.addWanted(Bytes.toBytes(2 * 99 + 1), 5);
    assertThat(sums.isDiverged().test(row(0))).isTrue();
    assertThat(sums.isDiverged().test(Bytes.toBytes(2 * 99 + 1))).isTrue();
    assertThat(IntStream.range(1, 100).filter(i -> sums.isDiverged().test(row(i))).count())
        .as("of rows in two of 64 ranges")
        .isLessThan(20);
    RangeSums none = new RangeSums(HASH);
    none.addWanted(row(3), 9);
    assertThat(none.isDiverged().test(row(3))).isTrue();
  }
}
