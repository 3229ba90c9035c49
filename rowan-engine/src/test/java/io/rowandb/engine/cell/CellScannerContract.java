package io.rowandb.engine.cell;

import static io.rowandb.engine.cell.CellSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What every {@link CellScanner} must do, whatever it scans. A test of a source of cells extends
 * this and says how to make a scanner.
 */
public abstract class CellScannerContract {
  private static final long SEED = 20_240_117;

  /** A scanner over exactly these cells, which are in order, each different from the others. */
  protected abstract CellScanner scannerOver(List<Cell> cells) throws IOException;

  @Test
  void hasNothingInAnEmptySource() throws IOException {
    try (CellScanner scanner = scannerOver(List.of())) {
      assertThat(scanner.cell()).isNull();
      assertThat(scanner.next()).isFalse();
      assertThat(scanner.cell()).isNull();
      assertThat(scanner.seek(CellCodec.firstOnRow(new byte[0]))).isFalse();
      assertThat(scanner.seekBefore(CellCodec.lastOnRow(new byte[] {-1}))).isFalse();
      assertThat(scanner.next()).isFalse();
    }
  }

  @Test
  void findsASingleCellFromEverywhere() throws IOException {
    Cell only = put("m", "q", 5, "v", 1);
    Cell before = put("m", "q", 6, "v", 1);
    Cell after = put("m", "q", 4, "v", 1);
    try (CellScanner scanner = scannerOver(List.of(only))) {
      assertThat(scanner.cell()).isNull();
      assertThat(scanner.next()).isTrue();
      assertSame(scanner.cell(), only);
      assertThat(scanner.next()).isFalse();
      assertThat(scanner.cell()).isNull();
      assertThat(scanner.next()).isFalse();
      assertThat(scanner.seek(before)).isTrue();
      assertSame(scanner.cell(), only);
      assertThat(scanner.seek(only)).isTrue();
      assertSame(scanner.cell(), only);
      assertThat(scanner.seek(after)).isFalse();
      assertThat(scanner.cell()).isNull();
      assertThat(scanner.seekBefore(after)).isTrue();
      assertSame(scanner.cell(), only);
      assertThat(scanner.seekBefore(only)).isFalse();
      assertThat(scanner.cell()).isNull();
      assertThat(scanner.next()).isTrue();
      assertSame(scanner.cell(), only);
    }
  }

  @Test
  void returnsAllCellsInOrderWithAllTheirBytes() throws IOException {
    List<Cell> cells = CellSamples.sorted(SEED, 500);
    try (CellScanner scanner = scannerOver(cells)) {
      for (Cell cell : cells) {
        assertThat(scanner.next()).isTrue();
        assertSame(scanner.cell(), cell);
      }
      assertThat(scanner.next()).isFalse();
      assertThat(scanner.cell()).isNull();
    }
  }

  @Test
  void keepsTheBytesItShowedWhenItMovesOn() throws IOException {
    List<Cell> cells = CellSamples.sorted(SEED, 500);
    CellBatch seen = new CellBatch();
    try (CellScanner scanner = scannerOver(cells)) {
      while (scanner.next()) {
        seen.add(scanner.cell());
      }
    }
    assertThat(seen.size()).isEqualTo(cells.size());
    Cell view = new Cell();
    for (int i = 0; i < cells.size(); i++) {
      assertSame(seen.get(i, view), cells.get(i));
    }
  }

  @Test
  void seeksToEveryCellAndGoesOnFromThere() throws IOException {
    List<Cell> cells = CellSamples.sorted(SEED, 300);
    try (CellScanner scanner = scannerOver(cells)) {
      for (int i = cells.size() - 1; i >= 0; i--) {
        assertThat(scanner.seek(cells.get(i))).isTrue();
        assertSame(scanner.cell(), cells.get(i));
        assertThat(scanner.next()).isEqualTo(i + 1 < cells.size());
        if (i + 1 < cells.size()) {
          assertSame(scanner.cell(), cells.get(i + 1));
        }
      }
    }
  }

  @Test
  void findsTheEndsOfRows() throws IOException {
    List<Cell> cells =
        List.of(put("b", "x", 1, "1", 1), put("b", "y", 1, "2", 2), put("d", "x", 1, "3", 3));
    try (CellScanner scanner = scannerOver(cells)) {
      assertThat(scanner.seek(CellCodec.firstOnRow(CellSamples.bytes("a")))).isTrue();
      assertSame(scanner.cell(), cells.get(0));
      assertThat(scanner.seek(CellCodec.lastOnRow(CellSamples.bytes("b")))).isTrue();
      assertSame(scanner.cell(), cells.get(2));
      assertThat(scanner.seek(CellCodec.lastOnRow(CellSamples.bytes("d")))).isFalse();
      assertThat(scanner.next()).isFalse();
      assertThat(scanner.seekBefore(CellCodec.lastOnRow(CellSamples.bytes("b")))).isTrue();
      assertSame(scanner.cell(), cells.get(1));
      assertThat(scanner.seekBefore(CellCodec.firstOnRow(CellSamples.bytes("b")))).isFalse();
      assertThat(scanner.next()).isTrue();
      assertSame(scanner.cell(), cells.get(0));
    }
  }

  @Test
  void neverMovesBackWhenSeekingForward() throws IOException {
    List<Cell> cells = CellSamples.sorted(SEED, 300);
    Random random = new Random(SEED);
    try (CellScanner scanner = scannerOver(cells)) {
      assertThat(scanner.next()).isTrue();
      int at = 0;
      while (at < cells.size()) {
        assertSame(scanner.cell(), cells.get(at));
        assertThat(scanner.seekForward(CellSamples.copyOf(cells.get(random.nextInt(at + 1)))))
            .isTrue();
        assertSame(scanner.cell(), cells.get(at));
        int target = at + random.nextInt(1 << random.nextInt(8));
        if (target >= cells.size()) {
          assertThat(scanner.seekForward(CellCodec.lastOnRow(new byte[] {-1}))).isFalse();
          assertThat(scanner.cell()).isNull();
          return;
        }
        assertThat(scanner.seekForward(CellSamples.copyOf(cells.get(target)))).isTrue();
        at = target;
      }
    }
  }

  @Test
  void agreesWithASortedListOnRandomMoves() throws IOException {
    for (int round = 0; round < 10; round++) {
      long seed = SEED + round;
      List<Cell> cells = CellSamples.sorted(seed, 20 + 60 * round);
      try (CellScanner scanner = scannerOver(cells)) {
        moveAtRandom(seed, cells, scanner);
      }
    }
  }

  private static void moveAtRandom(long seed, List<Cell> cells, CellScanner scanner)
      throws IOException {
    Random random = new Random(seed);
    List<String> history = new ArrayList<>();
    int at = -1;
    for (int step = 0; step < 400; step++) {
      Cell key = CellSamples.searchKey(random, cells.size());
      boolean found;
      switch (random.nextInt(4)) {
        case 0 -> {
          at = firstAtOrAfter(cells, key);
          history.add("seek " + key);
          found = scanner.seek(key);
        }
        case 1 -> {
          at = firstAtOrAfter(cells, key) - 1;
          history.add("seekBefore " + key);
          found = scanner.seekBefore(key);
        }
        case 2 -> {
          if (at < 0 || at >= cells.size()) {
            continue;
          }
          at = Math.max(at, firstAtOrAfter(cells, key));
          history.add("seekForward " + key);
          found = scanner.seekForward(key);
        }
        default -> {
          at = Math.min(cells.size(), at + 1);
          history.add("next");
          found = scanner.next();
        }
      }
      boolean expected = at >= 0 && at < cells.size();
      String where = "seed " + seed + ", step " + step + ", " + last(history);
      assertThat(found).as(where).isEqualTo(expected);
      if (expected) {
        assertThat(scanner.cell()).as(where).hasToString(cells.get(at).toString());
        assertSame(scanner.cell(), cells.get(at));
      } else {
        assertThat(scanner.cell()).as(where).isNull();
      }
    }
  }

  private static List<String> last(List<String> history) {
    return history.subList(Math.max(0, history.size() - 5), history.size());
  }

  @Test
  void canBeClosedHalfWayAndTwice() throws IOException {
    List<Cell> cells = CellSamples.sorted(SEED, 100);
    CellScanner scanner = scannerOver(cells);
    assertThat(scanner.next()).isTrue();
    assertThat(scanner.seek(cells.get(cells.size() / 2))).isTrue();
    scanner.close();
    scanner.close();
  }

  /** The place of the first cell at or after {@code key} in a sorted list. */
  public static int firstAtOrAfter(List<Cell> cells, Cell key) {
    int low = 0;
    int high = cells.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (CellOrder.compareCells(cells.get(middle), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Fails unless both cells have the same bytes and sequence id. */
  public static void assertSame(Cell actual, Cell expected) {
    if (!isSame(actual, expected)) {
      fail("%s instead of %s", actual, expected);
    }
  }

  /** Whether both cells have the same bytes and sequence id. */
  public static boolean isSame(Cell actual, Cell expected) {
    return actual != null
        && actual.sequence() == expected.sequence()
        && Arrays.equals(
            actual.array(),
            actual.offset(),
            actual.offset() + actual.length(),
            expected.array(),
            expected.offset(),
            expected.offset() + expected.length());
  }
}
