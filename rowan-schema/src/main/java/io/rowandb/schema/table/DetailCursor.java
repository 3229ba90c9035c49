package io.rowandb.schema.table;

import io.rowandb.schema.key.MalformedKeyException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Makes details from their cells, which arrive sorted by key and name, the newest of each first.
 * Holds one detail at a time. Used by one thread.
 */
public final class DetailCursor<D> implements Iterator<D> {
  // Fixed at construction.
  private final DetailDesign<D> design;
  private final Iterator<DetailCell> cells;

  /** The first of the next detail, or null behind the last. */
  private DetailCell next;

  private byte[] key;

  /** Over the cells of a design's details. */
  public DetailCursor(DetailDesign<D> design, Iterator<DetailCell> cells) {
    this.design = design;
    this.cells = cells;
    advance();
  }

  private void advance() {
    next = cells.hasNext() ? cells.next() : null;
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  /**
   * The next detail.
   *
   * @throws IllegalArgumentException naming the detail, the field and the rule, when a cell has no
   *     value of its field; and whatever the detail's constructor throws
   */
  @Override
  public D next() {
    if (next == null) {
      throw new NoSuchElementException("there are no more details");
    }
    key = next.key();
    Object[] values = design.cells().missing();
    try {
      String last = null;
      for (; next != null && Arrays.equals(next.key(), key); advance()) {
        if (!next.name().equals(last)) { // else an older version
          last = next.name();
          design.cells().read(last, next.cell(), values);
        }
      }
      design.key().decode(key, values);
    } catch (IllegalArgumentException | MalformedKeyException e) {
      throw new IllegalArgumentException(
          "detail " + Bytes.toStringBinary(key) + ": " + e.getMessage(), e);
    }
    return design.shape().create(values);
  }

  /** The key of the detail that was taken last. */
  public byte[] key() {
    return key;
  }
}
