package io.rowandb.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order in which a buffer shows its cells, against the JDK's sort of copies. */
class CellBufferTest {
  private static final byte[] FAMILY = {'f'};

  private static Cell cell(byte[] row, byte[] qualifier, long time, byte[] value) {
    return CellCodec.cell(row, FAMILY, qualifier, time, CellType.PUT, value, 0);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> sorted(CellBuffer buffer) {
    buffer.sort();
    List<String> shown = new ArrayList<>();
    Cell view = new Cell();
    for (int i = 0; i < buffer.count(); i++) {
      buffer.read(i, 0, view);
      shown.add(view + "=" + new String(view.value(), StandardCharsets.UTF_8));
    }
    return shown;
  }

  /** Rows with zeros, shared beginnings of all lengths, and few or many different ones. */
  private static byte[] row(Random random, int alphabet) {
    byte[] row = new byte[1 + random.nextInt(14)];
    for (int i = 0; i < row.length; i++) {
      row[i] = (byte) (i < 5 && random.nextInt(4) > 0 ? 'p' : random.nextInt(alphabet) - 1);
    }
    return row;
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void showsCellsInTheirOrderAndOfEqualOnesTheLastFirst(int seed) {
    Random random = new Random(seed);
    CellBuffer buffer = new CellBuffer(1 << 20);
    for (int round = 0; round < 2; round++) {
      List<Cell> expected = new ArrayList<>();
      int alphabet = 1 << random.nextInt(8);
      int cells = random.nextInt(20_000);
      for (int i = 0; i < cells; i++) {
        byte[] qualifier = {(byte) random.nextInt(3)};
        Cell cell = cell(row(random, alphabet), qualifier, random.nextInt(3), bytes("" + i));
        buffer.add(cell);
        expected.add(0, cell);
      }
      expected.sort(Comparator.comparing(c -> c, CellOrder::compareKeys));
      List<String> texts =
          expected.stream()
              .map(c -> c + "=" + new String(c.value(), StandardCharsets.UTF_8))
              .toList();
      assertThat(sorted(buffer)).as("seed " + seed).isEqualTo(texts);
      buffer.clear();
    }
  }

  @Test
  void sortsManyVersionsOfOneRow() {
    CellBuffer buffer = new CellBuffer(1 << 20);
    int cells = 100_000;
    for (int i = 0; i < cells; i++) {
      buffer.add(cell(bytes("row"), bytes("q"), i * 7919L % cells, bytes("" + i)));
    }
    buffer.sort();
    Cell view = new Cell();
    for (int i = 0; i < cells; i++) {
      buffer.read(i, 0, view);
      assertThat(view.timestamp()).isEqualTo(cells - 1L - i);
    }
  }

  /** The longest rows there are, which differ at their very end only, and in pairs before it. */
  @Test
  void sortsLongRowsWithALongCommonPrefix() {
    CellBuffer buffer = new CellBuffer(1 << 20);
    int cells = 400;
    for (int i = 0; i < cells; i++) {
      byte[] row = new byte[Short.MAX_VALUE];
      int number = i * 173 % cells;
      row[20_000] = (byte) (number / 64);
      row[Short.MAX_VALUE - 1] = (byte) (number % 64);
      buffer.add(cell(row, bytes("q"), 1, bytes("" + number)));
    }
    assertSorted(buffer, cells);
  }

  /** Each longer by a piece than the one before, so that each level of the sort parts one cell. */
  @Test
  void sortsRowsThatArePrefixesOfOneAnother() {
    CellBuffer buffer = new CellBuffer(1 << 20);
    int cells = 4_000;
    for (int i = 0; i < cells; i++) {
      int number = i * 173 % cells;
      byte[] row = new byte[4 * number + 4];
      Arrays.fill(row, (byte) 'a');
      buffer.add(cell(row, bytes("q"), 1, bytes("" + number)));
    }
    assertSorted(buffer, cells);
  }

  /** What is behind a row counts as zeros in a piece: here only the whole cells tell. */
  @Tag("slow")
  @Test
  void sortsOneLongRowOfZerosAmongShortOnes() {
    CellBuffer buffer = new CellBuffer(1 << 20);
    int cells = 200_000;
    for (int i = 0; i < cells; i++) {
      int number = i * 173 % cells;
      byte[] row = new byte[number == cells - 1 ? Short.MAX_VALUE : 1];
      buffer.add(
          cell(row, bytes("q"), number == cells - 1 ? 1 : cells - number, bytes("" + number)));
    }
    assertSorted(buffer, cells);
  }

  private static void assertSorted(CellBuffer buffer, int cells) {
    buffer.sort();
    Cell view = new Cell();
    for (int i = 0; i < cells; i++) {
      buffer.read(i, 0, view);
      assertThat(new String(view.value(), StandardCharsets.UTF_8)).isEqualTo("" + i);
    }
  }

  @Test
  void holdsCellsLongerThanAChunkBesideShortOnes() {
    CellBuffer buffer = new CellBuffer(1 << 20);
    for (int round = 0; round < 3; round++) {
      List<Integer> lengths = new ArrayList<>();
      Random random = new Random(round);
      for (int i = 0; i < 12; i++) {
        int length = random.nextBoolean() ? 10 : random.nextInt(3 * CellBuffer.MAX_CHUNK_BYTES);
        lengths.add(length);
        buffer.add(cell(bytes("r" + (10 + i)), bytes("q"), 1, new byte[length]));
      }
      buffer.sort();
      Cell view = new Cell();
      List<Integer> found = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        buffer.read(i, 0, view);
        found.add(view.valueLength());
      }
      assertThat(found).isEqualTo(lengths);
      buffer.clear();
    }
  }
}
