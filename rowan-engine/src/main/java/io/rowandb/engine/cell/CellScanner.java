package io.rowandb.engine.cell;

import java.io.IOException;

/**
 * A cursor over cells in {@link CellOrder}, over a chunk list, a file, or several of them merged.
 *
 * <p>A new scanner stands before the first cell. The cell returned by {@link #cell} is the
 * scanner's own view and changes when the scanner moves; the byte range it shows stays valid until
 * {@link #close} (and as long as its array is reachable). Used by one thread at a time. After an
 * {@code IOException} only {@link #close} may be called.
 */
public interface CellScanner extends AutoCloseable {
  /** The cell the cursor stands on, or null before the first and after the last. */
  Cell cell();

  /**
   * Moves to the next cell.
   *
   * @return false when there is none; the cursor then stands after the last cell
   */
  boolean next() throws IOException;

  /**
   * Moves to the first cell at or after {@code key}, forwards or backwards.
   *
   * @param key any search key; must not be a view of this scanner's own, moving cell
   * @return false when there is none; the cursor then stands after the last cell
   */
  boolean seek(Cell key) throws IOException;

  /**
   * As {@link #seek}, for a key at or after the present cell; may be much cheaper when the key is
   * near. Never moves backwards: a key before the present cell leaves the cursor where it is.
   */
  default boolean seekForward(Cell key) throws IOException {
    Cell at = cell();
    if (at != null && CellOrder.compareCells(at, key) >= 0) {
      return true;
    }
    return seek(key);
  }

  /**
   * Moves to the last cell before {@code key}, from anywhere.
   *
   * @return false when there is none; the cursor then stands before the first cell
   */
  boolean seekBefore(Cell key) throws IOException;

  /** About how many bytes of a file's blocks it keeps between calls. */
  default long heldBytes() {
    return 0;
  }

  /** Releases what the scanner holds. Closing twice does nothing. */
  @Override
  void close();
}
