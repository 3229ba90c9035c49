package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.io.CorruptFileException;
import java.io.IOException;

/**
 * A place in the data index of a file: an entry in the root and in each level below, the last of
 * which names a data block. Moves entry by entry or by key. Used by one thread; holds one index
 * block of each level.
 */
final class IndexCursor {
  /** Where blocks of the index come from. */
  interface Source {
    /** A leaf or intermediate index block. */
    IndexBlock indexBlock(BlockType type, long offset, int size) throws IOException;
  }

  // Fixed at construction.
  private final IndexBlock.Limits limits;
  private final Source source;
  private final IndexBlock[] path;
  private final int[] at;
  private final Cell probe;

  /**
   * @param source of blocks that are not the root
   * @param limits of the file
   * @param root the root, pinned by the open file
   * @param levels of the index, with the root
   * @param probe a view to work with
   */
  IndexCursor(Source source, IndexBlock.Limits limits, IndexBlock root, int levels, Cell probe) {
    this.limits = limits;
    this.source = source;
    this.path = new IndexBlock[levels];
    this.at = new int[levels];
    this.path[0] = root;
    this.probe = probe;
  }

  /**
   * Moves to the last entry at or before {@code key}, or to the first entry if there is none.
   *
   * @return false when the file has no blocks
   */
  boolean seek(Cell key) throws IOException {
    if (path[0].count() == 0) {
      return false;
    }
    at[0] = Math.max(0, path[0].search(key, probe));
    for (int level = 1; level < path.length; level++) {
      descend(level);
      at[level] = Math.max(0, path[level].search(key, probe));
    }
    return true;
  }

  /** Moves to the first entry; false when the file has no blocks. */
  boolean first() throws IOException {
    if (path[0].count() == 0) {
      return false;
    }
    at[0] = 0;
    descendFirst(1);
    return true;
  }

  /** Moves to the next entry; false, and no move, when there is none. */
  boolean next() throws IOException {
    int level = path.length - 1;
    while (level >= 0 && at[level] + 1 >= path[level].count()) {
      level--;
    }
    if (level < 0) {
      return false;
    }
    long before = blockOffset();
    at[level]++;
    descendFirst(level + 1);
    checkMove(before, blockOffset() > before);
    return true;
  }

  /** Moves to the entry before; false, and no move, when there is none. */
  boolean previous() throws IOException {
    int level = path.length - 1;
    while (level >= 0 && at[level] == 0) {
      level--;
    }
    if (level < 0) {
      return false;
    }
    long before = blockOffset();
    at[level]--;
    for (int below = level + 1; below < path.length; below++) {
      descend(below);
      at[below] = path[below].count() - 1;
    }
    checkMove(before, blockOffset() < before);
    return true;
  }

  /** Data blocks are in the file in the order of the index; so no walk over it can be endless. */
  private void checkMove(long before, boolean inOrder) throws CorruptFileException {
    if (!inOrder) {
      throw new CorruptFileException(
          limits.path(),
          limits.dataEnd(),
          "index: data block at " + blockOffset() + " is on the wrong side of that at " + before);
    }
  }

  /** Where the data block starts. */
  long blockOffset() {
    int last = path.length - 1;
    return path[last].childOffset(at[last]);
  }

  /** Its bytes on disk. */
  int blockBytes() {
    int last = path.length - 1;
    return path[last].childBytes(at[last]);
  }

  private void descendFirst(int from) throws IOException {
    for (int level = from; level < path.length; level++) {
      descend(level);
      at[level] = 0;
    }
  }

  /** Puts the block that the level above points at into the path, unless it is there. */
  private void descend(int level) throws IOException {
    IndexBlock above = path[level - 1];
    long offset = above.childOffset(at[level - 1]);
    if (path[level] == null || path[level].offset() != offset) {
      BlockType type =
          level == path.length - 1 ? BlockType.LEAF_INDEX : BlockType.INTERMEDIATE_INDEX;
      path[level] = source.indexBlock(type, offset, above.childBytes(at[level - 1]));
    }
  }
}
