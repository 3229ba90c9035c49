package io.rowandb.client.lease;

import io.rowandb.client.adapter.RowPieces;
import io.rowandb.engine.region.RegionScanner;
import java.lang.ref.WeakReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The resources that one scan has open in a region, and the right to keep them open.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A thread holds the lease, from {@link #hold} to {@link #giveBack}, while it reads the
 *       region and while it releases the lease. So nothing is released while a reader uses it, even
 *       if its time is over, another thread closes the scan, or the database closes.
 *   <li>A sweep never waits: a lease that is held is in use.
 *   <li>The lease does not keep its scan alive, and only the scan leads to the lease. So the lease
 *       of a scan that the program has forgotten is released.
 * </ol>
 *
 * Only sweeps measure the time since the last use, so reading a row reads no clock. A lease
 * therefore ends at most one period of sweeps after its length is over. Safe for many threads;
 * lives as long as its scan.
 */
public final class ScanLease extends WeakReference<Object> {
  private static final long NEVER = -1;

  private final ReentrantLock held = new ReentrantLock();

  // All guarded by held, which callers of methods that say so have.

  /** Where this is while a region is open; null before the first one. */
  private ScanLeases leases;

  private RegionScanner region;
  private RowPieces pieces;
  private long uses;

  /** Whether the region was released, and the scan does not know it yet. */
  private boolean ended;

  private long endedReadPoint;

  // Of the sweeps.
  private long usesSeen = NEVER;
  private long restingSinceMillis;

  /** The lease of a scan that has nothing open yet. */
  public ScanLease(Object scan) {
    super(scan, ScanLeases.FORGOTTEN);
  }

  /** Keeps the region for the calling thread, which waits for another one's use. */
  public void hold() {
    held.lock();
    uses++;
  }

  /** Ends what {@link #hold} began. */
  public void giveBack() {
    ScanLeases current = leases;
    held.unlock();
    // Read after the lock is free: who closes either finds it free or is seen here.
    if (current != null && current.isClosed()) {
      endIfResting();
    }
  }

  /** Takes over a region just opened. The lease is held. */
  public void enter(ScanLeases current, RegionScanner opened, RowPieces piecesOfIt) {
    assert held.isHeldByCurrentThread();
    leases = current;
    region = opened;
    pieces = piecesOfIt;
    ended = false;
    current.add(this);
  }

  /** The region, or null. The lease is held. */
  public RegionScanner region() {
    assert held.isHeldByCurrentThread();
    return region;
  }

  /** The pieces of the region's rows, or null. The lease is held. */
  public RowPieces pieces() {
    return pieces;
  }

  /** Closes the region, if one is open. The lease is held. */
  public void leave() {
    assert held.isHeldByCurrentThread();
    if (region == null) {
      return;
    }
    leases.remove(this);
    RegionScanner left = region;
    region = null;
    pieces = null;
    left.close();
  }

  /** Whether the region was released and none was entered since. The lease is held. */
  public boolean hasEnded() {
    return ended;
  }

  /** Up to which sequence id the region that was released saw writes. The lease is held. */
  public long endedReadPoint() {
    return endedReadPoint;
  }

  /** Releases the region if it was not used for {@code leaseMillis}, as far as sweeps know. */
  void endIfOver(long nowMillis, long leaseMillis) {
    if (!held.tryLock()) {
      return; // the use that goes on is counted
    }
    try {
      if (uses != usesSeen || nowMillis < restingSinceMillis) {
        usesSeen = uses;
        restingSinceMillis = nowMillis;
      }
      if (nowMillis - restingSinceMillis >= leaseMillis) {
        end();
      }
    } finally {
      held.unlock();
    }
  }

  /** Releases the region unless it is being read. */
  void endIfResting() {
    if (held.tryLock()) {
      try {
        end();
      } finally {
        held.unlock();
      }
    }
  }

  private void end() {
    if (region != null) {
      endedReadPoint = region.readPoint();
      ended = true;
      leave();
    }
  }
}
