package io.rowandb.systems.measure;

import java.util.List;

/**
 * What came out for one design.
 *
 * @param name of the attempt
 * @param idea of the attempt
 * @param regions how many the table began with
 * @param writtenRegions how many of them took the newest records
 * @param busiestShare the part of the newest records that the busiest of them took, from 0 to 1
 * @param records how many the table was given
 * @param rows how many it has
 * @param bytes of all its cells, with their keys, before any compression
 * @param answers one for each question
 */
public record Measurement(
    String name,
    String idea,
    int regions,
    int writtenRegions,
    double busiestShare,
    long records,
    long rows,
    long bytes,
    List<Answered> answers) {
  /** Copies the list. */
  public Measurement {
    answers = List.copyOf(answers);
  }

  /**
   * Records that others with the same key have replaced: lost, unless the same one was given twice.
   */
  public long replaced() {
    return records - rows;
  }

  /**
   * How a question was answered; means over all that was asked.
   *
   * @param question its name
   * @param ranges how many stretches of rows were read
   * @param regions in how many regions they are
   * @param rows how many rows they have
   * @param bytes of their cells, with their keys
   * @param records how many records answered
   * @param medianMicros half of the answers took no longer
   * @param slowMicros 99 of 100 took no longer
   */
  public record Answered(
      String question,
      double ranges,
      double regions,
      double rows,
      double bytes,
      double records,
      long medianMicros,
      long slowMicros) {}
}
