package io.rowandb.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * The scanners that a gateway's clients have open. HBase's gateway for version 1 of Thrift drops
 * unused scanners without closing them; here they are closed. Safe for many threads.
 */
final class OpenScanners {
  private final GatewayLimits limits;
  private final GatewayMemory memory;
  private final long unusedMillis;

  @GuardedBy("this")
  private final Set<LimitedScanner> open = new LinkedHashSet<>();

  /**
   * None.
   *
   * @param unusedMillis after which one that was not used is closed
   */
  OpenScanners(GatewayLimits limits, GatewayMemory memory, long unusedMillis) {
    this.limits = limits;
    this.memory = memory;
    this.unusedMillis = unusedMillis;
    memory.atLack(missing -> closeOneAbandoned());
  }

  /**
   * Counts a scanner to the client that this thread serves, until it is closed.
   *
   * @throws IOException when there are too many, or what it holds is too much; it is closed then
   */
  ResultScanner add(ResultScanner scanner) throws IOException {
    closeUnused();
    RequestTransport client = RequestProcessor.served();
    long requestBytes = client == null ? 0 : client.requestBytes();
    ScannerRoom room = ScannerRoom.of(memory, scanner, requestBytes);
    LimitedScanner added = new LimitedScanner(scanner, client, room, limits, this::remove);
    boolean kept = false;
    try {
      makeRoom();
      synchronized (this) {
        requireRoom(client);
        open.add(added);
        kept = true;
      }
    } finally {
      if (!kept) {
        added.close();
      }
    }
    return added;
  }

  /** For one more, if there are scanners that their clients have left. */
  private void makeRoom() {
    while (count() >= limits.scanners() && closeOneAbandoned()) {
      // One more is closed.
    }
  }

  /**
   * Closes the scanner that was not used the longest of those whose connections are closed. Until
   * its room is needed it stays: its client may go on by another connection.
   *
   * @return whether there was one
   */
  private boolean closeOneAbandoned() {
    Optional<LimitedScanner> abandoned;
    long now = System.nanoTime();
    synchronized (this) {
      abandoned =
          open.stream()
              .filter(LimitedScanner::isAbandoned)
              .max(Comparator.comparingLong(each -> now - each.usedNanos()));
    }
    abandoned.ifPresent(LimitedScanner::giveWay);
    return abandoned.isPresent();
  }

  @GuardedBy("this")
  private void requireRoom(RequestTransport client) throws IOException {
    long own = open.stream().filter(each -> each.client() == client).count();
    boolean refused = own >= limits.clientScanners() || open.size() >= limits.scanners();
    if (!refused) {
      return;
    }
    throw new DoNotRetryIOException(
        own >= limits.clientScanners()
            ? "This connection has %d scanners open; %s allows no more"
                .formatted(own, GatewayLimits.CLIENT_SCANNERS_KEY)
            : "All clients together have %d scanners open; %s allows no more"
                .formatted(open.size(), GatewayLimits.SCANNERS_KEY));
  }

  private synchronized void remove(LimitedScanner scanner) {
    open.remove(scanner);
  }

  synchronized int count() {
    return open.size();
  }

  /** Closes those that were not used for so long that HBase's gateways have forgotten them. */
  void closeUnused() {
    long now = System.nanoTime();
    List<LimitedScanner> unused = new ArrayList<>();
    synchronized (this) {
      for (LimitedScanner each : open) {
        if (TimeUnit.NANOSECONDS.toMillis(now - each.usedNanos()) > unusedMillis) {
          unused.add(each);
        }
      }
    }
    unused.forEach(LimitedScanner::expire);
  }
}
