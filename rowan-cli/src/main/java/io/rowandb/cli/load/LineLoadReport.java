package io.rowandb.cli.load;

import io.rowandb.cli.terminal.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a load did, for people.
 *
 * @param table the target table
 * @param mark has lines, which are not rows as several may be of one, cells, bad lines, and the
 *     time until all were sorted and merged
 * @param indexes the maximum number of additional rows per line
 * @param loadNanos time to add the files to the table
 * @param files the number of files
 * @param bytes the bytes of the files
 */
record LineLoadReport(
    String table, LineLoadMark mark, int indexes, long loadNanos, int files, long bytes) {
  /**
   * With fewer lines a run does not show what sorting on disk costs, so nothing is extrapolated.
   */
  static final long LEAST_LINES = 20_000_000;

  /** What is extrapolated to: so many lines, a day of a large log, each with two index rows. */
  private static final long MANY_LINES = 1_000_000_000L;

  private static final int MANY_INDEXES = 2;

  /** The lines to print. */
  List<String> lines() {
    long nanos = mark.nanos() + mark.mergeNanos() + loadNanos;
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %s, %s, in %s: %s/s; %s",
            table,
            Figures.counted(mark.goodLines(), "line"),
            Figures.counted(mark.cells(), "cell"),
            Figures.duration(nanos),
            Figures.counted(Figures.rate(mark.goodLines(), nanos), "line"),
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
    if (mark.goodLines() >= LEAST_LINES) {
      lines.add(many(nanos));
    }
    return lines;
  }

  private String many(long nanos) {
    double written = (double) mark.goodLines() * (1 + indexes);
    double hours = (double) nanos * MANY_LINES * (1 + MANY_INDEXES) / written / 3.6e12;
    return String.format(
        Locale.ROOT,
        "%s lines with two index rows each would take %.1f h at this rate%s",
        Figures.count(MANY_LINES),
        hours,
        indexes == MANY_INDEXES ? "" : ", if an index row takes as long as any other");
  }
}
