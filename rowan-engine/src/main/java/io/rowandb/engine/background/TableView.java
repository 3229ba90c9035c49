package io.rowandb.engine.background;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.region.Region;
import java.util.List;

/**
 * A table at one moment; immutable. When an operation on one of its regions is refused with
 * REGION_CLOSED, look the table up again: {@code Database.table}.
 *
 * @param descriptor its families and attributes
 * @param enabled whether it serves requests
 * @param regions in key order, without gaps; the first starts and the last ends with an empty key
 */
public record TableView(TableDescriptor descriptor, boolean enabled, List<Region> regions) {
  /** Copies the list. */
  public TableView {
    regions = List.copyOf(regions);
  }

  /** The region that holds {@code row}; binary search. */
  public Region locate(byte[] row) {
    return regions.get(indexOf(row));
  }

  /** The index of the region that holds {@code row}; binary search. */
  public int indexOf(byte[] row) {
    int low = 0;
    int high = regions.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      byte[] start = regions.get(middle).info().range().startKey();
      if (java.util.Arrays.compareUnsigned(start, row) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
