package io.rowandb.engine.memstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writes that reserve in one order and add in another: what is reserved is always enough. */
class ReservedCellsTest {
  private static final int ROUNDS = 6;
  private static final int WRITES = 400;

  private final FailingHeap heap = new FailingHeap();
  private final ChunkPool pool = heap.pool(64 << 20);

  /** A write under way. */
  private record Write(ReservedCells memory, List<Cell> cells) {}

  @Test
  @Tag("slow")
  void f76_addingAsksForNoMemoryInWhateverOrder() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      MemStore memStore = new MemStore(pool);
      TreeMap<String, Integer> expected = new TreeMap<>();
      List<Write> underWay = new ArrayList<>();
      for (int i = 0; i < WRITES; i++) {
        reserve(memStore, cells(random, i), random, underWay);
        while (underWay.size() > random.nextInt(12)) {
          add(underWay.remove(random.nextInt(underWay.size())), expected);
        }
      }
      while (!underWay.isEmpty()) {
        add(underWay.remove(random.nextInt(underWay.size())), expected);
      }
      assertThat(content(memStore)).as("seed " + seed).isEqualTo(expected);
    }
  }

  private static List<Cell> cells(Random random, int write) {
    List<Cell> cells = new ArrayList<>();
    int count = random.nextInt(20) == 0 ? 1_000 : 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      cells.add(CellSamples.put("r" + write + "-" + i, "q", 7, value(random, count), write + 1));
    }
    return cells;
  }

  private static String value(Random random, int count) {
    boolean large = count < 20 && random.nextInt(40) == 0;
    return "v".repeat(large ? random.nextInt(CellChunks.CHUNK_BYTES * 5 / 4) : random.nextInt(300));
  }

  /** Half of the reservations meet a heap without room; a part of all is given back. */
  private void reserve(MemStore memStore, List<Cell> cells, Random random, List<Write> underWay) {
    heap.failAt(1 + random.nextInt(3), random.nextInt(2));
    ReservedCells memory = memStore.reserve();
    long before = memStore.heapBytes();
    boolean together = random.nextBoolean();
    try {
      if (!together || !memory.takeTogether(cells.size(), bytes(cells))) {
        cells.forEach(cell -> memory.take(cell.length()));
      }
    } catch (OutOfMemoryError e) {
      memory.giveBack();
      // Index pages stay, for the next ones: no more than the write asked for.
      assertThat(memStore.heapBytes() - before).isLessThanOrEqualTo(cells.size() * 160L + 70_000);
      return;
    }
    if (random.nextInt(10) == 0) {
      memory.giveBack();
    } else {
      underWay.add(new Write(memory, cells));
    }
  }

  private static int bytes(List<Cell> cells) {
    return cells.stream().mapToInt(Cell::length).sum();
  }

  private void add(Write write, Map<String, Integer> expected) {
    heap.failAt(1, Long.MAX_VALUE / 2); // the index of rows asks, and goes without
    for (Cell cell : write.cells()) {
      write.memory().add(cell.array(), cell.offset(), cell.length(), cell.sequence());
      expected.put(row(cell), cell.valueLength());
    }
    heap.recover();
  }

  private static String row(Cell cell) {
    return new String(
        cell.array(),
        cell.rowOffset(),
        cell.rowLength(),
        java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static Map<String, Integer> content(MemStore memStore) throws IOException {
    TreeMap<String, Integer> content = new TreeMap<>();
    try (CellScanner scanner = memStore.scanner()) {
      while (scanner.next()) {
        Cell cell = scanner.cell();
        assertThat(cell.valueLength() == 0 || cell.value()[cell.valueLength() - 1] == 'v').isTrue();
        content.put(row(cell), cell.valueLength());
      }
    }
    return content;
  }

  @Test
  void aReservationThatIsRefusedAgainAndAgainTakesNoMoreThanOnce() {
    MemStore memStore = new MemStore(pool);
    Cell cell = CellSamples.put("r", "q", 7, "v".repeat(50_000), 1);
    long taken = -1;
    for (int i = 0; i < 50; i++) {
      ReservedCells memory = memStore.reserve();
      memory.take(cell.length());
      heap.failAt(1, 1);
      assertThatThrownBy(() -> memory.take(cell.length())).isInstanceOf(OutOfMemoryError.class);
      memory.giveBack();
      taken = taken < 0 ? memStore.heapBytes() : taken;
      assertThat(memStore.heapBytes()).isEqualTo(taken);
    }
    assertThat(taken).isLessThan(10_000);
  }
}
