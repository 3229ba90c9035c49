package io.rowandb.engine.memstore;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Numbers for linked nodes, addressed by one int: pages of longs that never move.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>An allocated run of longs lies in one page, so it is reached with one page look-up.
 *   <li>A page once in the table stays there until {@link #giveBack}: addresses are good for the
 *       arena's life.
 *   <li>Everything written before a {@link #setRelease}, the page table too, is seen by whoever
 *       reads that value with {@link #getAcquire} and then goes where it points.
 * </ol>
 *
 * <p>One thread at a time writes, any number read. The links lie in {@code long[]} because the
 * views of {@code byte[]} lose their atomic access modes in later JDKs.
 */
final class LongArena {
  /** 64 KiB a page: little waste in a small memstore, few pages in a large one. */
  private static final int PAGE_BITS = 13;

  static final int PAGE_LONGS = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_LONGS - 1;

  /** Addresses are ints: 16 GiB of numbers, more than any memstore may have. */
  private static final int MAX_PAGES = 1 << (31 - PAGE_BITS);

  /** The first page is short: a table of many regions has an empty memstore for each family. */
  private static final int FIRST_PAGE_LONGS = 256;

  private static final int ARRAY_HEADER_BYTES = 16;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  // Fixed at construction.
  private final ChunkPool pool;

  // Written by the writer; readers see it through an acquired link (invariant 3).
  private long[][] pages = {new long[FIRST_PAGE_LONGS]};

  // Used by the writer only.
  private int pageCount = 1;
  private int usedInPage;

  LongArena(ChunkPool pool) {
    this.pool = pool;
  }

  /** Gives the pages to the pool; nobody reads or writes any more. */
  void giveBack() {
    long[][] all = pages;
    pages = null; // as the chunks
    for (int i = 1; i < pageCount; i++) {
      pool.giveBack(all[i]);
    }
  }

  /**
   * The address of {@code count} new numbers. The first that are allocated are zeroes; others may
   * be anything, and are written before they are published.
   */
  int allocate(int count) {
    if (usedInPage + count > pages[pageCount - 1].length) {
      addPage();
    }
    int address = ((pageCount - 1) << PAGE_BITS) + usedInPage;
    usedInPage += count;
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

  /** Heap bytes of the pages. */
  long heapBytes() {
    return (long) pageCount * (PAGE_LONGS * Long.BYTES + ARRAY_HEADER_BYTES)
        - (PAGE_LONGS - FIRST_PAGE_LONGS) * (long) Long.BYTES;
  }

  private void addPage() {
    if (pageCount == MAX_PAGES) {
      throw new IllegalStateException("memstore index is full: " + heapBytes() + " bytes");
    }
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount * 2);
    }
    pages[pageCount] = pool.takePage();
    pageCount++;
    usedInPage = 0;
  }
}
