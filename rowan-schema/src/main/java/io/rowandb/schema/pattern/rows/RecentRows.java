package io.rowandb.schema.pattern.rows;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The rows that a read found last: some hundred thousand of usual length. Used by one thread at a
 * time.
 */
public final class RecentRows {
  /** Beside its bytes, what a row takes in a set: objects and table, about. */
  private static final int BESIDE = 100;

  // Fixed at construction.
  private final long mostBytes;

  private final Set<ByteBuffer> rows = new LinkedHashSet<>();
  private long bytes;
  private boolean forgot;

  /**
   * None yet.
   *
   * @param mostBytes of memory; a single row may take more
   */
  public RecentRows(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Adds a row, and forgets the oldest if they are too many; says whether it was not there. */
  public boolean add(byte[] row) {
    if (!rows.add(ByteBuffer.wrap(row))) {
      return false;
    }
    bytes += row.length + BESIDE;
    for (Iterator<ByteBuffer> oldest = rows.iterator(); bytes > mostBytes && rows.size() > 1; ) {
      bytes -= oldest.next().remaining() + BESIDE;
      oldest.remove();
      forgot = true;
    }
    return true;
  }

  /** Whether rows were forgotten, so that one which is not among these may have been added. */
  public boolean hasForgotten() {
    return forgot;
  }

  /** How many it remembers. */
  public int count() {
    return rows.size();
  }
}
