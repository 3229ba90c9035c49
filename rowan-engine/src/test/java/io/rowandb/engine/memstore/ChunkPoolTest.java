package io.rowandb.engine.memstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What goes back to the pool, what does not, and how much of it stays. */
class ChunkPoolTest {
  private static final long PAGE_BYTES = 16L + 8L * LongArena.PAGE_LONGS;
  private static final long CHUNK_BYTES = 16L + CellChunks.CHUNK_BYTES;
  private static final int CELLS = 60_000;

  private final ChunkPool pool = new ChunkPool(1 << 30);

  /** A memstore that a view names, with some whole chunks. */
  private MemStore filled(String value) {
    MemStore memStore = new MemStore(pool);
    memStore.retain();
    for (int i = 0; i < CELLS; i++) {
      Cell cell = CellSamples.put("r" + (100_000 + i), "q", 7, value + i, i + 1);
      memStore.add(cell.array(), cell.offset(), cell.length(), cell.sequence());
    }
    return memStore;
  }

  private static String text(Cell cell) {
    return new String(cell.value(), StandardCharsets.UTF_8);
  }

  @Test
  void f76_theMemoryOfAFlushedMemstoreIsUsedAgain() throws IOException {
    MemStore first = filled("first");
    long made = pool.counts().made();
    assertThat(made).isGreaterThan(30);
    first.freeze().markFlushed();
    first.release();
    assertThat(pool.counts().freeBytes()).isGreaterThan(made * PAGE_BYTES);
    MemStore second = filled("again");
    assertThat(pool.counts().reused()).isGreaterThan(30);
    try (CellScanner scanner = second.passingScanner()) {
      for (int i = 0; i < CELLS; i++) {
        assertThat(scanner.next()).isTrue();
        if (i % 1_000 == 0) {
          assertThat(text(scanner.cell())).isEqualTo("again" + i);
        }
      }
      assertThat(scanner.next()).isFalse();
    }
  }

  @Test
  void aViewMoreKeepsItBack() {
    MemStore memStore = filled("v");
    memStore.retain();
    memStore.freeze().markFlushed();
    memStore.release();
    assertThat(pool.counts().freeBytes()).isZero();
    memStore.release();
    assertThat(pool.counts().freeBytes()).isPositive();
  }

  @Test
  void whatWasGivenUpUnflushedIsLeftToTheCollector() {
    MemStore memStore = filled("v");
    memStore.freeze();
    memStore.release();
    assertThat(pool.counts().freeBytes()).isZero();
  }

  @Test
  void whatAScannerShowedIsLeftToTheCollector() throws IOException {
    MemStore memStore = filled("v");
    Cell kept = new Cell();
    try (CellScanner scanner = memStore.scanner()) {
      assertThat(scanner.next()).isTrue();
      kept.set(scanner.cell());
    }
    memStore.freeze().markFlushed();
    memStore.release();
    assertThat(pool.counts().freeBytes()).isZero();
    assertThat(text(kept)).isEqualTo("v0");
  }

  @Test
  void aPassingReaderThatStaysFails() {
    MemStore memStore = filled("v");
    CellScanner late = memStore.passingScanner();
    memStore.freeze().markFlushed();
    memStore.release();
    assertThatThrownBy(late::next).isInstanceOf(NullPointerException.class);
  }

  @Test
  void memstoresAndPoolStayWithinTheBound() {
    ChunkPool small = new ChunkPool(3 * CHUNK_BYTES);
    for (int i = 0; i < 5; i++) {
      small.giveBack(new byte[CellChunks.CHUNK_BYTES]);
    }
    assertThat(small.counts().freeBytes()).isEqualTo(3 * CHUNK_BYTES);
    small.memStoresResized(CHUNK_BYTES + 1);
    assertThat(small.counts().freeBytes()).isEqualTo(CHUNK_BYTES);
    small.memStoresResized(10 * CHUNK_BYTES);
    small.giveBack(new long[LongArena.PAGE_LONGS]);
    assertThat(small.counts().freeBytes()).isZero();
    small.memStoresResized(-11 * CHUNK_BYTES);
    small.giveBack(new long[LongArena.PAGE_LONGS]);
    assertThat(small.counts().freeBytes()).isEqualTo(PAGE_BYTES);
  }

  @Test
  void whatNobodyNeedsGoes() {
    for (int i = 0; i < 4; i++) {
      pool.giveBack(new byte[CellChunks.CHUNK_BYTES]);
    }
    pool.letGoOfIdle(); // they came after the last look
    assertThat(pool.counts().freeBytes()).isEqualTo(4 * CHUNK_BYTES);
    byte[] needed = pool.takeChunk();
    pool.giveBack(needed);
    pool.letGoOfIdle();
    assertThat(pool.counts().freeBytes()).as("one was needed").isEqualTo(CHUNK_BYTES);
    pool.letGoOfIdle();
    assertThat(pool.counts().freeBytes()).isZero();
  }
}
