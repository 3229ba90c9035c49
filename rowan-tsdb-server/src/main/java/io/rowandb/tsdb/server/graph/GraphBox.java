package io.rowandb.tsdb.server.graph;

/**
 * Where series are drawn within a graph, in pixels.
 *
 * @param left of its first column
 * @param top of its first row
 * @param right of its last column
 * @param bottom of its last row
 */
record GraphBox(int left, int top, int right, int bottom) {
  int width() {
    return right - left;
  }

  int height() {
    return bottom - top;
  }

  /** The column of a position from 0 to 1. */
  int column(double position) {
    return (int) Math.round(left + position * width());
  }

  /** The row of a position from 0, at the bottom, to 1. */
  int row(double position) {
    return (int) Math.round(bottom - position * height());
  }
}
