package io.rowandb.bench.bulk;

import java.util.List;
import java.util.Locale;

/**
 * The resources used by a bulk load.
 *
 * @param rows lines, each with two index rows besides its own
 * @param nanos from the start of its JVM to the end
 * @param peakResidentBytes peak memory
 * @param writtenBytes bytes of write calls: sorted runs and the store's files
 * @param readBytes bytes of read calls: the lines and the runs
 */
public record BulkFigures(
    long rows, long nanos, long peakResidentBytes, long writtenBytes, long readBytes) {
  /** From fewer rows a day is not extrapolated: they would not show what sorting on disk costs. */
  public static final long LEAST_ROWS = 20_000_000;

  /** What the day has. */
  private static final double DAY_ROWS = 1e9;

  /** Reads what the process told of itself. */
  static BulkFigures of(long rows, long nanos, String told) {
    String[] words = told.split(" ", -1);
    if (words.length != 3) {
      throw new IllegalArgumentException("the load's process told something else: " + told);
    }
    return new BulkFigures(
        rows, nanos, Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
  }

  /** Hours for a billion rows with two index rows each at this rate. */
  double dayHours() {
    return nanos / 3.6e12 * DAY_ROWS / rows;
  }

  /** The lines to print. */
  public List<String> lines(long lineBytes) {
    return List.of(
        text(
            "%,d rows, each with two index rows: %,.1f s, %,.0f rows/s",
            rows, nanos / 1e9, rows * 1e9 / nanos),
        text("peak RSS %,.0f MB", peakResidentBytes / 1e6),
        text(
            "written %,.0f MB, %.2f times the lines; read %,.0f MB",
            writtenBytes / 1e6, (double) writtenBytes / lineBytes, readBytes / 1e6),
        rows < LEAST_ROWS
            ? text("a billion rows are extrapolated from %,d or more, not these", LEAST_ROWS)
            : text(
                "a billion rows with two index rows each would take %.1f h at this rate",
                dayHours()));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
