package io.rowandb.client.adapter;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.Progress;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;

/**
 * The rows of one region's scan as results: whole, or in pieces where a limit cuts them.
 *
 * <p>As in HBase, a piece says that its row may continue whenever the row has cells after the cut,
 * even if none of them turns out to be visible. So code that counts rows must also count a row when
 * the next row begins. Used by one thread at a time.
 */
public final class RowPieces {
  private final Source source;
  private final Tags tags;
  private final CellBatch cells = new CellBatch();

  private boolean exhausted;
  private boolean paused;

  /** The pieces of what {@code source} reads of a table. */
  public RowPieces(Source source, TableTraits table) {
    this.source = source;
    this.tags = table.tags();
  }

  /** The engine's scanner of a region. */
  @FunctionalInterface
  public interface Source {
    /** Reads one row or a part of one into {@code out}. */
    Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException;
  }

  /** The next piece, or null at the end of the region or when the scan {@link #paused}. */
  public Result next(int maxCells, long maxBytes) throws IOException {
    if (exhausted) {
      return null;
    }
    cells.clear();
    Progress progress = source.next(cells, maxCells, maxBytes);
    paused = progress == Progress.PAUSED;
    if (paused) {
      return null;
    }
    if (progress == Progress.EXHAUSTED) {
      exhausted = true;
      return null;
    }
    Result result = ResultAdapter.result(cells, tags, progress == Progress.ROW_CONTINUES);
    cells.clear();
    return result;
  }

  /** Whether the last call of {@link #next} gave nothing because the scan's watch ended it. */
  public boolean paused() {
    return paused;
  }
}
