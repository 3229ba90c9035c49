package io.rowandb.client.direct;

import io.rowandb.client.adapter.ExceptionAdapter;
import io.rowandb.client.adapter.FilterAdapter;
import io.rowandb.client.adapter.RowPieces;
import io.rowandb.client.adapter.ScanAdapter;
import io.rowandb.client.lease.ScanLease;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.scan.RowFilter;
import io.rowandb.engine.scan.ScanSpec;
import io.rowandb.engine.scan.ScanWatch;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.filter.IncompatibleFilterException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * A scan over the regions of a table, in the direction of the scan: one row (or, with a batch or
 * partial results, a part of one) per call, straight from the region. Nothing is read ahead except
 * the next piece of a row that was cut, which tells whether the row continues.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Opening is lazy: the first {@link #next} finds out whether the table exists, as with HBase.
 *   <li>{@code boundary} is where the next region must begin; everything before it has been read or
 *       is being read.
 *   <li>If a region moved before its scan opened, it is looked up again by the boundary. If a
 *       region disappears while it is being read (its table is disabled, truncated or deleted), the
 *       boundary goes back to the last row returned: behind that row or, if the row was cut, to its
 *       start, and the cells that were already returned are skipped. No cell is returned twice.
 *   <li>The same happens when the lease has ended since the last call, unless retries are
 *       forbidden. HBase's client also opens another scanner silently. A row that was cut continues
 *       at the read point of its first piece, so cells written since are not seen. But cells that a
 *       flush or compaction has dropped since are missing, as on a cluster, and another region (as
 *       after a split) shows what is there now. If no row was cut, every region shows what is there
 *       now.
 *   <li>The lease has everything that is open in a region, and a call holds the lease while it
 *       works.
 *   <li>A failure of any class that a retry cannot cure ends the scan, because it may have lost
 *       cells or rows. Every later call reports that failure; none returns another row or signals
 *       the end of the table.
 * </ol>
 *
 * Lives until {@link #close} or until it is unreachable. A scanner that was read to its end, or
 * whose lease ended, holds no resources. Calls of several threads wait for each other.
 */
final class DirectScanner implements ResultScanner, HeldMemory {
  private final TableAccess access;
  private final Scan scan;
  private final Scan publishedTo;
  private final boolean batchCutsJudgedRows;
  private final int caching;
  private final int maxCells;
  private final long maxBytes;

  /** About so many bytes a server would put into one answer. */
  private final long answerBytes;

  private final ScanMetrics metrics;
  private final ScanWatch rowCounts;

  private final ScanLease lease;

  // Guarded by the lease.

  private final ScanBoundary boundary;
  private ScanAdapter request;
  private int resultsInAnswer;
  private long bytesInAnswer;

  /** Whether the filter ended the region with the last result, rather than behind it. */
  private boolean filterEndedWithResult;

  private boolean ended;

  /** What ended the scan before its last row, or null. */
  private Throwable failure;

  private int rowsLeft;

  /** The row of the last result if cells may follow behind the cut; or null. */
  private byte[] cutRow;

  private Result last;

  /** Whether the row of the last result is being read again from its start. */
  private boolean rereading;

  /** Up to which write {@code entered} is read on, as its lease ended in a cut row; or 0. */
  private long readPoint;

  /** The region's, or null. */
  private RowFilter filter;

  /** The region opened last. */
  private RegionInfo entered;

  // Since the scan last got on: a row was returned or a region finished.
  private int failures;
  private OperationTime time;

  /**
   * A scanner before its first row.
   *
   * @param scan a private copy of the request
   * @param publishedTo the caller's own, which gets the metrics at the end if it asked for them
   * @param answerBytes where partial results are cut, and a server's answer would end; at least 1
   */
  DirectScanner(TableAccess access, Scan scan, Scan publishedTo, long answerBytes) {
    this.access = access;
    this.lease = new ScanLease(this);
    this.scan = scan;
    this.publishedTo = publishedTo;
    boolean wholeRows = scan.getFilter() != null && scan.getFilter().hasFilterRow();
    boolean partial = scan.getAllowPartialResults() && !wholeRows;
    this.caching = scan.getCaching();
    this.maxCells = scan.getBatch() > 0 ? scan.getBatch() : Integer.MAX_VALUE;
    this.answerBytes = answerBytes;
    this.maxBytes = partial ? answerBytes : Long.MAX_VALUE;
    this.batchCutsJudgedRows = scan.getBatch() > 0 && wholeRows;
    this.metrics = scan.isScanMetricsEnabled() ? new ScanMetrics() : null;
    this.rowCounts = metrics == null ? null : new RowCounts(metrics);
    this.rowsLeft = scan.getLimit() > 0 ? scan.getLimit() : Integer.MAX_VALUE;
    this.boundary = new ScanBoundary(scan);
  }

  @Override
  public Result next() throws IOException {
    lease.hold();
    try {
      if (failure != null) {
        throw new DoNotRetryIOException(
            "The scanner is closed, since an earlier call failed: " + failure, failure);
      }
      return nextHeld();
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    } finally {
      lease.giveBack();
    }
  }

  private Result nextHeld() throws IOException {
    if (access.isClosed() && !ended) {
      IOException closed = new ConnectionClosedException("The connection of the scanner is closed");
      fail(closed);
      throw closed;
    }
    gotOn();
    FilterAdapter.beginCall(filter);
    while (!ended) {
      if (rowsLeft == 0) {
        end();
        break;
      }
      if (lease.region() == null) {
        if (lease.hasEnded()) {
          beginAnew();
        }
        openRegion();
      }
      Result result = read();
      countCutRow(result);
      if (rowsLeft > 0 && result != null) {
        last = result;
        if (result.mayHaveMoreCellsInRow()) {
          cutRow = result.getRow();
        } else {
          rowsLeft--;
        }
        count(result);
        return result;
      }
      if (rowsLeft > 0) {
        leaveRegion();
      }
    }
    return null;
  }

  @Override
  public void close() {
    lease.hold();
    try {
      end();
    } finally {
      lease.giveBack();
    }
  }

  /** As with HBase, false for a scan that is not open at a server, or no more. */
  @Override
  public boolean renewLease() {
    lease.hold();
    try {
      return lease.region() != null;
    } finally {
      lease.giveBack();
    }
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return metrics;
  }

  @Override
  public long heldBytes() {
    lease.hold();
    try {
      RegionScanner region = lease.region();
      return (region == null ? 0 : region.heldBytes())
          + (last == null ? 0 : Result.getTotalSizeOfCells(last));
    } finally {
      lease.giveBack();
    }
  }

  /** A row that was cut where nothing visible followed is whole once something else comes. */
  private void countCutRow(Result next) {
    if (cutRow != null && (next == null || !Arrays.equals(cutRow, next.getRow()))) {
      rowsLeft--;
    }
    cutRow = null;
  }

  /** The next result of the region, or null at its end. */
  private Result read() throws IOException {
    while (true) {
      try {
        RowPieces pieces = lease.pieces();
        Result next = pieces.next(maxCells, maxBytes);
        while (next != null) {
          countInAnswer(next);
          Result fresh = rereading ? notYetReturned(next) : next;
          if (fresh != null) {
            rereading = false;
            return fresh;
          }
          next = pieces.next(maxCells, maxBytes);
        }
        return null;
      } catch (IOException e) {
        if (!ExceptionAdapter.isRegionGone(e)) {
          fail(e);
          throw ExceptionAdapter.asSent(ExceptionAdapter.translate(e));
        }
        goBack();
        awaitRetry(e);
      } catch (RuntimeException | LinkageError e) {
        fail(e);
        throw ExceptionAdapter.asSent(ExceptionAdapter.unexpected(e));
      }
      openRegion();
    }
  }

  /** Where a server's answer would end decides what a filter ends. */
  private void countInAnswer(Result result) {
    resultsInAnswer++;
    if (scan.getFilter() != null) {
      filterEndedWithResult = lease.region().filterEndedScan();
      for (Cell cell : result.rawCells()) {
        bytesInAnswer += cell.heapSize();
      }
    }
    if (resultsInAnswer == caching || bytesInAnswer >= answerBytes) {
      resultsInAnswer = 0;
      bytesInAnswer = 0;
    }
  }

  /** Goes on behind the last row after the lease has ended, if the client may repeat anything. */
  private void beginAnew() throws IOException {
    if (!access.mayRepeat()) {
      throw new UnknownScannerException(
          "The scanner was not used for hbase.client.scanner.timeout.period and was closed; the"
              + " client may not open another one (hbase.client.retries.number is 0)");
    }
    goBack();
    readPoint = rereading ? lease.endedReadPoint() : 0;
  }

  /** Leaves a region that is gone, for the place where its reading must go on. */
  private void goBack() {
    lease.leave();
    if (last == null) {
      boundary.toStart();
    } else {
      rereading = cutRow != null;
      boundary.to(last.getRow(), rereading);
    }
  }

  /** What of a result lies behind the last one returned, or null for nothing. */
  private Result notYetReturned(Result next) {
    if (!Arrays.equals(last.getRow(), next.getRow())) {
      return next;
    }
    Cell[] cells = next.rawCells();
    Cell returned = last.rawCells()[last.size() - 1];
    int from = 0;
    while (from < cells.length
        && CellComparator.getInstance().compareWithoutRow(cells[from], returned) <= 0) {
      from++;
    }
    if (from == 0) {
      return next;
    }
    return from == cells.length
        ? null
        : Result.create(
            Arrays.copyOfRange(cells, from, cells.length),
            null,
            next.isStale(),
            next.mayHaveMoreCellsInRow());
  }

  private void gotOn() {
    failures = 0;
    time = null;
  }

  private void awaitRetry(IOException failure) throws IOException {
    if (time == null) {
      time = access.scanTime();
    }
    access.awaitRetry(failure, failures++, time);
  }

  private void openRegion() throws IOException {
    while (lease.region() == null) {
      OpenTable table = access.open();
      if (request == null) {
        request = request(table);
      }
      Region next = boundary.regionOf(table.view());
      try {
        // Read points are the region's own: another one, be it a daughter, knows others.
        long seen = next.info().equals(entered) ? readPoint : 0;
        ScanSpec spec = request.spec(boundary.row(), boundary.inclusive(), seen, rowCounts);
        filter = spec.filter();
        enterLease(next.scan(spec), table);
      } catch (IOException e) {
        awaitRetry(e);
        continue;
      } catch (RuntimeException | LinkageError e) {
        fail(e);
        throw ExceptionAdapter.asSent(ExceptionAdapter.unexpected(e));
      }
      entered = next.info();
      boundary.enter(entered.range());
      resultsInAnswer = 0;
      bytesInAnswer = 0;
      filterEndedWithResult = false;
    }
    if (metrics != null) {
      metrics.countOfRegions.incrementAndGet();
      metrics.countOfRPCcalls.incrementAndGet();
    }
  }

  /** Hands a region just opened to the lease, or closes it. */
  private void enterLease(RegionScanner region, OpenTable table) throws IOException {
    boolean taken = false;
    try {
      lease.enter(access.leases(), region, new RowPieces(region::next, table.traits()));
      taken = true;
    } finally {
      if (!taken) {
        region.close();
      }
    }
  }

  private ScanAdapter request(OpenTable table) throws IOException {
    if (batchCutsJudgedRows) {
      IncompatibleFilterException refusal =
          new IncompatibleFilterException(
              "Cannot set batch on a scan using a filter that returns true for"
                  + " filter.hasFilterRow");
      throw new DoNotRetryIOException(refusal.toString(), refusal);
    }
    try {
      return new ScanAdapter(scan, table.traits());
    } catch (DoNotRetryIOException e) {
      throw ExceptionAdapter.asSent(e);
    }
  }

  private void leaveRegion() {
    // HBase's server ends the whole scan only when the filter ended it in an answer without rows:
    // so a page filter counts for each region, and one that nothing passes ends at once.
    boolean emptyAnswer = resultsInAnswer == 0 && !filterEndedWithResult;
    boolean over = boundary.atEnd() || (emptyAnswer && lease.region().filterEndedScan());
    lease.leave();
    readPoint = 0;
    gotOn();
    if (over) {
      end();
    }
  }

  private void count(Result result) {
    if (metrics != null) {
      for (Cell cell : result.rawCells()) {
        metrics.countOfBytesInResults.addAndGet(PrivateCellUtil.estimatedSerializedSizeOf(cell));
      }
    }
  }

  /** Ends the scan for good. What was read of the row that failed goes with the region. */
  private void fail(Throwable cause) {
    if (failure != null) {
      return;
    }
    failure = cause; // first: ending needs memory, and may fail too
    last = null;
    try {
      end();
    } catch (RuntimeException | Error e) {
      if (e != cause) { // the JVM has OutOfMemoryErrors that it throws again and again
        cause.addSuppressed(e);
      }
    }
  }

  @SuppressWarnings("deprecation") // where programs that ask for metrics still look for them
  private void end() {
    lease.leave();
    if (!ended && metrics != null) {
      publishedTo.setAttribute(
          Scan.SCAN_ATTRIBUTES_METRICS_DATA,
          ProtobufUtil.toScanMetrics(metrics, false).toByteArray());
    }
    ended = true;
  }

  /** Counts the rows that the engine goes through. */
  private record RowCounts(ScanMetrics metrics) implements ScanWatch {
    @Override
    public void rowScanned() {
      metrics.countOfRowsScanned.incrementAndGet();
    }

    @Override
    public void rowFiltered() {
      metrics.countOfRowsFiltered.incrementAndGet();
    }

    @Override
    public void looksAt(io.rowandb.engine.cell.Cell cell) {
      // Rows are counted, not cells.
    }

    @Override
    public boolean endsBeforeCell() {
      return false;
    }

    @Override
    public boolean isOver() {
      return false;
    }
  }
}
