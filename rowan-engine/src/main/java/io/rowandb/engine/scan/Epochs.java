package io.rowandb.engine.scan;

import java.util.Arrays;

/** Epochs of one column or family, ascending by the sequence id that ends them; reused. */
final class Epochs {
  /** The end of the epoch that no marker has ended. */
  static final long OPEN = Long.MAX_VALUE;

  private Epoch[] epochs = new Epoch[0];
  private int size;

  /** How many there are. */
  int size() {
    return size;
  }

  /** Whether there are none. */
  boolean isEmpty() {
    return size == 0;
  }

  /** The {@code i}-th. */
  Epoch get(int i) {
    return epochs[i];
  }

  /** Drops all. */
  void clear() {
    size = 0;
  }

  /** Where the first epoch stands that ends at or after {@code sequence}. */
  int indexAtOrAfter(long sequence) {
    int i = 0;
    while (i < size && epochs[i].end() < sequence) {
      i++;
    }
    return i;
  }

  /** The first epoch that ends at or after {@code sequence}; there must be one. */
  Epoch atOrAfter(long sequence) {
    return epochs[indexAtOrAfter(sequence)];
  }

  /** Adds an empty epoch that a marker ends, in place of one with the same end. */
  void put(long end, long timestamp) {
    int at = indexAtOrAfter(end);
    if (at == size || epochs[at].end() != end) {
      Epoch spare = takeSpare();
      System.arraycopy(epochs, at, epochs, at + 1, size - at);
      epochs[at] = spare;
      size++;
    }
    epochs[at].reset(end, timestamp);
  }

  /** Becomes a deep copy of {@code other}. */
  void copyFrom(Epochs other) {
    size = 0;
    for (int i = 0; i < other.size; i++) {
      Epoch spare = takeSpare();
      spare.copyFrom(other.epochs[i]);
      epochs[size++] = spare;
    }
  }

  /** An epoch not in use, which is left out of the array's unused part. */
  private Epoch takeSpare() {
    if (size == epochs.length) {
      epochs = Arrays.copyOf(epochs, Math.max(4, 2 * size));
    }
    Epoch spare = epochs[size];
    epochs[size] = null;
    return spare == null ? new Epoch() : spare;
  }
}
