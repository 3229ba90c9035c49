package io.rowandb.tsdb.server.graph;

/**
 * What is noted at a time.
 *
 * @param millis since 1970
 * @param label of one line; empty for none. Of a longer one the first {@value #MOST} characters are
 *     kept
 */
public record GraphMark(long millis, String label) {
  private static final int MOST = 200;

  /** Cuts the label, and makes spaces of what is no printed character. */
  public GraphMark {
    String start = label.length() > MOST ? label.substring(0, MOST) + "…" : label;
    label = start.replaceAll("\\p{Cntrl}", " ");
  }
}
