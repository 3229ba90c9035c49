package io.rowandb.gateway;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;

/**
 * A scanner of the REST gateway. HBase's gateway puts as many cells into one answer as a client
 * requests, and treats any failure as the end of the table.
 *
 * <p>Invariants: 1. When a request continues a scanner that stays open, the rows end when the
 * answer is long enough or all answers together hold too much, but not before the first row; the
 * next request gets the rest. 2. A failure is reported as one, now and later; for a scanner that
 * lives only for its request, {@link CheckedResponse} reports it. 3. No row is skipped. 4. A closed
 * scanner is not mistaken for one at the end of its table.
 *
 * <p>Used by one thread at a time, except for {@link #close}.
 */
final class RestScanner implements ResultScanner {
  private final ResultScanner scanner;
  private final ScannerRoom room;
  private final RestScanners among;

  /** Read, and not given to anybody yet. */
  private volatile Result waiting;

  /** Why there are no more rows to read, though there may be some; or null. */
  private volatile IOException failure;

  /** Set before the scanner behind is closed, which then looks as if it were at its end. */
  private volatile boolean closed;

  /** Whether a request uses it, which may have read all that it wants. */
  private volatile boolean inUse;

  private volatile long usedNanos = System.nanoTime();

  RestScanner(ResultScanner scanner, ScannerRoom room, RestScanners among) {
    this.scanner = scanner;
    this.room = room;
    this.among = among;
  }

  /** How long no request has used it; -1 while one does. */
  long unusedMillis() {
    return inUse ? -1 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - usedNanos);
  }

  /** The request that used it is answered. */
  void endUse() {
    usedNanos = System.nanoTime();
    inUse = false;
  }

  /** Others need its room. */
  void giveWay() {
    failure = new IOException("The scanner was not used for a while, and others needed its room");
    close();
  }

  @Override
  public Result next() throws IOException {
    RestAnswer answer = RestAnswer.underWay();
    if (answer == null) {
      return read();
    }
    inUse = true;
    answer.uses(this);
    if (!answer.goesOn(this)) {
      return nextOfOwn(answer);
    }
    if (answer.isLongEnough()) {
      return null;
    }
    Result row = waiting; // which another thread drops when it closes the scanner
    if (row == null) {
      row = read();
    }
    boolean taken = row == null || answer.takes(row);
    waiting = taken ? null : row;
    return taken ? row : null;
  }

  /** The next row of a scanner that the same request has opened. */
  private Result nextOfOwn(RestAnswer answer) throws IOException {
    answer.letRowGo();
    try {
      Result row = read();
      if (row != null) {
        answer.holdRow(row);
      }
      return row;
    } catch (IOException | RuntimeException e) {
      WebApplicationException told =
          e instanceof WebApplicationException answered ? answered : answered(e);
      answer.fail(told);
      throw told;
    }
  }

  private Result read() throws IOException {
    requireOpen();
    Result row = readBehind();
    if (row == null) {
      requireOpen();
    }
    return row;
  }

  private void requireOpen() {
    if (failure != null) {
      throw answered(failure);
    }
    if (closed) {
      IOException gone = new IOException("The scanner was closed by another request");
      throw answered(Status.GONE, gone);
    }
  }

  private Result readBehind() throws IOException {
    try {
      among.used(this);
      Result row = RestAnswer.reading(scanner::next);
      room.settle();
      return row;
    } catch (UnknownScannerException | TableNotEnabledException | TableNotFoundException e) {
      throw e; // HBase's gateway has answers for these
    } catch (IOException e) {
      failure = e;
      close();
      throw answered(e);
    } catch (RuntimeException | Error e) {
      failure = new IOException("The scanner is closed, since an earlier request failed: " + e, e);
      close();
      throw e;
    }
  }

  private static WebApplicationException answered(Exception failure) {
    return answered(status(failure), failure);
  }

  private static WebApplicationException answered(Status status, Exception failure) {
    return new WebApplicationException(
        failure,
        Response.status(status)
            .type("text/plain")
            .entity(ErrorWords.asWebText(String.valueOf(failure.getMessage())))
            .build());
  }

  private static Status status(Exception failure) {
    if (failure.getCause() instanceof RefusedRequestException) {
      return Status.SERVICE_UNAVAILABLE;
    }
    return RestFailures.isAbsent(failure) ? Status.NOT_FOUND : Status.INTERNAL_SERVER_ERROR;
  }

  @Override
  public void close() {
    closed = true;
    waiting = null;
    try {
      scanner.close();
    } finally {
      room.close();
      among.remove(this);
    }
  }

  @Override
  public boolean renewLease() {
    return scanner.renewLease();
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return scanner.getScanMetrics();
  }
}
