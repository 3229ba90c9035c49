package io.rowandb.engine.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellSamples;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellScannerContract;
import io.rowandb.engine.memstore.MemStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The scanner's contract over cells that are spread over several sources. */
class MergingScannerTest extends CellScannerContract {
  @Override
  protected CellScanner scannerOver(List<Cell> cells) {
    Random random = new Random(cells.size());
    MemStore[] sources = {new MemStore(), new MemStore(), new MemStore(), new MemStore()};
    for (Cell cell : cells) {
      add(sources[random.nextInt(sources.length)], cell);
    }
    List<CellScanner> scanners = new ArrayList<>();
    for (MemStore source : sources) {
      scanners.add(source.scanner());
    }
    return new MergingScanner(scanners);
  }

  @Test
  void findsTheCellBeforeThoughASourceGrows() throws IOException {
    MemStore growing = new MemStore();
    add(growing, CellSamples.put("r1", "q", 1, "v", 1));
    MemStore other = new MemStore();
    add(other, CellSamples.put("r3", "q", 1, "v", 2));
    CellScanner adds =
        new Passing(other.scanner()) {
          @Override
          public boolean seekBefore(Cell key) throws IOException {
            add(growing, CellSamples.put("r2", "q", 1, "new", 3));
            return super.seekBefore(key);
          }
        };
    try (MergingScanner merged = new MergingScanner(List.of(growing.scanner(), adds))) {
      assertThat(merged.seekBefore(CellCodec.firstOnRow("r4".getBytes(StandardCharsets.UTF_8))))
          .isTrue();
      assertThat(new String(merged.cell().row(), StandardCharsets.UTF_8)).isEqualTo("r3");
      assertThat(merged.next()).isFalse();
    }
  }

  private static void add(MemStore memStore, Cell cell) {
    memStore.add(cell.array(), cell.offset(), cell.length(), cell.sequence());
  }

  /** Passes all calls on. */
  private static class Passing implements CellScanner {
    private final CellScanner below;

    Passing(CellScanner below) {
      this.below = below;
    }

    @Override
    public Cell cell() {
      return below.cell();
    }

    @Override
    public boolean next() throws IOException {
      return below.next();
    }

    @Override
    public boolean seek(Cell key) throws IOException {
      return below.seek(key);
    }

    @Override
    public boolean seekForward(Cell key) throws IOException {
      return below.seekForward(key);
    }

    @Override
    public boolean seekBefore(Cell key) throws IOException {
      return below.seekBefore(key);
    }

    @Override
    public void close() {
      below.close();
    }
  }
}
