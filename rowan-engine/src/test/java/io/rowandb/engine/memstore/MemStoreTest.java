package io.rowandb.engine.memstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellOrder;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scanner's contract over a memstore, and what a memstore says of itself. */
class MemStoreTest extends CellScannerContract {
  private static final long SEED = 20_240_517;

  @Override
  protected CellScanner scannerOver(List<Cell> cells) {
    List<Cell> shuffled = new ArrayList<>(cells);
    Collections.shuffle(shuffled, new Random(SEED));
    return filled(shuffled).freeze().scanner();
  }

  @Test
  void sortsWhatComesInAnyOrder() throws IOException {
    for (long seed = SEED; seed < SEED + 20; seed++) {
      List<Cell> cells = CellSamples.sorted(seed, 2_000);
      List<Cell> shuffled = new ArrayList<>(cells);
      Collections.shuffle(shuffled, new Random(seed));
      // In runs, too, as rows arrive.
      List<Cell> half = new ArrayList<>(shuffled.subList(0, cells.size() / 2));
      shuffled.subList(0, cells.size() / 2).clear();
      half.sort(CellOrder.INSTANCE);
      shuffled.addAll(half);
      MemStore memStore = filled(shuffled);
      assertThat(memStore.cellCount()).isEqualTo(cells.size());
      int i = 0;
      try (CellScanner scanner = memStore.scanner()) {
        while (scanner.next()) {
          assertThat(isSame(scanner.cell(), cells.get(i))).as("seed %d, cell %d", seed, i).isTrue();
          i++;
        }
      }
      assertThat(i).isEqualTo(cells.size());
    }
  }

  @Test
  void keepsTheLastOfEqualKeysAndSequences() throws IOException {
    MemStore memStore = new MemStore();
    for (String value : List.of("first", "second", "the third is longer")) {
      add(memStore, CellSamples.put("r", "q", 7, value, 3));
    }
    add(memStore, CellSamples.put("r", "q", 7, "later", 4));
    assertThat(memStore.cellCount()).isEqualTo(2);
    try (CellScanner scanner = memStore.scanner()) {
      assertThat(scanner.next()).isTrue();
      assertThat(new String(scanner.cell().value(), java.nio.charset.StandardCharsets.UTF_8))
          .isEqualTo("later");
      assertThat(scanner.next()).isTrue();
      assertThat(new String(scanner.cell().value(), java.nio.charset.StandardCharsets.UTF_8))
          .isEqualTo("the third is longer");
      assertThat(scanner.next()).isFalse();
    }
  }

  @Tag("slow")
  @Test
  void forwardSeeksFindWhatIsBehindManyVersions() throws IOException {
    for (long seed = SEED; seed < SEED + 20; seed++) {
      Random random = new Random(seed);
      List<Cell> all = new ArrayList<>();
      MemStore memStore = new MemStore();
      // Now and then between the cells, so that every state on the way is looked at.
      for (int i = 0; i < 3_000; i++) {
        add(memStore, all, randomCell(random, i));
        if (i % 100 == 99) {
          all.sort(CellOrder.INSTANCE);
          for (int n = 0; n < 50; n++) {
            seekForward(memStore, all, random, "seed " + seed);
          }
        }
      }
    }
  }

  @Tag("slow")
  @Test
  void seeksToRowsFindTheirFirstCells() throws IOException {
    for (long seed = SEED; seed < SEED + 3; seed++) {
      Random random = new Random(seed);
      TreeMap<Cell, Cell> all = new TreeMap<>(CellOrder.INSTANCE);
      MemStore memStore = new MemStore();
      for (int i = 0; i < 40_000; i++) {
        String row = "row " + random.nextInt(8_000);
        boolean repeated = random.nextInt(10) == 0;
        Cell cell =
            CellSamples.put(
                row,
                "q".repeat(random.nextInt(3)),
                repeated ? 1 : random.nextInt(1_000),
                "v" + i,
                repeated ? 1 : i + 2);
        add(memStore, cell);
        all.put(cell, cell);
        Cell key = CellCodec.firstOnRow(CellSamples.bytes("row " + random.nextInt(9_000)));
        try (CellScanner scanner = memStore.scanner()) {
          Map.Entry<Cell, Cell> expected = all.ceilingEntry(key);
          assertThat(scanner.seek(key)).isEqualTo(expected != null);
          if (expected != null && !isSame(scanner.cell(), expected.getValue())) {
            fail("seed %d, %s: %s, not %s", seed, key, scanner.cell(), expected.getValue());
          }
        }
      }
    }
  }

  /** Few columns, one of them hot; times mostly ascend; every tenth repeats an earlier cell. */
  private static Cell randomCell(Random random, int i) {
    String row = "r" + (random.nextBoolean() ? 5 : random.nextInt(10));
    String qualifier = random.nextInt(3) > 0 ? "b" : random.nextBoolean() ? "" : "c";
    long timestamp = random.nextInt(5) > 0 ? i : random.nextInt(i + 1);
    long sequence = random.nextInt(10) > 0 ? i + 1 : 1;
    return random.nextInt(20) > 0
        ? CellSamples.put(row, qualifier, timestamp / 10, "v" + i, sequence)
        : CellSamples.put(row, qualifier, 7, "v" + i, 1);
  }

  private static void seekForward(MemStore memStore, List<Cell> all, Random random, String about)
      throws IOException {
    int from = random.nextInt(all.size());
    Cell key =
        random.nextBoolean()
            ? all.get(from + random.nextInt(all.size() - from))
            : CellCodec.lastOnRow(all.get(from).row());
    int to = Collections.binarySearch(all, key, CellOrder.INSTANCE);
    int expected = to < 0 ? -to - 1 : to;
    try (CellScanner scanner = memStore.scanner()) {
      assertThat(scanner.seek(all.get(from))).isTrue();
      assertThat(scanner.seekForward(key))
          .as("%s: %s to %s", about, all.get(from), key)
          .isEqualTo(expected < all.size());
      if (expected < all.size()) {
        assertThat(isSame(scanner.cell(), all.get(expected)))
            .as("%s: %s, not %s", about, scanner.cell(), all.get(expected))
            .isTrue();
      }
    }
  }

  @Test
  void tellsItsSizeTimesAndSequence() {
    MemStore memStore = new MemStore();
    assertThat(memStore.heapBytes()).isZero();
    assertThat(memStore.minTimestamp()).isEqualTo(Long.MAX_VALUE);
    add(memStore, CellSamples.put("r", "q", 7, "v", 3));
    add(memStore, CellSamples.put("s", "q", 5, "v", 9));
    assertThat(memStore.minTimestamp()).isEqualTo(5);
    assertThat(memStore.maxTimestamp()).isEqualTo(7);
    assertThat(memStore.heapBytes()).isBetween(66L << 10, 67L << 10);
    for (int i = 0; i < 50_000; i++) {
      add(memStore, CellSamples.put("row" + i, "q", 5, "v".repeat(100), 10 + i));
    }
    assertThat(memStore.heapBytes())
        .as("chunks and index, for %d bytes of cells", memStore.dataBytes())
        .isBetween(memStore.dataBytes(), memStore.dataBytes() * 3 / 2 + (4 << 20));
  }

  @Test
  void copiesWhatItIsGivenAndTakesCellsOfAnySize() throws IOException {
    MemStore memStore = new MemStore();
    byte[] value = new byte[5 << 20];
    Cell large = CellCodec.cell(new byte[] {1}, new byte[] {'f'}, new byte[0], 1, 4, value, 1);
    add(memStore, large);
    large.array()[large.offset() + large.length() - 1] = 9;
    add(memStore, CellSamples.put("r", "q", 7, "v", 3));
    try (CellScanner scanner = memStore.scanner()) {
      assertThat(scanner.next()).isTrue();
      assertThat(scanner.cell().value()).isEqualTo(new byte[5 << 20]);
    }
  }

  @Test
  void takesNothingOnceFrozen() {
    MemStore memStore = new MemStore();
    FrozenMemStore frozen = memStore.freeze();
    frozen.closeToWriters();
    assertThat(frozen.cellCount()).isZero();
    assertThatThrownBy(() -> add(memStore, CellSamples.put("r", "q", 7, "v", 3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("frozen");
    assertThatThrownBy(memStore::reserve)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("frozen");
  }

  @Test
  void readersSeeAllThatWasAddedBeforeThem() throws Exception {
    int count = 60_000;
    List<Cell> cells = new ArrayList<>();
    Random random = new Random(SEED);
    for (int i = 0; i < count; i++) {
      cells.add(
          CellSamples.put("r" + random.nextInt(5_000), "q" + random.nextInt(3), 1, "v" + i, i + 1));
    }
    MemStore memStore = new MemStore();
    AtomicInteger added = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        boolean seeks = t == 0;
        readers.add(
            threads.submit(
                () -> {
                  while (added.get() < count) {
                    if (seeks) {
                      find(memStore, cells, added.get());
                    } else {
                      walk(memStore, added.get());
                    }
                  }
                  return null;
                }));
      }
      for (int i = 0; i < count; i++) {
        add(memStore, cells.get(i));
        added.set(i + 1);
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(memStore.cellCount()).isEqualTo(count);
  }

  /** All cells in order, and all of the first {@code least} sequence ids among them. */
  private static void walk(MemStore memStore, int least) throws IOException {
    int seen = 0;
    Cell before = null;
    try (CellScanner scanner = memStore.scanner()) {
      while (scanner.next()) {
        Cell cell = scanner.cell();
        seen += cell.sequence() <= least ? 1 : 0;
        if (before != null && CellOrder.compareCells(before, cell) >= 0) {
          throw new AssertionError(before + " before " + cell);
        }
        before = new Cell().set(cell);
      }
    }
    if (seen != least) {
      throw new AssertionError(seen + " of " + least + " cells");
    }
  }

  private static void find(MemStore memStore, List<Cell> cells, int least) throws IOException {
    for (int i = Math.max(0, least - 200); i < least; i++) {
      try (CellScanner scanner = memStore.scanner()) {
        if (!scanner.seek(cells.get(i)) || !isSame(scanner.cell(), cells.get(i))) {
          throw new AssertionError("not found: " + cells.get(i));
        }
        Cell row = CellCodec.firstOnRow(cells.get(i).row());
        if (!scanner.seek(row) || CellOrder.compareCells(scanner.cell(), cells.get(i)) > 0) {
          throw new AssertionError(scanner.cell() + " as the first of " + row);
        }
      }
    }
  }

  private static MemStore filled(List<Cell> cells) {
    MemStore memStore = new MemStore();
    cells.forEach(cell -> add(memStore, cell));
    return memStore;
  }

  /** To both; in the list it takes the place of one with the same key and sequence id. */
  private static void add(MemStore memStore, List<Cell> all, Cell cell) {
    add(memStore, cell);
    all.removeIf(other -> CellOrder.compareCells(other, cell) == 0);
    all.add(cell);
  }

  private static void add(MemStore memStore, Cell cell) {
    memStore.add(cell.array(), cell.offset(), cell.length(), cell.sequence());
  }
}
