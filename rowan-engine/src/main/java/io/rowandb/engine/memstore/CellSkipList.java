package io.rowandb.engine.memstore;

import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellOrder;

/**
 * The sorted index over a memstore's cells: a skip list without objects.
 *
 * <pre>
 *  node (longs)    high half                        low half
 *  +0              levels (4 bits), older (1 bit),  offset in the chunk
 *                  chunk of the cell (27 bits)
 *  +1              length of the cell               bytes 5 to 8 of its row key
 *  +2              sequence id
 *  +3, one a       bytes 1 to 4 of the row key      address of the next node
 *  level, lowest   of the next node
 *  first: links
 *  behind them,                                     address of the last version of
 *  if older                                         the column, when the node came
 * </pre>
 *
 * <p>Address 0 is the head, which has no cell; a link to it means "no further node". Short row keys
 * are padded with zeroes. A search compares with several nodes for each one that it visits: the
 * bytes in the link decide most comparisons without touching the next node, and the bytes in that
 * node decide most others without touching its cell. Each saves a cache miss. In a column with
 * thousands of versions, the newest one links past all of them.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Nodes on a level are in {@link CellOrder}, all keys (sequence id included) distinct, and
 *       each is also on all levels below.
 *   <li>A node is complete, with its own links, before the first link to it is released; a link is
 *       read with acquire, as one long: address and row bytes of one node. So a reader never sees
 *       half a node.
 *   <li>Nodes are not reused while there are readers. A replaced node is unlinked from the chain
 *       but still leads back into it, past nodes added later; it no longer has levels.
 * </ol>
 *
 * <p>One thread at a time inserts; any number may read without a lock. A reader sees at least the
 * nodes that were linked before it began.
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

  static {
    assert LINKS + MAX_HEIGHT + 1 == LongArena.MAX_RUN : "the longest node";
  }

  // The number at PLACE, from the top.
  private static final int LEVELS_SHIFT = 60;
  private static final long HAS_OLDER = 1L << 59;
  private static final long PLACE_OF_CELL = HAS_OLDER - 1;
  private static final int CHUNK_MASK = (int) (PLACE_OF_CELL >>> 32);

  // Fixed at construction.
  private final LongArena nodes;
  private final CellChunks chunks;
  private final RowHashIndex rows;

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
    this.rows = new RowHashIndex(RowHashIndex.USUAL_MIN_ROWS, pool);
    nodes.reserve(1);
    int head = nodes.allocate(LINKS + MAX_HEIGHT);
    assert head == HEAD;
  }

  /** Gives the pages of the nodes to the pool; there must be no more reads or inserts. */
  void giveBack() {
    nodes.giveBack();
  }

  /**
   * Takes room for so many cells.
   *
   * @throws OutOfMemoryError when there is none; nothing is reserved then
   */
  void reserve(int cells) {
    nodes.reserve(cells);
  }

  /** Undoes reservations of cells that were not inserted. */
  void giveBack(int cells) {
    nodes.giveBack(cells);
  }

  /**
   * Links a cell that is already in a chunk, and that room was taken for: makes nothing that it
   * cannot do without. A node with the same key and sequence id is replaced.
   *
   * @param key the cell, with its sequence id
   * @return the length of the replaced cell, or -1 when there was none
   */
  int insert(int chunk, int offset, Cell key) {
    long prefix = rowPrefix(key);
    locate(key, prefix);
    boolean startsRow = !isSameRow(before[0], key, prefix);
    int after = nodeOf(next(before[0], 0));
    boolean sameColumn = after != NONE && isSameColumn(next(before[0], 0), key, prefix);
    boolean replaces = sameColumn && CellOrder.compareCells(probe, key) == 0;
    int levels = replaces ? levelsOf(after) : randomHeight();
    int last = sameColumn ? lastOfColumn(after) : NONE;
    if (replaces && last == after) {
      last = NONE;
    }
    int node = newNode(chunk, offset, key, prefix, levels, last);
    link(linkTo(node, prefix), levels, replaces ? after : NONE);
    if (startsRow) {
      rows.put(RowHashIndex.hash(key), node);
    }
    if (!replaces) {
      return -1;
    }
    takeOut(after);
    return lengthOf(after);
  }

  /** The node after {@code node}, or {@link #NONE}. */
  int next(int node) {
    return nodeOf(next(node, 0));
  }

  /** The last node before {@code key}, or {@link #HEAD}; {@code probe} is scratch space. */
  int lastBefore(Cell key, Cell probe) {
    return find(HEAD, height - 1, NONE, key, rowPrefix(key), probe, true);
  }

  /** The first node not before {@code key}, or {@link #NONE}; {@code probe} is scratch space. */
  int firstFrom(Cell key, Cell probe) {
    if (CellOrder.isStartOfRow(key)) {
      int first = rows.first(RowHashIndex.hash(key));
      if (first != NONE && view(first, probe).sameRow(key)) {
        return first;
      }
    }
    return find(HEAD, height - 1, NONE, key, rowPrefix(key), probe, false);
  }

  /**
   * As {@link #firstFrom(Cell, Cell)} for a key behind {@code node}: climbs from there, so the cost
   * grows with the logarithm of the distance, or from the last version of its column.
   */
  int firstFrom(int node, Cell key, Cell probe) {
    long prefix = rowPrefix(key);
    int at = node;
    int last = lastOfColumn(at);
    if (last != at && CellOrder.compareCells(view(last, probe), key) < 0) {
      at = last;
    }
    int level = levelsOf(at) - 1;
    if (level < 0) {
      return firstFrom(key, probe); // it was replaced: what came later does not follow it
    }
    long next = next(at, level);
    while (next != NONE && compare(next, key, prefix, probe) < 0) {
      at = nodeOf(next);
      level = levelsOf(at) - 1;
      next = next(at, level);
    }
    return level == 0 ? nodeOf(next) : find(at, level - 1, next, key, prefix, probe, false);
  }

  /**
   * The node on one side of the place of {@code key}. Both were compared with it: what a link says
   * a moment later may be a node before {@code key} that was added meanwhile.
   *
   * @param from a node before {@code key}
   * @param topLevel the level to begin with; {@code from} is on it
   * @param notBefore a link to a node that is not before {@code key}, if one is known
   */
  private int find(
      int from, int topLevel, long notBefore, Cell key, long prefix, Cell probe, boolean before) {
    int node = from;
    long tooFar = notBefore;
    for (int level = topLevel; level >= 0; level--) {
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
        chunks.get((int) (place >>> 32) & CHUNK_MASK),
        (int) place,
        lengthOf(node),
        nodes.get(node + SEQUENCE));
  }

  /** Heap bytes of what was reserved, by who reserves. */
  long reservedBytes() {
    return nodes.heapBytes();
  }

  /** Heap bytes of the rest; by anybody. */
  long rowsBytes() {
    return rows.heapBytes();
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

  private int levelsOf(int node) {
    return node == HEAD ? height : (int) (nodes.get(node + PLACE) >>> LEVELS_SHIFT);
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

  private boolean isSameRow(int node, Cell key, long keyPrefix) {
    return node != HEAD
        && (int) nodes.get(node + LENGTH_AND_PREFIX) == (int) keyPrefix
        && view(node, probe).sameRow(key);
  }

  /** Whether the node that a link leads to has the column of {@code key}; if so, probe shows it. */
  private boolean isSameColumn(long link, Cell key, long keyPrefix) {
    if ((int) (link >>> 32) != (int) (keyPrefix >>> 32)) {
      return false;
    }
    int node = nodeOf(link);
    if ((int) nodes.get(node + LENGTH_AND_PREFIX) != (int) keyPrefix) {
      return false;
    }
    view(node, probe);
    return probe.sameRow(key) && CellOrder.compareQualifiers(probe, key) == 0;
  }

  /** A node of the same column at or behind {@code node}: the oldest version when it came. */
  private int lastOfColumn(int node) {
    long place = nodes.get(node + PLACE);
    return (place & HAS_OLDER) == 0
        ? node
        : (int) nodes.get(node + LINKS + (int) (place >>> LEVELS_SHIFT));
  }

  /** Marks a node that nothing leads to but the last versions noted in others. */
  private void takeOut(int node) {
    nodes.setRelease(node + PLACE, nodes.get(node + PLACE) & PLACE_OF_CELL);
  }

  private int newNode(int chunk, int offset, Cell key, long prefix, int levels, int lastOfColumn) {
    assert chunk <= CHUNK_MASK : chunk;
    boolean older = lastOfColumn != NONE;
    int node = nodes.allocate(LINKS + levels + (older ? 1 : 0));
    long place = (long) levels << LEVELS_SHIFT | (long) chunk << 32 | offset;
    nodes.set(node + PLACE, older ? place | HAS_OLDER : place);
    nodes.set(node + LENGTH_AND_PREFIX, (long) key.length() << 32 | (prefix & 0xffff_ffffL));
    nodes.set(node + SEQUENCE, key.sequence());
    if (older) {
      nodes.set(node + LINKS + levels, lastOfColumn);
    }
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
