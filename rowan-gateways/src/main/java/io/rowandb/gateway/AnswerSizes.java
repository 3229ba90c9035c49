package io.rowandb.gateway;

import io.rowandb.engine.scan.RowRoom;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;

/** Estimates the memory of rows that are sent to a client, and of the filters of its reads. */
final class AnswerSizes {
  /** About what a cell takes as an object of HBase's and one of Thrift's, beside its bytes. */
  private static final int CELL_BYTES = 300;

  /** Rows are kept as HBase's objects, and as Thrift's. */
  private static final int COPIES = 2;

  /**
   * What a filter takes for each byte that it is sent as: a list of numbers becomes one object
   * each.
   */
  static final int FILTER_COPIES = 16;

  /** About what a region takes while it is made; afterwards it takes a third. */
  private static final long REGION_BYTES = 20_000;

  /** Set while the call that this thread answers cannot be continued by another. */
  private static final ThreadLocal<Boolean> ALONE = new ThreadLocal<>();

  private AnswerSizes() {}

  /** How long a row is, about, in an answer. */
  static long bytes(Result row) {
    return Result.getTotalSizeOfCells(row);
  }

  /** What a row takes in memory, about, until it is sent. */
  static long held(Result row) {
    return COPIES * bytes(row) + (long) CELL_BYTES * row.size();
  }

  /** Has the request that this thread answers give room to the rows that are read. */
  static <T, E extends Throwable> T reading(RowRoom.Read<T, E> read) throws E {
    RequestTransport client = RequestProcessor.served();
    return client == null ? read.run() : RowReading.within(client, read);
  }

  /** Takes what a filter becomes whose text or message has so many bytes. */
  static void takeFilter(long bytes) throws IOException {
    take(FILTER_COPIES * bytes);
  }

  /** Takes what so many new regions become, while they are made. */
  static void takeRegions(long regions) throws IOException {
    take(REGION_BYTES * regions);
  }

  /** Takes what a row holds, until the request that this thread answers ends. */
  static void take(Result row) throws IOException {
    take(held(row));
  }

  private static void take(long bytes) throws IOException {
    RequestTransport client = RequestProcessor.served();
    if (client == null) {
      return;
    }
    try {
      client.take(bytes);
    } catch (RefusedRequestException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Whether an answer that has rows should have no more, and its client can ask for them. */
  static boolean mayEndEarly() {
    RequestTransport client = RequestProcessor.served();
    return client != null && ALONE.get() == null && client.isScarce();
  }

  /**
   * An answer that is long enough.
   *
   * @throws DoNotRetryIOException when the client could not ask for the rest
   */
  static Result[] cut(List<Result> rows, GatewayLimits limits) throws DoNotRetryIOException {
    if (ALONE.get() != null) {
      throw new DoNotRetryIOException(
          "The answer has more than %d rows, which are longer than %s allows: %d; open a scanner"
              .formatted(rows.size(), GatewayLimits.ANSWER_BYTES_KEY, limits.answerBytes()));
    }
    return rows.toArray(new Result[0]);
  }

  /** A call of HBase's handler. */
  interface Call<T, E extends Exception> {
    T make() throws E;
  }

  /** Makes a call whose scanners are gone with its answer. */
  static <T, E extends Exception> T alone(Call<T, E> call) throws E {
    ALONE.set(true);
    try {
      return call.make();
    } finally {
      ALONE.remove();
    }
  }
}
