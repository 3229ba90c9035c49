package io.rowandb.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.io.FailureLog;
import io.rowandb.gateway.GatewayClient.Stage;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The open connections of a gateway. Idle clients, or clients that do not read their answers, must
 * not keep others out, so there is always room for one more connection: of the address with the
 * most connections, the one that has waited longest for its client is closed. Safe for many
 * threads.
 */
final class ClientConnections {
  /** How long one that waits for room may overlook that another is at work no more. */
  private static final int LOOK_MILLIS = 50;

  private final int limit;
  private final int writingMillis;

  @GuardedBy("this")
  private final Set<GatewayClient> open = new HashSet<>();

  /**
   * None.
   *
   * @param limit how many there may be
   * @param writingMillis how long a client may take to read an answer
   */
  ClientConnections(int limit, int writingMillis) {
    this.limit = limit;
    this.writingMillis = writingMillis;
  }

  /**
   * Adds one, and closes another if there are too many.
   *
   * @return false, and it is not added, when all others have requests that are being answered
   */
  boolean add(GatewayClient connection) {
    GatewayClient way = null;
    synchronized (this) {
      if (open.size() >= limit) {
        Optional<GatewayClient> found = oldestThatWaits();
        if (found.isEmpty()) {
          return false;
        }
        way = found.get();
        open.remove(way);
      }
      open.add(connection);
    }
    if (way != null) {
      way.close();
    }
    return true;
  }

  synchronized void remove(GatewayClient connection) {
    open.remove(connection);
    notifyAll();
  }

  synchronized int count() {
    return open.size();
  }

  /** Closes those whose clients do not read their answers. */
  void closeStalled() {
    long now = System.nanoTime();
    Set<GatewayClient> all;
    synchronized (this) {
      all = new HashSet<>(open);
    }
    for (GatewayClient each : all) {
      boolean stalled =
          each.stage() == Stage.WRITING
              && TimeUnit.NANOSECONDS.toMillis(now - each.since()) > writingMillis;
      if (stalled) {
        each.close();
      }
    }
  }

  /** Those with requests that are being answered. */
  synchronized List<GatewayClient> working() {
    return open.stream().filter(each -> each.stage() == Stage.WORKING).toList();
  }

  /** Tells those at work whose clients have closed their connections. */
  void noteLeft() {
    List<GatewayClient> working = working();
    if (working.isEmpty()) {
      return;
    }
    try {
      TcpTable table = TcpTable.read();
      TcpTable again = null;
      for (GatewayClient each : working) {
        TcpTable.Ends ends = each.ends();
        boolean left = table.isLeft(ends);
        if (!left && table.lacks(ends)) {
          // While the system lists its connections it may pass over one.
          again = again == null ? TcpTable.read() : again;
          left = again.lacks(ends);
        }
        if (left) {
          each.leave();
        }
      }
    } catch (IOException e) {
      FailureLog.warning(ClientConnections.class, "Linux did not list its connections", e);
    }
  }

  /**
   * Adds one as soon as not all others are at work.
   *
   * @param closed asked now and then; when it is true, none is added
   * @return whether it is added
   */
  boolean addInTime(GatewayClient connection, BooleanSupplier closed) throws InterruptedException {
    while (!add(connection)) {
      if (closed.getAsBoolean()) {
        return false;
      }
      synchronized (this) {
        wait(LOOK_MILLIS);
      }
    }
    return true;
  }

  @GuardedBy("this")
  private Optional<GatewayClient> oldestThatWaits() {
    long now = System.nanoTime();
    Map<InetAddress, Integer> counts = new HashMap<>();
    open.forEach(each -> counts.merge(each.address(), 1, Integer::sum));
    Comparator<GatewayClient> byAddress =
        Comparator.comparingInt(each -> counts.get(each.address()));
    return open.stream()
        .filter(each -> each.stage() != Stage.WORKING)
        .max(byAddress.thenComparingLong(each -> now - each.since()));
  }
}
