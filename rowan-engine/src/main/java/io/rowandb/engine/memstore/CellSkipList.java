package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;

/**
 * The sorted index over a memstore's cells: a skip list without objects.
 *
 * <pre>
 *  node (ints)
 *  +0  chunk of the cell     +3  sequence id, two ints
 *  +1  offset in the chunk   +5  first 8 bytes of the row key, two ints, zeroes behind a short one
 *  +2  length of the cell    +7  links to the next node, one a level, lowest first
 * </pre>
 *
 * <p>Address 0 is the head, which has no cell; as a link it means "no further node". The row prefix
 * decides most comparisons without touching the cell's own bytes, which saves a cache miss each.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Nodes on a level are in {@link CellOrder}, all keys (sequence id included) distinct, and
 *       each is also on all levels below.
 *   <li>A node is complete, with its own links, before the first link to it is released; a link is
 *       read with acquire. So a reader never sees half a node.
 *   <li>Nodes are not reused. A replaced node is taken out of the chain but still leads back into
 *       it.
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

  private static final int CHUNK = 0;
  private static final int OFFSET = 1;
  private static final int LENGTH = 2;
  private static final int SEQUENCE = 3;
  private static final int PREFIX = 5;
  private static final int LINKS = 7;

  // Fixed at construction.
  private final IntArena nodes = new IntArena();
  private final CellChunks chunks;

  // Written by the writer; a reader that sees an old value only searches longer.
  private int height = 1;

  // Used by the writer only: where the last insertion took place, and scratch space.
  private final int[] before = new int[MAX_HEIGHT];
  private int last = NONE;
  private final Cell probe = new Cell();
  private int random = 0x9E3779B9;

  CellSkipList(CellChunks chunks) {
    this.chunks = chunks;
    int head = nodes.allocate(LINKS + MAX_HEIGHT);
    assert head == HEAD;
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
    int at = next(before[0], 0);
    if (at != NONE && compare(at, key, prefix, probe) == 0) {
      int replacedLength = nodes.get(at + LENGTH);
      link(newNode(chunk, offset, key, prefix, heightOf(at)), heightOf(at), at);
      return replacedLength;
    }
    int newHeight = randomHeight();
    link(newNode(chunk, offset, key, prefix, newHeight), newHeight, NONE);
    return -1;
  }

  /** The node after {@code node}, or {@link #NONE}. */
  int next(int node) {
    return next(node, 0);
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
    int tooFar = NONE;
    for (int level = height - 1; level >= 0; level--) {
      int next = next(node, level);
      while (next != NONE && next != tooFar && compare(next, key, prefix, probe) < 0) {
        node = next;
        next = next(node, level);
      }
      tooFar = next;
    }
    return before ? node : tooFar;
  }

  /** Points {@code view} at the cell of a node that is not the head. */
  Cell view(int node, Cell view) {
    return view.set(
        chunks.get(nodes.get(node + CHUNK)),
        nodes.get(node + OFFSET),
        nodes.get(node + LENGTH),
        nodes.getLong(node + SEQUENCE));
  }

  /** Heap bytes of the index. */
  long heapBytes() {
    return nodes.heapBytes();
  }

  private int next(int node, int level) {
    return nodes.getAcquire(node + LINKS + level);
  }

  private int compare(int node, Cell key, long keyPrefix, Cell probe) {
    int c = Long.compareUnsigned(nodes.getLong(node + PREFIX), keyPrefix);
    return c != 0 ? c : CellOrder.compareCells(view(node, probe), key);
  }

  /** Fills {@link #before} with the last node before {@code key} on every level. */
  private void locate(Cell key, long prefix) {
    int finger = fingerLevel(key, prefix);
    boolean fromTop = finger < 0;
    int level = fromTop ? height - 1 : finger;
    int node = HEAD;
    boolean moved = fromTop;
    for (; level >= 0; level--) {
      if (!moved) {
        node = before[level];
      }
      int next = next(node, level);
      while (next != NONE && compare(next, key, prefix, probe) < 0) {
        node = next;
        next = next(node, level);
        moved = true;
      }
      before[level] = node;
    }
  }

  /**
   * The level from which a search may go down from where the last insertion was, or -1 when it is
   * to start at the top: rows arrive in runs of ascending cells.
   */
  private int fingerLevel(Cell key, long prefix) {
    if (last == NONE || compare(last, key, prefix, probe) >= 0) {
      return -1;
    }
    for (int level = 0; level < Math.min(FINGER_LEVELS, height); level++) {
      int next = next(before[level], level);
      if (next == NONE || compare(next, key, prefix, probe) >= 0) {
        return level;
      }
    }
    return -1;
  }

  private int newNode(int chunk, int offset, Cell key, long prefix, int levels) {
    int node = nodes.allocate(LINKS + levels);
    nodes.set(node + CHUNK, chunk);
    nodes.set(node + OFFSET, offset);
    nodes.set(node + LENGTH, key.length());
    nodes.setLong(node + SEQUENCE, key.sequence());
    nodes.setLong(node + PREFIX, prefix);
    return node;
  }

  /** Puts {@code node} behind {@link #before}, in place of {@code replaced} if that is a node. */
  private void link(int node, int levels, int replaced) {
    for (int level = height; level < levels; level++) {
      before[level] = HEAD;
    }
    for (int level = 0; level < levels; level++) {
      int from = replaced == NONE ? before[level] : replaced;
      nodes.set(node + LINKS + level, next(from, level));
    }
    for (int level = 0; level < levels; level++) {
      nodes.setRelease(before[level] + LINKS + level, node);
      before[level] = node;
    }
    height = Math.max(height, levels);
    last = node;
  }

  /** On how many levels the node right behind {@link #before} is. */
  private int heightOf(int node) {
    int levels = 1;
    while (levels < height && next(before[levels], levels) == node) {
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
