package io.rowandb.client.direct;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.OperationTimeoutExceededException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * The time that one operation may take including its retries, and the exception it throws when that
 * is used up.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The clock starts with the first failure: an operation that succeeds at once reads no clock.
 *   <li>A pause counts before it begins: if it would outlast the timeout, the operation ends at
 *       once.
 *   <li>A call ends with an exception about its retries, whose cause is the last failure. An action
 *       of a batch ends with the failure itself, because the batch reports it inside such an
 *       exception.
 * </ol>
 *
 * Used by one thread.
 */
final class OperationTime {
  /** What HBase's client repeats, each kind by code of its own. */
  private enum Kind {
    CALL,
    SCAN,
    BATCH
  }

  private final int timeoutMillis;
  private final Kind kind;
  private boolean started;
  private long startNanos;

  private OperationTime(int timeoutMillis, Kind kind) {
    this.timeoutMillis = timeoutMillis;
    this.kind = kind;
  }

  /** That of a single call, with HBase's reading of a timeout of 0: no pause at all. */
  static OperationTime ofCall(int timeoutMillis) {
    return new OperationTime(timeoutMillis, Kind.CALL);
  }

  /** That of a scan's way to its next row; as a call's, reported as the end of its attempts. */
  static OperationTime ofScan(int timeoutMillis) {
    return new OperationTime(timeoutMillis, Kind.SCAN);
  }

  /** That of a whole batch, with HBase's reading of a timeout of 0: none. */
  static OperationTime ofBatch(int timeoutMillis) {
    return new OperationTime(timeoutMillis, Kind.BATCH);
  }

  /** Whether it is that of a batch, whose failures are reported inside one. */
  boolean isOfBatch() {
    return kind == Kind.BATCH;
  }

  /**
   * The exception that ends the operation if there is no time for a pause, else null.
   *
   * @param attempts how many failed
   */
  IOException endBefore(long pauseMillis, int attempts, IOException failure) {
    long nowNanos = System.nanoTime();
    if (!started) {
      started = true;
      startNanos = nowNanos;
    }
    long durationMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - startNanos) + pauseMillis;
    if (durationMillis <= timeoutMillis || (kind == Kind.BATCH && timeoutMillis <= 0)) {
      return null;
    }
    if (kind == Kind.BATCH) {
      return exceeded(
          "Backoff time of " + pauseMillis + "ms would exceed operation timeout", failure);
    }
    SocketTimeoutException end =
        new SocketTimeoutException(
            "callTimeout="
                + timeoutMillis
                + ", callDuration="
                + durationMillis
                + ": "
                + failure.getMessage());
    end.initCause(failure);
    return kind == Kind.SCAN ? exhausted(attempts, end) : end;
  }

  /** The exception that ends the operation after its last attempt. */
  IOException endAfter(int attempts, IOException failure) {
    return kind == Kind.BATCH ? failure : exhausted(attempts, failure);
  }

  private static IOException exhausted(int attempts, IOException failure) {
    return new RetriesExhaustedException("Failed after attempts=" + attempts, failure);
  }

  private static IOException exceeded(String message, IOException failure) {
    try {
      return Exceeded.of(message, failure);
    } catch (NoClassDefFoundError e) {
      // HBase 3.0's client has only the parent class.
      return new DoNotRetryIOException(message, failure);
    }
  }

  /** A class of its own, so that nothing else needs an exception some versions lack. */
  private static final class Exceeded {
    static IOException of(String message, IOException failure) {
      return new OperationTimeoutExceededException(message, failure);
    }
  }
}
