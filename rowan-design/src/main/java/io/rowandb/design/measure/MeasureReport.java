package io.rowandb.design.measure;

import io.rowandb.design.advise.AdviceReport.Call;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What was measured.
 *
 * @param written rows of the sample that were written
 * @param rows of the table, as rows with one key are one
 * @param rowBytes of a row of the table before compression, on average
 * @param seed by which values were drawn
 * @param patterns in the plan's order
 */
public record MeasureReport(
    String table, long written, long rows, double rowBytes, long seed, List<Measured> patterns) {
  /** Copies the list. */
  public MeasureReport {
    patterns = List.copyOf(patterns);
  }

  /**
   * A pattern.
   *
   * @param calls that were made and timed
   * @param rows that a call read, on average; so too cells, bytes, regions and blocks
   * @param bytes of cells with keys and names, before compression
   * @param blocks of files, from the cache or from disk; empty where nothing counts them
   * @param p50Micros microseconds that half of the calls took at most; so too p99
   * @param estimate of the same call
   * @param estimatedBytes of such a call
   */
  public record Measured(
      String pattern,
      String path,
      int calls,
      double rows,
      double cells,
      double bytes,
      double regions,
      OptionalDouble blocks,
      long p50Micros,
      long p99Micros,
      Call estimate,
      double estimatedBytes) {
    /** The measured bytes over the estimated ones, minus one: 0.2 is a fifth more. */
    public double bytesDifference() {
      return estimatedBytes == 0 ? 0 : bytes / estimatedBytes - 1;
    }

    /** The same of rows. */
    public double rowsDifference() {
      return estimate.rows() == 0 ? 0 : rows / estimate.rows() - 1;
    }
  }
}
