package io.rowandb.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random patterns over random rows of all lengths, beside a plain comparison. */
class FuzzyRowsTest {
  private static final long SEED = Long.getLong("rowan.seed", 5);

  /** Few values, those at the ends of their range too, so that patterns meet rows. */
  private static final byte[] BYTES = {0, 1, 'a', 'b', -2, -1};

  private final Random random = new Random(SEED);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = BYTES[random.nextInt(BYTES.length)];
    }
    return bytes;
  }

  private byte[] mask(int length) {
    byte[] mask = new byte[length];
    for (int i = 0; i < length; i++) {
      mask[i] = (byte) random.nextInt(2);
    }
    return mask;
  }

  private static boolean passes(byte[] row, List<Pair<byte[], byte[]>> patterns) {
    for (Pair<byte[], byte[]> pattern : patterns) {
      boolean passes = true;
      for (int i = 0; i < Math.min(row.length, pattern.getFirst().length); i++) {
        passes &= pattern.getSecond()[i] == 1 || pattern.getFirst()[i] == row[i];
      }
      if (passes) {
        return true;
      }
    }
    return false;
  }

  private static Cell cell(byte[] row) {
    return PrivateCellUtil.createFirstOnRow(row, 0, (short) row.length);
  }

  private static Filter replaced(FuzzyRowFilter filter) throws IOException {
    return FilterTree.replaced(filter, new FilterTime(FilterLimit.NONE), true);
  }

  /** As a region would scan. */
  private static List<byte[]> scan(Filter filter, List<byte[]> rows) throws IOException {
    List<byte[]> passed = new ArrayList<>();
    byte[] from = {};
    for (byte[] row : rows) {
      if (filter.filterAllRemaining()) {
        break;
      }
      if (!filter.isReversed() && Bytes.compareTo(row, from) < 0) {
        continue;
      }
      filter.reset();
      Filter.ReturnCode code = filter.filterCell(cell(row));
      if (code == Filter.ReturnCode.SEEK_NEXT_USING_HINT) {
        from = CellUtil.cloneRow(filter.getNextCellHint(cell(row)));
        assertThat(Bytes.compareTo(from, row)).as("a hint leads on").isPositive();
      }
      assertThat(filter.filterRow()).isEqualTo(code != Filter.ReturnCode.INCLUDE);
      if (code == Filter.ReturnCode.INCLUDE) {
        passed.add(row);
      }
    }
    return passed;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void passesWhatFitsAPattern(boolean reversed) throws IOException {
    for (int round = 0; round < 2_000; round++) {
      Set<byte[]> sorted = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      for (int i = 0; i < 60; i++) {
        sorted.add(bytes(1 + random.nextInt(4)));
      }
      List<byte[]> rows = new ArrayList<>(sorted);
      if (reversed) {
        Collections.reverse(rows);
      }
      List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        int length = 1 + random.nextInt(4);
        patterns.add(new Pair<>(bytes(length), mask(length)));
      }
      Filter filter = replaced(new FuzzyRowFilter(patterns));
      filter.setReversed(reversed);
      assertThat(scan(filter, rows))
          .as("seed %d, round %d", SEED, round)
          .isEqualTo(rows.stream().filter(row -> passes(row, patterns)).toList());
    }
  }

  @Test
  void endsBehindTheLastRowThatMayPass() throws IOException {
    Filter filter =
        replaced(new FuzzyRowFilter(List.of(new Pair<>(new byte[] {'b', 0}, new byte[] {0, 1}))));
    assertThat(filter.filterCell(cell(new byte[] {'a'})))
        .isEqualTo(Filter.ReturnCode.SEEK_NEXT_USING_HINT);
    assertThat(filter.filterAllRemaining()).isFalse();
    assertThat(filter.filterCell(cell(new byte[] {'c'}))).isEqualTo(Filter.ReturnCode.NEXT_ROW);
    assertThat(filter.filterAllRemaining()).isTrue();
  }
}
