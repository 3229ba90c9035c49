package io.rowandb.client.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.adapter.FilterAdapter;
import io.rowandb.client.adapter.RowPieces;
import io.rowandb.client.adapter.ScanAdapter;
import io.rowandb.client.meta.RegionAccess;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.scan.RowFilter;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;

/**
 * A scan of one region that a client has opened: the engine's scanner and the state that is kept
 * between calls.
 *
 * <p>Invariants: 1. Calls are answered in the order of their numbers; a repeated one is an error,
 * since its rows are gone. 2. Rows leave in the order of the scan; a row that did not fit ends with
 * a result marked as partial. 3. One answer holds at most the rows asked for, and ends with the
 * cell that reaches the byte limit, or when the call has worked for too long; one piece of a row
 * may be held back for the next answer.
 *
 * <p>Used by the thread that took it out of {@link ScannerLeases}. Its methods lock it
 * nevertheless, because another thread may close it.
 */
final class OpenScanner {
  // Fixed at construction.
  private final long id;
  private final Target target;
  private final RegionAccess.Cursor scanner;
  private final RowPieces pieces;
  private final int batch;
  private final long maxResultBytes;
  private final boolean wholeRows;
  private final boolean needsCursor;
  private final long scanMillis;
  private final RowFilter filter;
  private final OpenScanWatch watch;

  @GuardedBy("this")
  private long nextCall;

  /** The row of the last result if cells may follow behind the cut; or null. */
  @GuardedBy("this")
  private byte[] cutRow;

  /** Set by the leases, under their lock: when it may be closed. */
  private long expiresAtMillis;

  private OpenScanner(
      long id,
      Target target,
      RegionAccess.Cursor scanner,
      Scan scan,
      RowFilter filter,
      OpenScanWatch watch,
      ServiceLimits limits) {
    this.id = id;
    this.target = target;
    this.scanner = scanner;
    this.pieces = new RowPieces(scanner::next, target.traits());
    this.batch = scan.getBatch() > 0 ? scan.getBatch() : Integer.MAX_VALUE;
    long wanted = scan.getMaxResultSize() > 0 ? scan.getMaxResultSize() : Long.MAX_VALUE;
    this.maxResultBytes = Math.min(wanted, limits.maxResultBytes());
    this.wholeRows = scan.getFilter() != null && scan.getFilter().hasFilterRow();
    this.needsCursor = scan.isNeedCursorResult();
    this.scanMillis = limits.scanMillis();
    this.filter = filter;
    this.watch = watch;
  }

  /**
   * Opens a scan of one region.
   *
   * @param readPoint of the client's scanner before it, which was closed in the middle; or 0
   * @param clock says when a call has worked for long
   */
  static OpenScanner open(
      long id, Target target, Scan scan, long readPoint, ServiceLimits limits, Clock clock)
      throws IOException {
    OpenScanWatch watch = new OpenScanWatch(clock, limits.cellsPerHeartbeatCheck());
    long seen = readPoint > 0 && knows(target.region(), readPoint) ? readPoint : 0;
    ScanSpec spec = new ScanAdapter(scan, target.traits()).spec(seen, watch);
    RegionAccess.Cursor scanner = target.region().scan(spec);
    OpenScanner open = null;
    try {
      open = new OpenScanner(id, target, scanner, scan, spec.filter(), watch, limits);
      return open;
    } finally {
      if (open == null) { // there was no memory for it
        scanner.close();
      }
    }
  }

  /**
   * Whether the region has anything from before the read point. If not, the point is of a region
   * that stood there before: the table was truncated, or dropped and created again, and all of the
   * new region would be hidden. Daughters of a split have what their parent had.
   */
  private static boolean knows(RegionAccess region, long readPoint) throws IOException {
    ScanSpec anything = ScanSpec.builder().raw(true).readPoint(readPoint).build();
    CellBatch found = new CellBatch();
    try (RegionAccess.Cursor scanner = region.scan(anything)) {
      scanner.next(found, 1, Long.MAX_VALUE);
    }
    return !found.isEmpty();
  }

  /** Its id, unique among the scanners of the database. */
  long id() {
    return id;
  }

  /** What it scans. */
  Target target() {
    return target;
  }

  /** The sequence id up to which it sees writes. */
  long readPoint() {
    return scanner.readPoint();
  }

  /** See the field. */
  long expiresAtMillis() {
    return expiresAtMillis;
  }

  /** See the field. */
  void expiresAtMillis(long millis) {
    this.expiresAtMillis = millis;
  }

  /** Checks that call number {@code number} is the next one. */
  synchronized void expectCall(long number) throws OutOfOrderScannerNextException {
    if (number != nextCall) {
      throw new OutOfOrderScannerNextException(
          "Expected nextCallSeq: " + nextCall + " But the nextCallSeq got from client: " + number);
    }
    nextCall++;
  }

  /**
   * What one call reads.
   *
   * @param results whole rows, pieces of rows, or both
   * @param moreInRegion whether the region may have more
   * @param limitReached whether as many rows have been sent as the scan wants
   * @param filterEnded whether the filter ended the whole scan
   * @param heartbeat whether the call ended because it had worked for long
   * @param cursor the row it was in then, if the scan wants to know; or null
   * @param rowsScanned rows gone through
   * @param rowsFiltered those of them that are not shown
   */
  record Answer(
      List<Result> results,
      boolean moreInRegion,
      boolean limitReached,
      boolean filterEnded,
      boolean heartbeat,
      byte[] cursor,
      long rowsScanned,
      long rowsFiltered) {}

  /**
   * Reads on.
   *
   * @param maxResults most results
   * @param rowLimit whole rows that the client still wants, or 0 for no limit
   * @param takesPartials whether the client can join pieces of rows
   * @param takesHeartbeats whether the client understands an answer without results
   */
  synchronized Answer next(
      int maxResults, int rowLimit, boolean takesPartials, boolean takesHeartbeats)
      throws IOException {
    List<Result> results = new ArrayList<>(Math.min(maxResults, 512));
    FilterAdapter.beginCall(filter);
    watch.begin(takesPartials && takesHeartbeats ? scanMillis : 0);
    boolean more = true;
    boolean limitReached = false;
    boolean over = false;
    int wholeRowCount = 0;
    long bytes = 0;
    while (results.size() < maxResults
        && bytes < maxResultBytes
        && !limitReached
        && !over
        && more) {
      long maxBytes = takesPartials && !wholeRows ? maxResultBytes - bytes : Long.MAX_VALUE;
      Result result = pieces.next(batch, maxBytes);
      over = watch.isOver();
      if (result == null) {
        more = pieces.paused();
        break;
      }
      if (cutRow != null && !Arrays.equals(cutRow, result.getRow())) {
        // Nothing visible was behind the cut: that row was whole.
        wholeRowCount++;
        limitReached = rowLimit > 0 && wholeRowCount >= rowLimit;
        if (limitReached) {
          break;
        }
      }
      results.add(result);
      bytes += heapBytes(result);
      more = !scanner.filterEndedScan();
      cutRow = result.mayHaveMoreCellsInRow() ? result.getRow() : null;
      if (cutRow == null) {
        wholeRowCount++;
        limitReached = rowLimit > 0 && wholeRowCount >= rowLimit;
      } else if (batch == Integer.MAX_VALUE) {
        // The client joins pieces across answers, not inside one.
        break;
      }
    }
    if (!more) {
      endLastRow(results);
    }
    boolean heartbeat = over && more && !limitReached;
    return new Answer(
        results,
        more,
        limitReached,
        !more && scanner.filterEndedScan(),
        heartbeat,
        heartbeat && needsCursor ? watch.row() : null,
        watch.scanned(),
        watch.filtered());
  }

  /** An answer that ends the region must not promise more of a row: a client would wait for it. */
  private static void endLastRow(List<Result> results) {
    int last = results.size() - 1;
    if (last >= 0 && results.get(last).mayHaveMoreCellsInRow()) {
      results.set(last, Result.create(results.get(last).rawCells(), null, false, false));
    }
  }

  /** Lets go of what the engine's scanner holds. */
  synchronized void close() {
    scanner.close();
  }

  /** HBase's measure of a result against the limit. */
  private static long heapBytes(Result result) {
    long bytes = 0;
    for (Cell cell : result.rawCells()) {
      bytes += cell.heapSize();
    }
    return bytes;
  }
}
