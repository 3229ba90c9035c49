package io.rowandb.bench.peer;

/** Sees the value of one cell in place; the ranges are valid only during the call. */
@FunctionalInterface
public interface RowVisitor {
  /** One cell: its row key and its value. */
  void cell(
      byte[] keyArray,
      int keyOffset,
      int keyLength,
      byte[] valueArray,
      int valueOffset,
      int valueLength);
}
