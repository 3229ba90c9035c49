package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellScanner;
import java.io.IOException;
import java.util.List;

/** Several sorted sources as one; among equal cells that of the earlier source comes first. */
public final class MergingScanner implements CellScanner {
  private final CellScanner[] sources;

  /** Merges {@code newestFirst}, which it closes with itself. */
  public MergingScanner(List<CellScanner> newestFirst) {
    this.sources = newestFirst.toArray(new CellScanner[0]);
  }

  @Override
  public Cell cell() {
    throw new UnsupportedOperationException("merge of " + sources.length);
  }

  @Override
  public boolean next() throws IOException {
    throw new UnsupportedOperationException("merge");
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    throw new UnsupportedOperationException("merge");
  }

  @Override
  public boolean seekBefore(Cell key) throws IOException {
    throw new UnsupportedOperationException("merge");
  }

  @Override
  public void close() {
    for (CellScanner source : sources) {
      source.close();
    }
  }
}
