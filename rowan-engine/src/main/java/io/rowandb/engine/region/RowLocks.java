package io.rowandb.engine.region;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.RowMutation;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/**
 * Row locks of all regions of a database: puts and deletes hold a row's lock shared, a
 * read-modify-write holds it exclusively. This is HBase's rule, so two puts of one row do not wait
 * for each other.
 *
 * <ol>
 *   <li>A row has one lock, shared with the rows of the same hash: memory is bounded, at the price
 *       of an occasional needless wait.
 *   <li>Several locks are taken in ascending order, so no two threads wait for each other.
 *   <li>No thread waits longer than {@code waitMillis} for one lock.
 * </ol>
 *
 * Not reentrant: a thread takes all it needs at once. Safe for use by many threads.
 */
public final class RowLocks {
  /** 512 locks are 40 kB, and 16 threads on different rows meet in one of 30 cases. */
  private static final int STRIPES = 512;

  // Fixed at construction.
  private final StampedLock[] stripes = new StampedLock[STRIPES];
  private final long waitMillis;

  /**
   * Nothing locked.
   *
   * @param waitMillis the longest wait for one lock
   */
  public RowLocks(long waitMillis) {
    this.waitMillis = waitMillis;
    Arrays.setAll(stripes, i -> new StampedLock());
  }

  /** What {@link #lock}, {@link #lockAll} or {@link #lockRows} took; closing it gives all back. */
  final class Held implements AutoCloseable {
    private final int[] held;
    private final long[] stamps;
    private int count;

    private Held(int capacity) {
      this.held = new int[capacity];
      this.stamps = new long[capacity];
    }

    private void take(int stripe, RegionInfo region, byte[] row, boolean alone)
        throws RefusedException, InterruptedIOException {
      stamps[count] = stamp(stripe, region, row, alone);
      held[count++] = stripe;
    }

    @Override
    public void close() {
      while (count > 0) {
        count--;
        stripes[held[count]].unlock(stamps[count]);
      }
    }
  }

  /** Locks one row. */
  Held lock(RegionInfo region, byte[] row, boolean alone)
      throws RefusedException, InterruptedIOException {
    Held held = new Held(1);
    held.take(stripe(region, row), region, row, alone);
    return held;
  }

  /** Locks the rows of all mutations, or none. */
  Held lockAll(RegionInfo region, List<RowMutation> mutations, boolean alone)
      throws RefusedException, InterruptedIOException {
    byte[][] rowOfStripe = new byte[STRIPES][];
    int count = 0;
    for (int i = 0; i < mutations.size(); i++) {
      count += note(mutations.get(i).row(), region, rowOfStripe);
    }
    return lockStripes(region, rowOfStripe, count, alone);
  }

  /** Locks some rows, or none, alone. */
  Held lockRows(RegionInfo region, List<byte[]> rows)
      throws RefusedException, InterruptedIOException {
    byte[][] rowOfStripe = new byte[STRIPES][];
    int count = 0;
    for (byte[] row : rows) {
      count += note(row, region, rowOfStripe);
    }
    return lockStripes(region, rowOfStripe, count, true);
  }

  /** Enters a row at its lock; 1 if it is the first there, else 0. */
  private static int note(byte[] row, RegionInfo region, byte[][] rowOfStripe) {
    int stripe = stripe(region, row);
    if (rowOfStripe[stripe] != null) {
      return 0;
    }
    rowOfStripe[stripe] = row;
    return 1;
  }

  private Held lockStripes(RegionInfo region, byte[][] rowOfStripe, int count, boolean alone)
      throws RefusedException, InterruptedIOException {
    Held held = new Held(count);
    boolean all = false;
    try {
      for (int stripe = 0; stripe < STRIPES; stripe++) {
        if (rowOfStripe[stripe] != null) {
          held.take(stripe, region, rowOfStripe[stripe], alone);
        }
      }
      all = true;
      return held;
    } finally {
      if (!all) {
        held.close();
      }
    }
  }

  private long stamp(int stripe, RegionInfo region, byte[] row, boolean alone)
      throws RefusedException, InterruptedIOException {
    StampedLock lock = stripes[stripe];
    long stamp = alone ? lock.tryWriteLock() : lock.tryReadLock();
    if (stamp != 0) {
      return stamp;
    }
    try {
      stamp =
          alone
              ? lock.tryWriteLock(waitMillis, TimeUnit.MILLISECONDS)
              : lock.tryReadLock(waitMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting for a row lock");
      interrupted.initCause(e);
      throw interrupted;
    }
    if (stamp == 0) {
      throw new RefusedException(
          RefusedException.Reason.REGION_TOO_BUSY,
          "Timed out after "
              + waitMillis
              + " ms waiting for lock for row: "
              + Bytes.printable(row)
              + " in region "
              + region.encodedName());
    }
    return stamp;
  }

  private static int stripe(RegionInfo region, byte[] row) {
    int hash = (Arrays.hashCode(row) + (int) region.number()) * 0x9E3779B9;
    return hash >>> (Integer.SIZE - Integer.numberOfTrailingZeros(STRIPES));
  }
}
