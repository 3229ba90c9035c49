package io.rowandb.cli.terminal;

import java.util.Locale;

/**
 * How far a piece of work is, at one moment.
 *
 * @param label what is being done
 * @param noun one of what is counted
 * @param count how many are done
 * @param newCount those of them done in this run, which determine the rate
 * @param fraction the fraction of the whole that is done, 0 to 1
 * @param startFraction how much was done before this run
 * @param nanos time spent in this run
 */
public record ProgressLine(
    String label,
    String noun,
    long count,
    long newCount,
    double fraction,
    double startFraction,
    long nanos) {
  private static final int LABEL_COLUMNS = 16;
  private static final int WIDEST_BAR = 30;

  /** Room for percent and figures up to a million rows, so that the bar keeps its width. */
  private static final int FIGURES_COLUMNS = 46;

  private static final double TOO_EARLY_TO_TELL = 0.005;

  /** With a bar, for a screen of {@code columns}. */
  public String bar(int columns) {
    String left = DisplayText.padRight(DisplayText.cut(label, LABEL_COLUMNS), LABEL_COLUMNS);
    String right = String.format(Locale.ROOT, "%3d%%  %s", percent(), figures());
    int cells =
        Math.min(
            WIDEST_BAR, columns - LABEL_COLUMNS - Math.max(FIGURES_COLUMNS, right.length()) - 5);
    if (cells < 3) {
      return DisplayText.cut(left + " " + right, columns - 1);
    }
    int full = (int) Math.round(cells * Math.min(1, fraction));
    return left + " [" + "#".repeat(full) + ".".repeat(cells - full) + "] " + right;
  }

  /** Without a bar, for a file or a simple terminal. */
  public String plain() {
    return String.format(Locale.ROOT, "%s: %d%%, %s", label, percent(), figures());
  }

  private String figures() {
    return String.format(
        Locale.ROOT,
        "%s, %s/s, %s",
        Figures.counted(count, noun),
        Figures.counted(Figures.rate(newCount, nanos), noun),
        timeLeft());
  }

  private long percent() {
    return (long) Math.floor(100 * Math.min(1, fraction));
  }

  private String timeLeft() {
    double doneNow = fraction - startFraction;
    if (fraction >= 1) {
      return Figures.duration(nanos);
    }
    if (doneNow < TOO_EARLY_TO_TELL) {
      return "…";
    }
    long seconds = Math.max(1, Math.round(nanos * (1 - fraction) / doneNow / 1e9));
    return (seconds < 60
            ? seconds + " s"
            : String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60))
        + " left";
  }
}
