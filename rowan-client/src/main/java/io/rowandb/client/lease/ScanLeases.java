package io.rowandb.client.lease;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The leases of a database's open scans at the fast door.
 *
 * <p>Invariants: 1. A lease that has a region open is listed here, or its scan is being read. 2. A
 * listed lease ends without any call by the program: when its time is over, when the program no
 * longer references the scan, or when the database closes, whichever comes first. Safe for many
 * threads.
 */
public final class ScanLeases implements Sweeps.Swept, AutoCloseable {
  /** Leases of unreachable scans, of all databases. */
  static final ReferenceQueue<Object> FORGOTTEN = new ReferenceQueue<>();

  private final Clock clock;
  private final long leaseMillis;
  private final Sweeps sweeps;
  private final Set<ScanLease> open = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  /**
   * No leases.
   *
   * @param clock the database's
   * @param leaseMillis hbase.client.scanner.timeout.period
   */
  public ScanLeases(Clock clock, long leaseMillis) {
    this.clock = clock;
    this.leaseMillis = leaseMillis;
    this.sweeps = new Sweeps(this, leaseMillis);
  }

  /** Whether the database is closed or is about to be. */
  public boolean isClosed() {
    return closed;
  }

  /** How many scans have a region open. */
  public int count() {
    return open.size();
  }

  @Override
  public void sweep() {
    releaseForgotten();
    long nowMillis = clock.millis();
    for (ScanLease lease : open) {
      lease.endIfOver(nowMillis, leaseMillis);
    }
  }

  @Override
  public boolean holdsAny() {
    return !open.isEmpty();
  }

  /** Releases all scans; one that is being read is released by its reader. */
  @Override
  public void close() {
    closed = true;
    open.forEach(ScanLease::endIfResting);
  }

  /** A scan has opened a region. */
  void add(ScanLease lease) {
    // Also here, and not with the next sweep alone: who opens scans by the thousand and forgets
    // them must not fill the heap meanwhile.
    releaseForgotten();
    open.add(lease);
    sweeps.begin();
  }

  /** A scan has no region open any more. */
  void remove(ScanLease lease) {
    open.remove(lease);
  }

  private static void releaseForgotten() {
    for (Reference<?> lost = FORGOTTEN.poll(); lost != null; lost = FORGOTTEN.poll()) {
      ((ScanLease) lost).endIfResting();
    }
  }
}
