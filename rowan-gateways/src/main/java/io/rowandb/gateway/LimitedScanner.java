package io.rowandb.gateway;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A client's scanner whose answers end when they are large enough: the client gets fewer rows than
 * it requested, as at the end of a table, and asks again. HBase's own scanner allocates room for
 * all requested rows at once. A scanner that failed, expired or was closed by another request
 * reports this at each call, since a closed HBase scanner looks like one at its end. Used by one
 * thread at a time, except for {@link #close}.
 */
final class LimitedScanner implements ResultScanner {
  private final ResultScanner scanner;
  private final RequestTransport client;
  private final ScannerRoom room;
  private final GatewayLimits limits;
  private final Consumer<LimitedScanner> atClose;

  private volatile long usedNanos = System.nanoTime();
  private volatile boolean working;

  /** Why it gives no more rows though there may be some, or null. */
  private volatile IOException end;

  /** Set before the scanner behind is closed. */
  private volatile boolean closed;

  /**
   * An open scanner.
   *
   * @param client the client that opened it, or null if unknown
   * @param room what it has taken
   * @param atClose told each time
   */
  LimitedScanner(
      ResultScanner scanner,
      RequestTransport client,
      ScannerRoom room,
      GatewayLimits limits,
      Consumer<LimitedScanner> atClose) {
    this.scanner = scanner;
    this.client = client;
    this.room = room;
    this.limits = limits;
    this.atClose = atClose;
  }

  RequestTransport client() {
    return client;
  }

  /** Whether the connection that opened it is closed, and no other uses it now. */
  boolean isAbandoned() {
    return client != null && !client.isOpen() && !working;
  }

  /** When it was used last; a call that works uses it all the time. */
  long usedNanos() {
    return working ? System.nanoTime() : usedNanos;
  }

  @Override
  public Result next() throws IOException {
    working = true;
    try {
      requireOpen();
      Result row = AnswerSizes.reading(scanner::next);
      room.settle();
      if (row == null) {
        requireOpen();
      } else {
        AnswerSizes.take(row);
      }
      return row;
    } catch (IOException | RuntimeException | Error e) {
      // The row that failed is not read again: nobody may take the next for it.
      endWith(e);
      throw e;
    } finally {
      usedNanos = System.nanoTime();
      working = false;
    }
  }

  private void requireOpen() throws DoNotRetryIOException {
    if (end != null) {
      throw new DoNotRetryIOException(end.getMessage(), end);
    }
    if (closed) {
      throw new DoNotRetryIOException("The scanner was closed by another request");
    }
  }

  @Override
  public Result[] next(int rows) throws IOException {
    List<Result> answer = new ArrayList<>();
    long answerBytes = 0;
    while (answer.size() < rows) {
      if (answerBytes >= limits.answerBytes()) {
        return AnswerSizes.cut(answer, limits);
      }
      if (!answer.isEmpty() && AnswerSizes.mayEndEarly()) {
        break;
      }
      Result row = next();
      if (row == null) {
        break;
      }
      answer.add(row);
      answerBytes += AnswerSizes.bytes(row);
    }
    return answer.toArray(new Result[0]);
  }

  /** It was unused for so long that its client will not use it again, or will get an error. */
  void expire() {
    endWith(new IOException("The scanner was not used for too long and is closed"));
  }

  /** Others need its room, and its client has left. */
  void giveWay() {
    endWith(new IOException("The connection that opened it is closed, and others needed its room"));
  }

  private void endWith(Throwable why) {
    if (end == null) {
      String reason = why instanceof Error ? why.toString() : why.getMessage();
      end = new IOException("The scanner is closed: " + reason, why);
    }
    close();
  }

  @Override
  public void close() {
    closed = true;
    try {
      scanner.close();
    } finally {
      room.close();
      atClose.accept(this);
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
