package io.rowandb.gateway;

import java.io.IOException;
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
 * A scanner behind the REST gateway. HBase's gateway puts as many cells into one answer as a client
 * asks for, and takes any failure for the end of the table.
 *
 * <p>Invariants: 1. In a request that reads on from a scanner which stays, rows end when the answer
 * is long enough or all answers together hold too much, but not before the first; the next request
 * finds the rest. 2. A failure is answered as one, now and later. 3. No row is passed over.
 *
 * <p>Used by one thread at a time.
 */
final class RestScanner implements ResultScanner {
  private final ResultScanner scanner;

  /** Read, and not given to anybody yet. */
  private Result waiting;

  /** Why there are no more rows to read, though there may be some; or null. */
  private IOException failure;

  RestScanner(ResultScanner scanner) {
    this.scanner = scanner;
  }

  @Override
  public Result next() throws IOException {
    RestAnswer answer = RestAnswer.underWay();
    if (answer == null) {
      return read();
    }
    if (!answer.goesOn()) {
      return nextWritten(answer);
    }
    if (answer.isLongEnough()) {
      return null;
    }
    if (waiting == null) {
      waiting = read();
    }
    if (waiting != null && !answer.takes(waiting)) {
      return null;
    }
    Result row = waiting;
    waiting = null;
    return row;
  }

  /** The next of rows that are written one by one. */
  private Result nextWritten(RestAnswer answer) throws IOException {
    answer.letRowGo();
    Result row = read();
    if (row != null) {
      answer.holdRow(row);
    }
    return row;
  }

  private Result read() throws IOException {
    if (failure != null) {
      throw answered(failure);
    }
    try {
      return RestAnswer.reading(scanner::next);
    } catch (UnknownScannerException | TableNotEnabledException | TableNotFoundException e) {
      throw e; // HBase's gateway has answers for these
    } catch (IOException e) {
      failure = e;
      throw answered(e);
    }
  }

  private static WebApplicationException answered(IOException failure) {
    boolean busy = failure.getCause() instanceof RefusedRequestException;
    return new WebApplicationException(
        failure,
        Response.status(busy ? Status.SERVICE_UNAVAILABLE : Status.INTERNAL_SERVER_ERROR)
            .type("text/plain")
            .entity(RestAnswers.withoutPlaces(String.valueOf(failure.getMessage())))
            .build());
  }

  @Override
  public void close() {
    waiting = null;
    scanner.close();
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
