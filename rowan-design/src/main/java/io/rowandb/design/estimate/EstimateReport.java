package io.rowandb.design.estimate;

import java.util.List;

/**
 * What a table will take.
 *
 * @param rows that the figures are for
 * @param sampleRows rows of the sample that have a key
 * @param trialRows of these that were written to be measured
 * @param parts of which cells consist, before encoding and compression
 * @param files the table's files, with each encoding and codec
 * @param figures for people: name, value, and how it comes about
 */
public record EstimateReport(
    String table,
    long rows,
    long sampleRows,
    long trialRows,
    List<Part> parts,
    List<Files> files,
    List<Figure> figures) {
  /** Copies the lists. */
  public EstimateReport {
    parts = List.copyOf(parts);
    files = List.copyOf(files);
    figures = List.copyOf(figures);
  }

  /** One part: its bytes in a row, on average, and in all rows. */
  public record Part(String name, double bytesARow, double bytes) {}

  /**
   * Files with one encoding and codec.
   *
   * @param bytesARow as measured
   * @param bytes of all rows
   * @param isPlanned whether it is the plan's own choice
   */
  public record Files(
      String encoding, String codec, double bytesARow, double bytes, boolean isPlanned) {}

  /** A figure: its name, its value, in {@code unit}, and how it comes about. */
  public record Figure(String name, double value, String unit, String reason) {}
}
