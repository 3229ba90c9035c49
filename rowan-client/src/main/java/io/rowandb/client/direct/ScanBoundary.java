package io.rowandb.client.direct;

import io.rowandb.engine.background.TableView;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionRange;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Where the next region of a scan must begin: everything before it (after it, when reversed) has
 * been read or is being read. Used under the lock of its scanner.
 */
final class ScanBoundary {
  private final Scan scan;
  private byte[] row;
  private boolean inclusive;
  private boolean atEnd;

  /** The start of a scan. */
  ScanBoundary(Scan scan) {
    this.scan = scan;
    this.row = scan.getStartRow();
    this.inclusive = scan.includeStartRow();
  }

  /** The row; empty for the table's end in the direction of the scan. */
  byte[] row() {
    return row;
  }

  /** Whether the row itself is still to be read. */
  boolean inclusive() {
    return inclusive;
  }

  /** Whether no region behind the last one that was entered has rows of the scan. */
  boolean atEnd() {
    return atEnd;
  }

  /** Back to the start of the scan. */
  void toStart() {
    to(scan.getStartRow(), scan.includeStartRow());
  }

  /** Back to a row that was read, or behind it. */
  void to(byte[] read, boolean again) {
    row = read;
    inclusive = again;
  }

  /** The region that it leads to, in the direction of the scan. */
  Region regionOf(TableView view) {
    if (!scan.isReversed()) {
      return view.locate(row);
    }
    if (row.length == 0) {
      return view.regions().get(view.regions().size() - 1);
    }
    int index = view.indexOf(row);
    boolean before =
        !inclusive
            && index > 0
            && Arrays.equals(view.regions().get(index).info().range().startKey(), row);
    return view.regions().get(before ? index - 1 : index);
  }

  /** On to the far end of a region just opened. */
  void enter(RegionRange range) {
    byte[] stop = scan.getStopRow();
    if (scan.isReversed()) {
      row = range.startKey();
      inclusive = false;
      atEnd = row.length == 0 || (stop.length > 0 && Arrays.compareUnsigned(row, stop) <= 0);
    } else {
      row = range.endKey();
      inclusive = true;
      int order = stop.length == 0 ? -1 : Arrays.compareUnsigned(row, stop);
      atEnd = row.length == 0 || order > 0 || (order == 0 && !scan.includeStopRow());
    }
  }
}
