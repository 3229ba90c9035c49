package io.rowandb.tsdb.rollup;

import java.util.Optional;
import java.util.stream.Stream;

/** What is kept of an interval. The numbers are frozen: they are OpenTSDB's, in its example. */
public enum RollupKind {
  /** The sum of its numbers. */
  SUM(0),
  /** How many there are. */
  COUNT(1),
  /** The least. */
  MIN(2),
  /** The greatest. */
  MAX(3);

  private final int id;

  RollupKind(int id) {
    this.id = id;
  }

  /** The one of a first byte, if there is one. */
  static Optional<RollupKind> of(byte id) {
    return Stream.of(values()).filter(each -> each.id == id).findFirst();
  }

  /** The first byte of its columns. */
  public int id() {
    return id;
  }
}
