package io.rowandb.engine.memstore;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Numbers for linked nodes, addressed by one int: pages of ints that never move.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>An allocated run of ints lies in one page, so it is reached with one page look-up.
 *   <li>A page once in the table stays there: addresses are good for the arena's life.
 *   <li>Everything written before a {@link #setRelease}, the page table too, is seen by whoever
 *       reads that value with {@link #getAcquire} and then goes where it points.
 * </ol>
 *
 * <p>One thread at a time writes, any number read. The links lie in {@code int[]} because the views
 * of {@code byte[]} lose their atomic access modes in later JDKs.
 */
final class IntArena {
  /** 64 KiB a page: little waste in a small memstore, few pages in a large one. */
  private static final int PAGE_BITS = 14;

  private static final int PAGE_INTS = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_INTS - 1;

  /** Addresses are ints: 8 GiB of numbers, more than any memstore may have. */
  private static final int MAX_PAGES = 1 << (31 - PAGE_BITS);

  private static final int ARRAY_HEADER_BYTES = 16;
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

  // Written by the writer; readers see it through an acquired link (invariant 3).
  private int[][] pages = {new int[PAGE_INTS]};

  // Used by the writer only.
  private int pageCount = 1;
  private int usedInPage;

  /** The address of {@code count} new zeroes. */
  int allocate(int count) {
    if (usedInPage + count > PAGE_INTS) {
      addPage();
    }
    int address = ((pageCount - 1) << PAGE_BITS) + usedInPage;
    usedInPage += count;
    return address;
  }

  /** A number that never changes after its node was published. */
  int get(int address) {
    return pages[address >>> PAGE_BITS][address & PAGE_MASK];
  }

  /** Writes a number of a node not yet published. */
  void set(int address, int value) {
    pages[address >>> PAGE_BITS][address & PAGE_MASK] = value;
  }

  /** Two neighbouring numbers of one node as one. */
  long getLong(int address) {
    int[] page = pages[address >>> PAGE_BITS];
    int at = address & PAGE_MASK;
    return ((long) page[at] << 32) | (page[at + 1] & 0xffff_ffffL);
  }

  /** Writes two neighbouring numbers of a node not yet published. */
  void setLong(int address, long value) {
    set(address, (int) (value >>> 32));
    set(address + 1, (int) value);
  }

  /** Reads a link. */
  int getAcquire(int address) {
    return (int) INTS.getAcquire(pages[address >>> PAGE_BITS], address & PAGE_MASK);
  }

  /** Publishes a link and all that was written before. */
  void setRelease(int address, int value) {
    INTS.setRelease(pages[address >>> PAGE_BITS], address & PAGE_MASK, value);
  }

  /** Heap bytes of the pages. */
  long heapBytes() {
    return (long) pageCount * (PAGE_INTS * Integer.BYTES + ARRAY_HEADER_BYTES);
  }

  private void addPage() {
    if (pageCount == MAX_PAGES) {
      throw new IllegalStateException("memstore index is full: " + heapBytes() + " bytes");
    }
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount * 2);
    }
    pages[pageCount] = new int[PAGE_INTS];
    pageCount++;
    usedInPage = 0;
  }
}
