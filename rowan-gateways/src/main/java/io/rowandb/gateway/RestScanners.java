package io.rowandb.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * The scanners that the REST gateway has open. It is unknown whether a client will return; so when
 * others need room, the least recently used scanner is closed. Safe for many threads.
 */
final class RestScanners {
  private final GatewayMemory memory;
  private final long unusedMillis;

  /** The one that was used last stands last. */
  @GuardedBy("this")
  private final Set<RestScanner> open = new LinkedHashSet<>();

  /**
   * None.
   *
   * @param unusedMillis after which one that was not used may have to give way
   */
  RestScanners(GatewayMemory memory, long unusedMillis) {
    this.memory = memory;
    this.unusedMillis = unusedMillis;
  }

  /**
   * Counts a scanner until it is closed.
   *
   * @param requestBytes of the request that opened it
   * @throws IOException when there is no room; it is closed then
   */
  RestScanner add(ResultScanner scanner, long requestBytes) throws IOException {
    ScannerRoom room = ScannerRoom.of(memory, scanner, requestBytes);
    RestScanner added = new RestScanner(scanner, room, this);
    synchronized (this) {
      open.add(added);
    }
    return added;
  }

  /** It was used now. */
  synchronized void used(RestScanner scanner) {
    if (open.remove(scanner)) {
      open.add(scanner);
    }
  }

  synchronized void remove(RestScanner scanner) {
    open.remove(scanner);
  }

  /** Closes the least recently used one, if it has been idle long enough. */
  boolean closeOneUnused() {
    Optional<RestScanner> unused;
    synchronized (this) {
      unused = open.stream().filter(each -> each.unusedMillis() >= unusedMillis).findFirst();
      unused.ifPresent(open::remove);
    }
    unused.ifPresent(RestScanner::giveWay);
    return unused.isPresent();
  }
}
