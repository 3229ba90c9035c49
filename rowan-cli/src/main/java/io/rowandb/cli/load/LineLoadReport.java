package io.rowandb.cli.load;

import io.rowandb.cli.terminal.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a load did, for people.
 *
 * @param table the target table
 * @param mark has lines, rows, cells, bad lines, and the time until all were sorted and merged
 * @param indexes the maximum number of additional rows per line
 * @param loadNanos time to add the files to the table
 * @param files the number of files
 * @param bytes the bytes of the files
 */
record LineLoadReport(
    String table, LineLoadMark mark, int indexes, long loadNanos, int files, long bytes) {
  /** With fewer rows a run does not show what sorting on disk costs, so nothing is extrapolated. */
  static final long LEAST_ROWS = 20_000_000;

  /** What is extrapolated to: so many rows, a day of a large log, each with two index rows. */
  private static final long LARGE_ROWS = 1_000_000_000L;

  private static final int LARGE_INDEXES = 2;

  /** The lines to print. */
  List<String> lines() {
    long nanos = mark.nanos() + mark.mergeNanos() + loadNanos;
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %s, %s, in %s: %s/s; %s",
            table,
            Figures.counted(mark.rows(), "row"),
            Figures.counted(mark.cells(), "cell"),
            Figures.duration(nanos),
            Figures.counted(Figures.rate(mark.rows(), nanos), "row"),
            Figures.counted(mark.badLines(), "bad line")));
    lines.add(
        String.format(
            Locale.ROOT,
            "reading and sorting %s, merging into %s of %s %s, making them part of the table %s",
            Figures.duration(mark.nanos()),
            Figures.counted(files, "file"),
            Figures.bytes(bytes),
            Figures.duration(mark.mergeNanos()),
            Figures.duration(loadNanos)));
    if (mark.rows() >= LEAST_ROWS) {
      lines.add(large(nanos));
    }
    return lines;
  }

  private String large(long nanos) {
    double written = (double) mark.rows() * (1 + indexes);
    double hours = (double) nanos * LARGE_ROWS * (1 + LARGE_INDEXES) / written / 3.6e12;
    return String.format(
        Locale.ROOT,
        "%s rows with two index rows each would take %.1f h at this rate%s",
        Figures.count(LARGE_ROWS),
        hours,
        indexes == LARGE_INDEXES ? "" : ", if an index row takes as long as any other");
  }
}
