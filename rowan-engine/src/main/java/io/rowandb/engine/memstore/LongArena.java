package io.rowandb.engine.memstore;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers for linked nodes, addressed by one int: pages of longs that never move.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>An allocated run of longs lies in one page, so it is reached with one page look-up.
 *   <li>A page in the table stays there until {@link #giveBack}: addresses are valid for the
 *       arena's lifetime.
 *   <li>A thread that reads a value with {@link #getAcquire} and follows it sees everything written
 *       before its {@link #setRelease}, including the page table.
 *   <li>Only {@link #reserve} makes pages. There is room for every run that is reserved but not yet
 *       allocated, even if all have the length {@link #MAX_RUN}: an allocation uses at most the
 *       room of one such run, including what it leaves unused at the end of a page.
 * </ol>
 *
 * <p>One thread at a time reserves and one allocates and writes, concurrently; an allocation needs
 * an earlier reservation. Any number may read. The links are in {@code long[]} because the views of
 * {@code byte[]} lose their atomic access modes in later JDKs.
 */
final class LongArena {
  /** 64 KiB a page: little waste in a small memstore, few pages in a large one. */
  private static final int PAGE_BITS = 13;

  static final int PAGE_LONGS = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_LONGS - 1;

  /** So many longs are allocated together at most. */
  static final int MAX_RUN = 16;

  private static final int RUNS_OF_PAGE = PAGE_LONGS / MAX_RUN;

  /** Addresses are ints: 16 GiB of numbers, more than any memstore may have. */
  private static final int MAX_PAGES = 1 << (31 - PAGE_BITS);

  /** The first page is short: a table of many regions has an empty memstore for each family. */
  private static final int FIRST_PAGE_LONGS = 256;

  private static final int ARRAY_HEADER_BYTES = 16;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  // Fixed at construction.
  private final ChunkPool pool;

  // Written by who reserves; readers see it through an acquired link (invariant 3).
  private long[][] pages;

  // Used by who reserves only.
  private int pageCount = 1;
  private long reservedRuns;

  // Used by who allocates only.
  private int page;
  private int usedInPage;
  private long allocatedRuns;

  /**
   * Written by who allocates: the allocated runs, and the long ones that the present page has room
   * for, less what earlier pages had room for. It never falls, so who reserves may see an old one.
   */
  private final AtomicLong roomLeft = new AtomicLong(FIRST_PAGE_LONGS / MAX_RUN);

  LongArena(ChunkPool pool) {
    this.pool = pool;
    this.pages = new long[][] {pool.newLongs(FIRST_PAGE_LONGS)};
  }

  /** Gives the pages to the pool; there must be no more reads or writes. */
  void giveBack() {
    long[][] all = pages;
    pages = null; // as the chunks
    for (int i = 1; i < pageCount; i++) {
      pool.giveBack(all[i]);
    }
  }

  /**
   * Takes room for so many runs.
   *
   * @throws OutOfMemoryError when there is none; nothing is reserved then
   */
  void reserve(int runs) {
    while (reservedRuns + runs > roomLeft.getAcquire() + (pageCount - 1L) * RUNS_OF_PAGE) {
      addPage();
    }
    reservedRuns += runs;
  }

  /** Undoes reservations that nothing was allocated from. Pages stay, for the next ones. */
  void giveBack(int runs) {
    reservedRuns -= runs;
  }

  /**
   * The address of {@code count} new numbers, of one run that was reserved. The first that are
   * allocated are zeroes; others may be anything, and are written before they are published.
   */
  int allocate(int count) {
    if (usedInPage + count > pages[page].length) {
      page++;
      usedInPage = 0;
    }
    int address = (page << PAGE_BITS) + usedInPage;
    usedInPage += count;
    allocatedRuns++;
    int runsLeft = (pages[page].length - usedInPage) / MAX_RUN;
    roomLeft.setRelease(allocatedRuns + runsLeft - (long) page * RUNS_OF_PAGE);
    return address;
  }

  /** A number that never changes after its node was published. */
  long get(int address) {
    return pages[address >>> PAGE_BITS][address & PAGE_MASK];
  }

  /** Writes a number of a node not yet published. */
  void set(int address, long value) {
    pages[address >>> PAGE_BITS][address & PAGE_MASK] = value;
  }

  /** Reads a link. */
  long getAcquire(int address) {
    return (long) LONGS.getAcquire(pages[address >>> PAGE_BITS], address & PAGE_MASK);
  }

  /** Publishes a link and all that was written before. */
  void setRelease(int address, long value) {
    LONGS.setRelease(pages[address >>> PAGE_BITS], address & PAGE_MASK, value);
  }

  /** Heap bytes of the pages, by who reserves. */
  long heapBytes() {
    return (long) pageCount * (PAGE_LONGS * Long.BYTES + ARRAY_HEADER_BYTES)
        - (PAGE_LONGS - FIRST_PAGE_LONGS) * (long) Long.BYTES;
  }

  private void addPage() {
    if (pageCount == MAX_PAGES) {
      throw new OutOfMemoryError("memstore index is full: " + heapBytes() + " bytes");
    }
    long[][] all = pageCount == pages.length ? pool.grown(pages) : pages;
    all[pageCount] = pool.takePage();
    VarHandle.releaseFence(); // others read the table meanwhile: they see what was in it
    pages = all;
    pageCount++;
  }
}
