package io.rowandb.schema.pattern.details;

import io.rowandb.schema.table.DetailCell;
import io.rowandb.schema.table.DetailCursor;
import io.rowandb.schema.table.DetailDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes details from the cells that it is given, as {@link DetailCursor} does from those that it
 * takes: sorted by key and name, the newest of each first. Holds the cells of one detail at a time.
 * Used by one thread at a time.
 */
final class DetailCollector<D> {
  // Fixed at construction.
  private final DetailDesign<D> design;
  private final int wanted;

  private final List<DetailPages.Keyed<D>> details = new ArrayList<>();

  /** Those of the detail that may have more. */
  private final List<DetailCell> cells = new ArrayList<>();

  /** Of so many details, at least 1. */
  DetailCollector(DetailDesign<D> design, int wanted) {
    this.design = design;
    this.wanted = wanted;
  }

  /** Whether more are wanted than these. */
  public boolean add(List<DetailCell> more) {
    for (DetailCell cell : more) {
      if (!cells.isEmpty() && !Arrays.equals(cells.get(0).key(), cell.key())) {
        endOfDetail();
      }
      if (details.size() == wanted) {
        return false;
      }
      cells.add(cell);
    }
    return true;
  }

  private void endOfDetail() {
    DetailCursor<D> one = new DetailCursor<>(design, List.copyOf(cells).iterator());
    D detail = one.next();
    details.add(new DetailPages.Keyed<>(one.key(), detail));
    cells.clear();
  }

  /** Those that were found. Called once, at the end. */
  public List<DetailPages.Keyed<D>> end() {
    if (!cells.isEmpty()) {
      endOfDetail();
    }
    return details;
  }
}
