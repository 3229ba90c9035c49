package io.rowandb.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.org.eclipse.jetty.io.EndPoint;

/**
 * A connection to the REST gateway; each of its requests has a thread. That thread reports the
 * request; all threads may call the other methods.
 */
final class RestClient implements GatewayClient {
  /** A client that sends and reads so much is not slow. */
  private static final long BYTES_PER_SECOND = 64 << 10;

  /** How far a client may be behind that. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How many requests a connection may have answered while others wait for threads. */
  private static final int SHARE = 100;

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** For the system's own way to end a connection. */
  private static final int NO_LINGER = -1;

  private final EndPoint endPoint;
  private final InetAddress address;

  private volatile boolean hasLeft;

  @GuardedBy("this")
  private Stage stage = Stage.WAITING;

  @GuardedBy("this")
  private long sinceNanos = System.nanoTime();

  /** When the thread began to wait for its client, while it does. */
  @GuardedBy("this")
  private long waitBegunNanos;

  /** When the first part of the present request's answer went, or 0. */
  @GuardedBy("this")
  private long answerBegunNanos;

  /** For how long the present request may still wait for its client; less than 0 when slow. */
  @GuardedBy("this")
  private long leftNanos;

  /** When a look first found the beginning of a header; 0 when the last one found none. */
  @GuardedBy("this")
  private long headerSeenNanos;

  @GuardedBy("this")
  private long requests;

  RestClient(EndPoint endPoint) {
    this.endPoint = endPoint;
    InetSocketAddress remote = endPoint.getRemoteAddress();
    // One that is closed already has none.
    this.address = remote == null ? InetAddress.getLoopbackAddress() : remote.getAddress();
  }

  /** A request is there, but perhaps for its body. */
  synchronized void beginRequest() {
    sinceNanos = System.nanoTime();
    answerBegunNanos = 0;
    leftNanos = GRACE_NANOS;
    requests++;
    stage = Stage.WORKING;
  }

  /** It is answered, but for what Jetty still writes. */
  synchronized void endRequest() {
    sinceNanos = System.nanoTime();
    answerBegunNanos = 0;
    stage = Stage.WAITING;
  }

  /**
   * The request's thread is about to wait for its client, if the client is not faster.
   *
   * @param what READING or WRITING
   */
  synchronized void beginWait(Stage what) {
    waitBegunNanos = System.nanoTime();
    stage = what;
    if (what == Stage.WRITING && answerBegunNanos == 0) {
      answerBegunNanos = waitBegunNanos;
      resetAtEnd(true);
    }
  }

  /** The client has all of the answer, or nothing. */
  void endAnswer() {
    resetAtEnd(false);
  }

  /** So many bytes went. */
  synchronized void endWait(int moved) {
    long earned = Math.max(0, moved) * NANOS_PER_SECOND / BYTES_PER_SECOND;
    long waited = System.nanoTime() - waitBegunNanos;
    leftNanos = Math.min(GRACE_NANOS, leftNanos + earned - waited);
    stage = Stage.WORKING;
  }

  /** How much too long a thread has waited for it until now; 0 or less when none has. */
  synchronized long slowNanos() {
    return isWaitedFor() ? System.nanoTime() - waitBegunNanos - leftNanos : 0;
  }

  /** How long the client has been reading the answer to the present request; 0 if it is not. */
  synchronized long readingNanos() {
    return answerBegunNanos == 0 ? 0 : System.nanoTime() - answerBegunNanos;
  }

  @Override
  public synchronized Stage stage() {
    return stage;
  }

  /** One that has a request is waited for only as long as it is slow. */
  @Override
  public synchronized long since() {
    return stage == Stage.WAITING ? sinceNanos : System.nanoTime() - Math.max(0, slowNanos());
  }

  /** A look at what its next request is at: whether it has been half a header for too long. */
  synchronized boolean keepsHeaderBack(boolean inHeader, long nanos) {
    long now = System.nanoTime();
    if (stage != Stage.WAITING || !inHeader) {
      headerSeenNanos = 0;
    } else if (headerSeenNanos == 0) {
      headerSeenNanos = now;
    }
    return headerSeenNanos != 0 && now - headerSeenNanos > nanos;
  }

  /** Whether it has asked so often that it should come again when others wait for threads. */
  synchronized boolean hasHadItsShare() {
    return requests >= SHARE;
  }

  @GuardedBy("this")
  private boolean isWaitedFor() {
    return stage == Stage.READING || stage == Stage.WRITING;
  }

  @Override
  public InetAddress address() {
    return address;
  }

  @Override
  public TcpTable.Ends ends() {
    return new TcpTable.Ends(endPoint.getLocalAddress(), endPoint.getRemoteAddress());
  }

  @Override
  public void leave() {
    hasLeft = true;
  }

  boolean hasLeft() {
    return hasLeft;
  }

  @Override
  public void close() {
    endPoint.close();
  }

  /**
   * From now on the connection ends with a reset, whoever ends it: over HTTP/1.0, and for an answer
   * without its length, a normal end would mean the end of the answer.
   */
  private void resetAtEnd(boolean resets) {
    if (endPoint.getTransport() instanceof SocketChannel socket) {
      try {
        socket.setOption(StandardSocketOptions.SO_LINGER, resets ? 0 : NO_LINGER);
      } catch (IOException e) {
        endPoint.close(); // it was closed already
      }
    }
  }
}
