package io.rowandb.schema.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Hashes of rows. */
class RowHashTest {
  private static final RowHash HASH = new RowHash(7);
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] SOURCE = Bytes.toBytes("source");

  private static List<Cell> cells(String... columnsAndValues) {
    Put put = new Put(ROW, 1);
    for (int i = 0; i < columnsAndValues.length; i += 2) {
      put.addColumn(
          Bytes.toBytes("f"),
          Bytes.toBytes(columnsAndValues[i]),
          Bytes.toBytes(columnsAndValues[i + 1]));
    }
    return new ArrayList<>(put.getFamilyCellMap().get(Bytes.toBytes("f")));
  }

  private static long of(String... columnsAndValues) {
    return HASH.of(SOURCE, ROW, cells(columnsAndValues));
  }

  @Test
  void cellsHaveNoOrder() {
    List<Cell> cells = cells("a", "1", "b", "2", "c", "3", "d", "4");
    long expected = HASH.of(SOURCE, ROW, cells);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(cells, new Random(i));
      assertThat(HASH.of(SOURCE, ROW, cells)).isEqualTo(expected);
    }
  }

  @Test
  void whatDiffersHasAnotherHash() {
    assertThat(
            Set.of(
                of("a", "1", "b", "2"),
                of("a", "2", "b", "1"),
                of("a1", "", "b", "2"),
                of("", "a1", "b", "2"),
                of("a", "1"),
                of("a", "1", "b", ""),
                HASH.of(ROW, SOURCE, cells("a", "1")),
                HASH.of(Bytes.toBytes("sourcer"), Bytes.toBytes("ow"), cells("a", "1"))))
        .as("no two are the same, which Set.of refuses")
        .hasSize(8);
  }

  @Test
  void eachByteCounts() {
    Set<Long> seen = new HashSet<>();
    byte[] bytes = new byte[40];
    for (int length = 0; length <= bytes.length; length++) {
      assertThat(seen.add(HASH.of(new byte[length]))).as("%d zeros", length).isTrue();
    }
    for (int place = 0; place < bytes.length; place++) {
      for (int value = 1; value < 256; value++) {
        byte[] other = bytes.clone();
        other[place] = (byte) value;
        assertThat(seen.add(HASH.of(other))).as("%d at %d", value, place).isTrue();
      }
    }
    assertThat(new RowHash(8).of(bytes)).isNotEqualTo(HASH.of(bytes));
  }

  /**
   * Where each word is multiplied by a known number, a change of the highest bit goes on as known
   * bits, which another word can take back, whatever the hash begins with.
   */
  @Test
  void nobodyCanChooseWhatIsTheSame() {
    long factor = 0x9E37_79B9_7F4A_7C15L;
    long inverse = factor;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - factor * inverse;
    }
    long other = inverse * ((7 * factor) ^ (1L << 63 | 1L << 34));
    byte[] some = Bytes.add(Bytes.toBytes(5L), Bytes.toBytes(7L));
    for (byte[] chosen :
        List.of(
            Bytes.add(Bytes.toBytes(5L ^ 1L << 63), Bytes.toBytes(other)),
            Bytes.add(Bytes.toBytes(5L ^ -2L), Bytes.toBytes(7L ^ 1)),
            Bytes.add(Bytes.toBytes(~5L), Bytes.toBytes(~7L)))) {
      for (int seed = 0; seed < 100; seed++) {
        RowHash hash = new RowHash(seed);
        assertThat(hash.of(chosen)).isNotEqualTo(hash.of(some));
      }
    }
  }
}
