package io.rowandb.gateway;

import io.rowandb.engine.scan.RowRoom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.rest.model.CellModel;
import org.apache.hadoop.hbase.rest.model.CellSetModel;
import org.apache.hadoop.hbase.rest.model.RowModel;
import org.apache.hbase.thirdparty.javax.ws.rs.WebApplicationException;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response;
import org.apache.hbase.thirdparty.javax.ws.rs.core.Response.Status;

/**
 * The memory of the answer to one request to the REST gateway: the rows of gets and of a scanner
 * that stays open. Scans whose answer is written row by row hold only one row. Used by the
 * answering thread.
 */
final class RestAnswer {
  private static final ThreadLocal<RestAnswer> UNDER_WAY = new ThreadLocal<>();

  /** The greatest length in two bytes. */
  private static final int LONGEST_MESSAGE = 0xFFFF;

  /** More than a cell has in a message beside its own bytes. */
  private static final int MESSAGE_BYTES = 64;

  private final CheckedResponse response;
  private final RequestAccount account;
  private final GatewayLimits limits;
  private final RestScanners scanners;

  private final List<RestScanner> opened = new ArrayList<>();

  private final Set<RestScanner> used = new HashSet<>();

  private boolean writing;

  /** How long a row may be that is written now, as a message of protobuf. */
  private int longestMessage = Integer.MAX_VALUE;

  private long bytes;

  /** What is taken for the row that is being written. */
  private long rowBytes;

  private RestAnswer(
      CheckedResponse response,
      RequestAccount account,
      GatewayLimits limits,
      RestScanners scanners) {
    this.response = response;
    this.account = account;
    this.limits = limits;
    this.scanners = scanners;
  }

  /** A piece of work that answers. */
  interface Answering<E extends Exception> {
    void run() throws IOException, E;
  }

  /**
   * Answers a request. A scanner that it opens stays if the client is told where it is, and is
   * closed otherwise: what the request's path means, Jersey alone knows.
   */
  static <E extends Exception> void to(
      CheckedResponse response,
      RequestAccount account,
      GatewayLimits limits,
      RestScanners scanners,
      RestScannerCache kept,
      Answering<E> work)
      throws IOException, E {
    RestAnswer answer = new RestAnswer(response, account, limits, scanners);
    UNDER_WAY.set(answer);
    try {
      work.run();
      if (response.getStatus() == HttpServletResponse.SC_CREATED && !answer.opened.isEmpty()) {
        answer.opened.clear();
        kept.trim();
      }
    } finally {
      UNDER_WAY.remove();
      answer.used.forEach(RestScanner::endUse);
      answer.opened.forEach(RestScanner::close);
    }
  }

  /** A scanner that the gateway asked for, within the limits. */
  static ResultScanner opened(ResultScanner scanner) throws IOException {
    RestAnswer answer = UNDER_WAY.get();
    if (answer == null) {
      return scanner;
    }
    RestScanner counted = answer.scanners.add(scanner, answer.account.requestBytes());
    answer.opened.add(counted);
    return counted;
  }

  /** That which this thread makes, or null. */
  static RestAnswer underWay() {
    return UNDER_WAY.get();
  }

  /** Has the request that this thread answers give room to the rows that are read. */
  static <T, E extends Throwable> T reading(RowRoom.Read<T, E> read) throws E {
    RestAnswer answer = UNDER_WAY.get();
    return answer == null ? read.run() : RowReading.within(answer.account, read);
  }

  /** No other request closes the scanner until this request is answered. */
  void uses(RestScanner scanner) {
    used.add(scanner);
  }

  /**
   * Whether the client can request the rest of a scanner later, since it has just continued one.
   */
  boolean goesOn(RestScanner scanner) {
    return !opened.contains(scanner);
  }

  /** A row of a scanner that the request has opened is not there. */
  void fail(WebApplicationException why) {
    response.fail(why);
  }

  /** The rows that are read from now on are written one by one, and no more gathered. */
  void beginWriting() {
    writing = true;
  }

  /**
   * The same, where each row is a message that follows its length in two bytes: of a longer one
   * HBase's gateway writes the length cut off, and its reader loses its place.
   */
  void beginWritingMessages() {
    beginWriting();
    longestMessage = LONGEST_MESSAGE;
  }

  /** The row that was held last is written, or is to be kept until the answer is. */
  void letRowGo() {
    if (writing) {
      account.giveBack(rowBytes);
    }
    rowBytes = 0;
  }

  /** Takes what a row holds until it is written. */
  void holdRow(Result row) {
    if (longestMessage < Integer.MAX_VALUE) {
      checkMessage(row);
    }
    long held = AnswerSizes.held(row);
    try {
      account.take(held);
    } catch (RefusedRequestException e) {
      throw busy(e);
    }
    rowBytes = held;
  }

  private void checkMessage(Result row) {
    long atMost = row.getRow().length + AnswerSizes.bytes(row) + (long) MESSAGE_BYTES * row.size();
    if (atMost > longestMessage && messageBytes(row) > longestMessage) {
      throw new WebApplicationException(
          Response.status(Status.NOT_ACCEPTABLE)
              .type("text/plain")
              .entity(
                  "Not acceptable\r\nThe next row is longer than "
                      + longestMessage
                      + " bytes, the most that protobuf of a scan can have; ask for JSON or XML\r\n")
              .build());
    }
  }

  /** How long the message is that HBase's gateway makes of a row. */
  private static int messageBytes(Result row) {
    RowModel cells = new RowModel(row.getRow());
    for (Cell cell : row.rawCells()) {
      cells.addCell(new CellModel(cell));
    }
    return new CellSetModel(List.of(cells)).messageFromObject().getSerializedSize();
  }

  /** Takes what a row that was got holds. */
  static void take(Result row) throws IOException {
    RestAnswer answer = UNDER_WAY.get();
    if (answer == null) {
      return;
    }
    try {
      answer.account.take(AnswerSizes.held(row));
    } catch (RefusedRequestException e) {
      // HBase's gateway answers 503 to this one, and 400 to an exception of the web's.
      throw new IOException(e.getMessage(), e);
    }
  }

  boolean isLongEnough() {
    return bytes >= limits.answerBytes() || (bytes > 0 && account.isScarce());
  }

  /** Whether there is room for a row; for the first there is, or the request is refused. */
  boolean takes(Result row) {
    try {
      account.take(AnswerSizes.held(row));
    } catch (RefusedRequestException e) {
      if (bytes == 0) {
        throw busy(e);
      }
      return false;
    }
    bytes += Math.max(1, AnswerSizes.bytes(row));
    return true;
  }

  private static WebApplicationException busy(RefusedRequestException refusal) {
    return new WebApplicationException(
        refusal,
        Response.status(Status.SERVICE_UNAVAILABLE)
            .type("text/plain")
            .entity(refusal.getMessage() + "\r\n")
            .build());
  }
}
