package io.rowandb.bench.peer;

/** Gets to see the value of one cell where it lies; the ranges are valid during the call only. */
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
