package io.rowandb.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.org.eclipse.jetty.io.EndPoint;

/**
 * A connection to the REST gateway, whose requests have a thread each. Its requests are made known
 * by that thread; the rest may be called by all.
 */
final class RestClient implements GatewayClient {
  /** A client that sends and reads so much is not slow. */
  private static final long BYTES_PER_SECOND = 64 << 10;

  /** How far a client may be behind that. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Jetty keeps the thread of a connection as long as the next request is there already. */
  private static final int MOST_PIPELINED = 100;

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final EndPoint endPoint;
  private final InetAddress address;

  @GuardedBy("this")
  private Stage stage = Stage.WAITING;

  @GuardedBy("this")
  private long sinceNanos = System.nanoTime();

  /** When the thread began to wait for its client, while it does. */
  @GuardedBy("this")
  private long waitBegunNanos;

  /** For how long the present request may still wait for its client; less than 0 when slow. */
  @GuardedBy("this")
  private long leftNanos;

  /** When a look first found the beginning of a header; 0 when the last one found none. */
  @GuardedBy("this")
  private long headerSeenNanos;

  @GuardedBy("this")
  private int pipelined;

  RestClient(EndPoint endPoint) {
    this.endPoint = endPoint;
    InetSocketAddress remote = endPoint.getRemoteAddress();
    // One that is closed already has none.
    this.address = remote == null ? InetAddress.getLoopbackAddress() : remote.getAddress();
  }

  /** A request is there, but perhaps for its body. */
  synchronized void beginRequest() {
    sinceNanos = System.nanoTime();
    leftNanos = GRACE_NANOS;
    stage = Stage.WORKING;
  }

  /** It is answered, but for what Jetty still writes. */
  synchronized void endRequest() {
    sinceNanos = System.nanoTime();
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

  @Override
  public synchronized Stage stage() {
    return stage;
  }

  /** One that is not slow has only begun to wait. */
  @Override
  public synchronized long since() {
    return isWaitedFor() ? waitBegunNanos - (GRACE_NANOS - leftNanos) : sinceNanos;
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

  /**
   * A request is answered.
   *
   * @param nextIsThere whether the next one came before the answer
   */
  synchronized void answered(boolean nextIsThere) {
    pipelined = nextIsThere ? pipelined + 1 : 0;
  }

  /**
   * Whether it has asked so much without waiting for answers that others should have its thread.
   */
  synchronized boolean hogsThread() {
    return pipelined >= MOST_PIPELINED;
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
  public void close() {
    endPoint.close();
  }
}
