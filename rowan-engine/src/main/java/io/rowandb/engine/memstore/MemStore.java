package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellScanner;
import io.rowandb.engine.cell.CellType;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The cells of one family of one region that no store file has yet.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Cells are copied in and never change; adding makes no object, only now and then a chunk.
 *   <li>Of cells with equal key and sequence id only the one added last is there.
 *   <li>A scanner sees every cell whose {@link #add} returned before it was opened, in order.
 *   <li>After {@link FrozenMemStore#closeToWriters} nothing is added.
 *   <li>Adding cells that were {@link #reserve reserved} cannot fail for lack of memory. When a
 *       reservation finds no memory, nothing changes, except that index pages may be kept for the
 *       next one.
 * </ol>
 *
 * <p>One thread at a time reserves and one thread at a time adds; both may work at once (the region
 * sees to it). Any number of threads read, without a lock. The numbers may lag behind an {@code
 * add} of another thread.
 *
 * <p>It lives until the store file with its cells is in the manifest and the last view that names
 * it is gone. Its chunks and pages then go back to the pool, but only if it had no readers other
 * than passing ones, which keep no cell after they release their view. In all other cases, and when
 * a memstore is given up unflushed, the garbage collector takes them: a caller may keep a scanner's
 * cells for as long as it likes, and use the scanner in one thread while another thread closes it.
 */
public final class MemStore {
  // Fixed at construction.
  private final ChunkPool pool;
  private final CellChunks chunks;
  private final CellSkipList index;

  // Used by the writer only.
  private final Cell added = new Cell();

  // Used by who reserves only.
  private boolean frozen;

  // Written by who reserves, read by anybody.
  private final AtomicLong reservedBytes = new AtomicLong();

  // Written by the writer, read by anybody.
  private final AtomicLong dataBytes = new AtomicLong();
  private final AtomicLong cellCount = new AtomicLong();
  private final AtomicLong markerCount = new AtomicLong();
  private final AtomicLong minTimestamp = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong maxTimestamp = new AtomicLong(Long.MIN_VALUE);

  // Atomic.
  /** The views that name it. */
  private final AtomicInteger views = new AtomicInteger();

  /** Whether a reader may still have its cells without a visible release. */
  private volatile boolean kept;

  /** Whether a file has its cells; written while a view is held, read without one. */
  private boolean inFile;

  /** An empty one whose memory is not reused. */
  public MemStore() {
    this(ChunkPool.NONE);
  }

  /** An empty one. */
  public MemStore(ChunkPool pool) {
    this.pool = pool;
    this.chunks = new CellChunks(pool);
    this.index = new CellSkipList(chunks, pool);
  }

  /** An empty one with the same pool. */
  public MemStore next() {
    return new MemStore(pool);
  }

  /** A view refers to it; called by the holder of another such view, or before it is published. */
  public void retain() {
    views.incrementAndGet();
  }

  /** Undoes one {@link #retain}; the last one gives its memory back if it may. */
  public void release() {
    int left = views.decrementAndGet();
    assert left >= 0 : "memstore was released too often";
    if (left == 0 && inFile && !kept) {
      index.giveBack();
      chunks.giveBack();
    }
  }

  /** Notes that a file has its cells: readers that come now go there. The caller has a view. */
  void markFlushed() {
    inFile = true;
  }

  /**
   * Reserves memory for a cell and adds a copy of it; for a caller that may reserve and add.
   *
   * @throws OutOfMemoryError when there is none; then the memstore may have memory that it never
   *     uses
   */
  public void add(byte[] array, int offset, int length, long sequence) {
    requireOpen();
    index.reserve(1);
    long place = chunks.reserve(length);
    noteReserved();
    insert(place, array, offset, length, sequence);
  }

  /** A reservation, of nothing yet. */
  public ReservedCells reserve() {
    requireOpen();
    return new ReservedCells(this, chunks, index);
  }

  /** Takes note of the memory that is reserved. */
  void noteReserved() {
    long bytes = chunks.heapBytes() + index.reservedBytes();
    if (bytes != reservedBytes.getPlain()) {
      reservedBytes.setRelease(bytes);
    }
  }

  /** Adds a copy of a cell in the place that was reserved for it. */
  void insert(long place, byte[] array, int offset, int length, long sequence) {
    int chunk = (int) (place >>> 32);
    int at = (int) place;
    byte[] bytes = chunks.get(chunk);
    System.arraycopy(array, offset, bytes, at, length);
    added.set(bytes, at, length, sequence);
    account(index.insert(chunk, at, added));
  }

  /** A scanner over the cells there now; it may or may not see later ones. */
  public CellScanner scanner() {
    keep();
    return new MemStoreScanner(index);
  }

  /** A reader keeps its cells without a visible release. The caller has a view. */
  public void keep() {
    if (!kept) {
      kept = true;
    }
  }

  /**
   * As {@link #scanner}, for a passing reader: one thread, which uses neither the scanner nor its
   * cells after it has released its view. Use {@link #copyOut} for cells to keep.
   */
  public CellScanner passingScanner() {
    return new MemStoreScanner(index);
  }

  /** Copies those cells of a batch, from {@code from} on, that may lie in a chunk. */
  public static void copyOut(CellBatch batch, int from) {
    batch.copy(from, CellChunks::isReusable);
  }

  /** Bytes of heap that chunks and index take. */
  public long heapBytes() {
    return reservedBytes.getAcquire() + index.rowsBytes();
  }

  /** Bytes of the cells alone. */
  public long dataBytes() {
    return dataBytes.getAcquire();
  }

  /** How many cells it has. */
  public int cellCount() {
    return (int) cellCount.getAcquire();
  }

  /** How many of its cells are delete markers. */
  public int markerCount() {
    return (int) markerCount.getAcquire();
  }

  /**
   * The least timestamp its cells concern, {@code Long.MAX_VALUE} when empty. A marker that masks
   * everything before its time concerns time 0: a scan of a range with data may skip a source that
   * concerns other times only.
   */
  public long minTimestamp() {
    return minTimestamp.getAcquire();
  }

  /** The greatest timestamp of a cell; {@code Long.MIN_VALUE} when empty. */
  public long maxTimestamp() {
    return maxTimestamp.getAcquire();
  }

  /** Whether it has taken no memory, for cells or for writes that then failed. */
  public boolean isUnused() {
    return heapBytes() == 0;
  }

  /** The same cells, not yet {@link FrozenMemStore#closeToWriters closed to writers}. */
  public FrozenMemStore freeze() {
    return new FrozenMemStore(this);
  }

  void closeToWriters() {
    frozen = true;
  }

  private void requireOpen() {
    if (frozen) {
      throw new IllegalStateException("the memstore is frozen: it is being flushed");
    }
  }

  private void account(int replacedLength) {
    int length = added.length();
    if (replacedLength < 0) {
      cellCount.setRelease(cellCount.getPlain() + 1);
      dataBytes.setRelease(dataBytes.getPlain() + length);
      if (CellType.isDelete(added.type())) {
        markerCount.setRelease(markerCount.getPlain() + 1);
      }
    } else {
      dataBytes.setRelease(dataBytes.getPlain() + length - replacedLength);
    }
    int type = added.type();
    boolean reachesBack = type == CellType.DELETE_COLUMN || type == CellType.DELETE_FAMILY;
    lower(minTimestamp, reachesBack ? 0 : added.timestamp());
    raise(maxTimestamp, added.timestamp());
  }

  private static void lower(AtomicLong number, long value) {
    if (value < number.getPlain()) {
      number.setRelease(value);
    }
  }

  private static void raise(AtomicLong number, long value) {
    if (value > number.getPlain()) {
      number.setRelease(value);
    }
  }
}
