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
 * finds the rest. 2. A failure is answered as one. 3. No row is passed over.
 *
 * <p>Used by one thread at a time.
 */
final class RestScanner implements ResultScanner {
  private final ResultScanner scanner;

  /** Read, and not given to anybody yet. */
  private Result waiting;

  RestScanner(ResultScanner scanner) {
    this.scanner = scanner;
  }

  @Override
  public Result next() throws IOException {
    RestAnswer answer = RestAnswer.ofScannerThatStays();
    if (answer != null && answer.isLongEnough()) {
      return null;
    }
    if (waiting == null) {
      waiting = read();
    }
    if (waiting != null && answer != null && !answer.takes(waiting)) {
      return null;
    }
    Result row = waiting;
    waiting = null;
    return row;
  }

  private Result read() throws IOException {
    try {
      return scanner.next();
    } catch (UnknownScannerException | TableNotEnabledException | TableNotFoundException e) {
      throw e; // HBase's gateway has answers for these
    } catch (IOException e) {
      throw new WebApplicationException(
          e,
          Response.status(Status.INTERNAL_SERVER_ERROR)
              .type("text/plain")
              .entity(RestAnswers.withoutPlaces(String.valueOf(e.getMessage())))
              .build());
    }
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
