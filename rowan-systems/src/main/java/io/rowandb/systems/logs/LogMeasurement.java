package io.rowandb.systems.logs;

import java.util.List;

/**
 * The figures of one design.
 *
 * @param name of the design
 * @param idea the design in one line
 * @param lines how many it was given
 * @param rows how many the table has
 * @param cells how many a read of all versions finds
 * @param bytes of these, with their keys, before any compression
 * @param busiestShare the part of the newest writes that the busiest region took, as {@link
 *     io.rowandb.systems.measure.WriteSpread} counts it
 * @param entries ways to a line that there should be: one for each of its guids and for its code
 * @param lost how many of them are not there, so that a question misses the line
 * @param answers one for each kind of question
 */
public record LogMeasurement(
    String name,
    String idea,
    long lines,
    long rows,
    long cells,
    long bytes,
    double busiestShare,
    long entries,
    long lost,
    List<Asked> answers) {
  /** Copies the list. */
  public LogMeasurement {
    answers = List.copyOf(answers);
  }

  /**
   * How one kind of question was answered; means over all that was asked.
   *
   * @param question what is asked
   * @param rows how many were read
   * @param bytes of their cells, with their keys
   * @param found how many lines answered
   * @param wanted how many should have
   */
  public record Asked(String question, double rows, double bytes, double found, double wanted) {}
}
