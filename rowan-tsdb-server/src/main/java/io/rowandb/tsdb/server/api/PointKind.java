package io.rowandb.tsdb.server.api;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What is put: points, rollups or histograms. Used by many workers. */
interface PointKind<P> {
  /** One as it was sent. */
  interface Sent<P> {
    /** What is missing, in the words of OpenTSDB; null when all is there. */
    String missing();

    /**
     * The point.
     *
     * @throws NumberFormatException when a value is no number
     * @throws IllegalArgumentException for anything else that OpenTSDB refuses
     */
    P toPoint();

    /** For an answer that says what is wrong with it: what is there. */
    Map<String, Object> members();
  }

  /** How lines call it: put. */
  String command();

  /**
   * Of a member of a request.
   *
   * @throws IllegalArgumentException when a member has a type that it cannot have
   */
  Sent<P> ofJson(Map<String, Object> members);

  /**
   * Of the words of a line; the first one is the command.
   *
   * @throws IllegalArgumentException when it is wrong
   */
  Sent<P> ofWords(String[] words);

  /**
   * The point, checked, so that only the store can refuse it.
   *
   * @throws IllegalArgumentException as {@link Sent#toPoint}
   */
  P toPoint(Sent<P> sent);

  /** Writes them, all or, after an exception, maybe some. */
  void write(List<P> points) throws IOException;
}
