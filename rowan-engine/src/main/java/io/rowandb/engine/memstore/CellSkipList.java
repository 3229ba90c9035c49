package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;

/**
 * The sorted index over a memstore's cells: a skip list without objects.
 *
 * <pre>
 *  node (longs)    high half                        low half
 *  +0              chunk of the cell                offset in the chunk
 *  +1              length of the cell               bytes 5 to 8 of its row key
 *  +2              sequence id
 *  +3, one a       bytes 1 to 4 of the row key      address of the next node
 *  level, lowest   of the next node
 *  first: links
 * </pre>
 *
 * <p>Address 0 is the head, which has no cell; a link to it means "no further node". Zeroes stand
 * behind a short row key. A search looks at several nodes for each it goes to: most comparisons are
 * decided by the bytes in the link, without touching the next node, and most others by the bytes in
 * that node, without touching its cell. Each saves a cache miss.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Nodes on a level are in {@link CellOrder}, all keys (sequence id included) distinct, and
 *       each is also on all levels below.
 *   <li>A node is complete, with its own links, before the first link to it is released; a link is
 *       read with acquire, as one long: address and row bytes of one node. So a reader never sees
 *       half a node.
 *   <li>Nodes are not reused while anybody reads. A replaced node is taken out of the chain but
 *       still leads back into it.
 * </ol>
 *
 * <p>One thread at a time writes, any number read without a lock. A reader sees at least the nodes
 * that were linked before it began.
 */
final class CellSkipList {
  /** What a link holds that leads nowhere. */
  static final int NONE = 0;

  /** The node before the first. */
  static final int HEAD = 0;

  /** With a quarter of the nodes of a level on the next: enough for 16 million nodes. */
  private static final int MAX_HEIGHT = 12;

  /** How high to climb from the last insertion before starting at the top instead. */
  private static final int FINGER_LEVELS = 3;

  private static final int PLACE = 0;
  private static final int LENGTH_AND_PREFIX = 1;
  private static final int SEQUENCE = 2;
  private static final int LINKS = 3;

  // Fixed at construction.
  private final LongArena nodes;
  private final CellChunks chunks;

  // Written by the writer; a reader that sees an old value only searches longer.
  private int height = 1;

  // Used by the writer only: where the last insertion took place, and scratch space.
  private final int[] before = new int[MAX_HEIGHT];
  private long lastLink = NONE;
  private final Cell probe = new Cell();
  private int random = 0x9E3779B9;

  CellSkipList(CellChunks chunks, ChunkPool pool) {
    this.chunks = chunks;
    this.nodes = new LongArena(pool);
    int head = nodes.allocate(LINKS + MAX_HEIGHT);
    assert head == HEAD;
  }

  /** Gives the pages of the nodes to the pool; nobody reads or inserts any more. */
  void giveBack() {
    nodes.giveBack();
  }

  /**
   * Links a cell that is already in a chunk. A node with the same key and sequence id is replaced.
   *
   * @param key the cell, with its sequence id
   * @return the length of the replaced cell, or -1 when there was none
   */
  int insert(int chunk, int offset, Cell key) {
    long prefix = rowPrefix(key);
    locate(key, prefix);
    long at = next(before[0], 0);
    if (at != NONE && compare(at, key, prefix, probe) == 0) {
      int replaced = nodeOf(at);
      int levels = heightOf(replaced);
      link(linkTo(newNode(chunk, offset, key, prefix, levels), prefix), levels, replaced);
      return lengthOf(replaced);
    }
    int levels = randomHeight();
    link(linkTo(newNode(chunk, offset, key, prefix, levels), prefix), levels, NONE);
    return -1;
  }

  /** The node after {@code node}, or {@link #NONE}. */
  int next(int node) {
    return nodeOf(next(node, 0));
  }

  /** The last node before {@code key}, or {@link #HEAD}; {@code probe} is scratch space. */
  int lastBefore(Cell key, Cell probe) {
    return find(key, probe, true);
  }

  /** The first node not before {@code key}, or {@link #NONE}; {@code probe} is scratch space. */
  int firstFrom(Cell key, Cell probe) {
    return find(key, probe, false);
  }

  /**
   * The node on one side of the place of {@code key}. Both were compared with it: what a link says
   * a moment later may be a node before {@code key} that was added meanwhile.
   */
  private int find(Cell key, Cell probe, boolean before) {
    long prefix = rowPrefix(key);
    int node = HEAD;
    long tooFar = NONE;
    for (int level = height - 1; level >= 0; level--) {
      long next = next(node, level);
      while (next != NONE && next != tooFar && compare(next, key, prefix, probe) < 0) {
        node = nodeOf(next);
        next = next(node, level);
      }
      tooFar = next;
    }
    return before ? node : nodeOf(tooFar);
  }

  /** Points {@code view} at the cell of a node that is not the head. */
  Cell view(int node, Cell view) {
    long place = nodes.get(node + PLACE);
    return view.set(
        chunks.get((int) (place >>> 32)), (int) place, lengthOf(node), nodes.get(node + SEQUENCE));
  }

  /** Heap bytes of the index. */
  long heapBytes() {
    return nodes.heapBytes();
  }

  private long next(int node, int level) {
    return nodes.getAcquire(node + LINKS + level);
  }

  private static long linkTo(int node, long prefix) {
    return (prefix & 0xffffffff_00000000L) | node;
  }

  private static int nodeOf(long link) {
    return (int) link;
  }

  private int lengthOf(int node) {
    return (int) (nodes.get(node + LENGTH_AND_PREFIX) >>> 32);
  }

  /** The order of the node that a link leads to against {@code key}. */
  private int compare(long link, Cell key, long keyPrefix, Cell probe) {
    int c = Integer.compareUnsigned((int) (link >>> 32), (int) (keyPrefix >>> 32));
    if (c != 0) {
      return c;
    }
    int node = nodeOf(link);
    c = Integer.compareUnsigned((int) nodes.get(node + LENGTH_AND_PREFIX), (int) keyPrefix);
    return c != 0 ? c : CellOrder.compareCells(view(node, probe), key);
  }

  /** Fills {@link #before} with the last node before {@code key} on every level. */
  private void locate(Cell key, long prefix) {
    int finger = fingerLevel(key, prefix);
    boolean fromTop = finger < 0;
    int level = fromTop ? height - 1 : finger;
    int node = HEAD;
    boolean moved = fromTop;
    long tooFar = NONE;
    for (; level >= 0; level--) {
      if (!moved) {
        node = before[level];
      }
      long next = next(node, level);
      while (next != NONE && next != tooFar && compare(next, key, prefix, probe) < 0) {
        node = nodeOf(next);
        next = next(node, level);
        moved = true;
      }
      tooFar = next;
      before[level] = node;
    }
  }

  /**
   * The level from which a search may go down from where the last insertion was, or -1 when it is
   * to start at the top: rows arrive in runs of ascending cells.
   */
  private int fingerLevel(Cell key, long prefix) {
    if (lastLink == NONE || compare(lastLink, key, prefix, probe) >= 0) {
      return -1;
    }
    for (int level = 0; level < Math.min(FINGER_LEVELS, height); level++) {
      long next = next(before[level], level);
      if (next == NONE || compare(next, key, prefix, probe) >= 0) {
        return level;
      }
    }
    return -1;
  }

  private int newNode(int chunk, int offset, Cell key, long prefix, int levels) {
    int node = nodes.allocate(LINKS + levels);
    nodes.set(node + PLACE, (long) chunk << 32 | offset);
    nodes.set(node + LENGTH_AND_PREFIX, (long) key.length() << 32 | (prefix & 0xffff_ffffL));
    nodes.set(node + SEQUENCE, key.sequence());
    return node;
  }

  /** Puts a node behind {@link #before}, in place of {@code replaced} if that is a node. */
  private void link(long link, int levels, int replaced) {
    int node = nodeOf(link);
    for (int level = height; level < levels; level++) {
      before[level] = HEAD;
    }
    for (int level = 0; level < levels; level++) {
      int from = replaced == NONE ? before[level] : replaced;
      nodes.set(node + LINKS + level, next(from, level));
    }
    for (int level = 0; level < levels; level++) {
      nodes.setRelease(before[level] + LINKS + level, link);
      before[level] = node;
    }
    height = Math.max(height, levels);
    lastLink = link;
  }

  /** On how many levels the node right behind {@link #before} is. */
  private int heightOf(int node) {
    int levels = 1;
    while (levels < height && nodeOf(next(before[levels], levels)) == node) {
      levels++;
    }
    return levels;
  }

  /** 1 with probability 3/4, 2 with 3/16, …: xorshift, the same row of heights in every list. */
  private int randomHeight() {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return 1 + Integer.numberOfTrailingZeros(random | (1 << (2 * (MAX_HEIGHT - 1)))) / 2;
  }

  private static long rowPrefix(Cell cell) {
    int rowLength = cell.rowLength();
    if (rowLength == 0) {
      return 0;
    }
    // Timestamp and type follow the row, so eight bytes can be read behind a short one too.
    long bytes = Bytes.getLong(cell.array(), cell.rowOffset());
    return rowLength >= Long.BYTES ? bytes : bytes & (-1L << (8 * (Long.BYTES - rowLength)));
  }
}
