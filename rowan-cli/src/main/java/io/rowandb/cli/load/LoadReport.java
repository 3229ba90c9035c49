package io.rowandb.cli.load;

import io.rowandb.cli.terminal.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a load did, for people.
 *
 * @param table where to
 * @param mark lines, rows, cells, bad lines, and the time until all were sorted
 * @param indexes how many rows each line had beside its own, at most
 * @param mergeNanos making files of what was sorted
 * @param loadNanos making them part of the table
 * @param files how many
 * @param bytes of the files
 */
record LoadReport(
    String table,
    LoadMark mark,
    int indexes,
    long mergeNanos,
    long loadNanos,
    int files,
    long bytes) {
  /** With fewer rows a run does not show what sorting on disk costs, so nothing is extrapolated. */
  static final long LEAST_ROWS = 20_000_000;

  /** The day of the article about a store of logs: so many rows, each with two index rows. */
  private static final long DAY_ROWS = 1_000_000_000L;

  private static final int DAY_INDEXES = 2;

  /** The lines to print. */
  List<String> lines() {
    long nanos = mark.nanos() + mergeNanos + loadNanos;
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %s rows, %s cells, in %s: %s rows/s; %s bad lines",
            table,
            Figures.count(mark.rows()),
            Figures.count(mark.cells()),
            Figures.duration(nanos),
            Figures.count(Figures.rate(mark.rows(), nanos)),
            Figures.count(mark.badLines())));
    lines.add(
        String.format(
            Locale.ROOT,
            "reading and sorting %s, merging into %d files of %s %s, making them part of the table %s",
            Figures.duration(mark.nanos()),
            files,
            Figures.bytes(bytes),
            Figures.duration(mergeNanos),
            Figures.duration(loadNanos)));
    lines.add(day(nanos));
    return lines;
  }

  private String day(long nanos) {
    String what =
        String.format(
            Locale.ROOT,
            "the article's day, %s rows with two index rows each,",
            Figures.count(DAY_ROWS));
    if (mark.rows() < LEAST_ROWS) {
      return what
          + " is not extrapolated from "
          + Figures.count(mark.rows())
          + " rows; it takes "
          + Figures.count(LEAST_ROWS);
    }
    boolean measured = indexes == DAY_INDEXES;
    long rows = measured ? DAY_ROWS : DAY_ROWS * (1 + DAY_INDEXES);
    double hours = (double) nanos * rows / mark.rows() / 3.6e12;
    return String.format(
        Locale.ROOT,
        "%s would take %.1f h at this rate%s",
        what,
        hours,
        measured ? "" : ", if an index row takes as long as these rows");
  }
}
