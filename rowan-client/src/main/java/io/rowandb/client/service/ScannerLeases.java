package io.rowandb.client.service;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.lease.Sweeps;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.UnknownScannerException;

/**
 * The open scanners of a database.
 *
 * <p>Invariants: 1. A scanner is either here or with the one call that took it. 2. The map is in
 * the order of the last use, hence of expiry: expired scanners are at its head. 3. There are at
 * most {@code maxOpenScanners}.
 *
 * <p>Scanners whose lease has ended are closed when the next scanner is put here, or by the next
 * sweep. A client whose scanner was closed gets {@code UnknownScannerException} and opens another
 * one at the same position. Safe for many threads; the lock is held briefly, and scanners are
 * closed outside it.
 */
final class ScannerLeases implements Sweeps.Swept {
  /** More scanners than are opened in a millisecond. */
  private static final long IDS_OF_MILLISECOND = 1 << 20;

  /** Where the ids of the leases made last begin. */
  private static final AtomicLong LAST_BASE = new AtomicLong();

  private final Clock clock;
  private final ServiceLimits limits;
  private final Sweeps sweeps;

  @GuardedBy("this")
  private final Map<Long, OpenScanner> open = new LinkedHashMap<>();

  @GuardedBy("this")
  private long lastId;

  @GuardedBy("this")
  private boolean closed;

  ScannerLeases(Clock clock, ServiceLimits limits) {
    this.clock = clock;
    this.limits = limits;
    this.lastId = idBase(clock.millis());
    this.sweeps = new Sweeps(this, limits.scannerLeaseMillis());
  }

  /**
   * Ids differ from those of an earlier opening, so that a stale one is unknown, not another's: of
   * an earlier process by the time, of this one also when its clock was set back.
   */
  private static long idBase(long nowMillis) {
    return LAST_BASE.updateAndGet(
        last -> Math.max(last + IDS_OF_MILLISECOND, nowMillis * IDS_OF_MILLISECOND));
  }

  /** An id for a new scanner. */
  synchronized long newId() {
    return ++lastId;
  }

  /** The time by which scanners are closed. */
  Clock clock() {
    return clock;
  }

  /** How long a scanner may rest. */
  long leaseMillis() {
    return limits.scannerLeaseMillis();
  }

  /** How many scanners are waiting for their client. */
  synchronized int count() {
    return open.size();
  }

  /** Takes a scanner out for one call. */
  OpenScanner take(long id) throws UnknownScannerException {
    OpenScanner scanner;
    synchronized (this) {
      scanner = open.remove(id);
    }
    if (scanner == null) {
      throw new UnknownScannerException(
          "Unknown scanner "
              + id
              + ": it was closed, or not used for "
              + limits.scannerLeaseMillis()
              + " ms (hbase.client.scanner.timeout.period), or the store was reopened");
    }
    return scanner;
  }

  /** Takes a scanner that is about to be closed; null when it is gone already. */
  synchronized OpenScanner takeIfOpen(long id) {
    return open.remove(id);
  }

  /** Gives a scanner its full lease until the next call. */
  void put(OpenScanner scanner) throws DoNotRetryIOException {
    List<OpenScanner> ended = new ArrayList<>();
    boolean refused;
    synchronized (this) {
      refused = closed;
      if (!refused) {
        long now = clock.millis();
        removeEnded(now, limits.maxOpenScanners(), ended);
        scanner.expiresAtMillis(now + limits.scannerLeaseMillis());
        open.put(scanner.id(), scanner);
      }
    }
    ended.forEach(OpenScanner::close);
    if (refused) {
      scanner.close();
      throw new DoNotRetryIOException("The store is closed");
    }
    sweeps.begin();
  }

  @Override
  public void sweep() {
    List<OpenScanner> ended = new ArrayList<>();
    synchronized (this) {
      removeEnded(clock.millis(), Integer.MAX_VALUE, ended);
    }
    ended.forEach(OpenScanner::close);
  }

  @Override
  public synchronized boolean holdsAny() {
    return !open.isEmpty();
  }

  /** Closes all scanners; those that are with a call close when it ends. */
  void close() {
    List<OpenScanner> rest;
    synchronized (this) {
      closed = true;
      rest = new ArrayList<>(open.values());
      open.clear();
    }
    rest.forEach(OpenScanner::close);
  }

  /** Takes out what has ended, and the oldest until fewer than {@code below} are left. */
  @GuardedBy("this")
  private void removeEnded(long now, int below, List<OpenScanner> ended) {
    Iterator<OpenScanner> oldestFirst = open.values().iterator();
    while (oldestFirst.hasNext()) {
      OpenScanner scanner = oldestFirst.next();
      if (scanner.expiresAtMillis() - now > limits.scannerLeaseMillis()) {
        // The clock was set back: from here on the lease is a whole one.
        scanner.expiresAtMillis(now + limits.scannerLeaseMillis());
      }
      if (scanner.expiresAtMillis() > now && open.size() < below) {
        return;
      }
      oldestFirst.remove();
      ended.add(scanner);
    }
  }
}
