package io.rowandb.tsdb.server.graph;

/**
 * Where the names of the series stand.
 *
 * @param shown whether they are shown
 * @param left whether at the left
 * @param bottom whether at the bottom
 * @param center whether in the middle of that side, of left and right
 */
public record GraphKey(boolean shown, boolean left, boolean bottom, boolean center) {
  /** At the top right. */
  public static final GraphKey TOP_RIGHT = new GraphKey(true, false, false, false);
}
