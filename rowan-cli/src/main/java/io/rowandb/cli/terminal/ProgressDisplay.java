package io.rowandb.cli.terminal;

import java.util.function.LongSupplier;

/**
 * Shows a {@link ProgressLine} at intervals during work: on a screen it rewrites one line ten times
 * a second, elsewhere it prints a line every five seconds. One thread; one for each piece of work.
 */
public final class ProgressDisplay {
  private static final long SCREEN_INTERVAL_NANOS = 100_000_000L;
  private static final long PLAIN_INTERVAL_NANOS = 5_000_000_000L;
  private static final String START_OF_LINE = "\r";
  private static final String CLEAR_REST_OF_LINE = "\u001b[K";

  // Fixed at construction.
  private final Terminal terminal;
  private final String label;
  private final String noun;
  private final LongSupplier nanoTime;
  private final long startNanos;

  // Written by the one thread that works.
  private long startCount;
  private double startFraction;
  private long shownNanos;

  /** Starts the time of work on rows. */
  public ProgressDisplay(Terminal terminal, String label, LongSupplier nanoTime) {
    this(terminal, label, "row", nanoTime);
  }

  /**
   * Starts the time of work on other things than rows.
   *
   * @param noun one of them
   */
  public ProgressDisplay(Terminal terminal, String label, String noun, LongSupplier nanoTime) {
    this.terminal = terminal;
    this.label = label;
    this.noun = noun;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
    this.shownNanos = startNanos;
  }

  /** What an earlier run had done already; it does not count for the rate. */
  public void continuesFrom(long count, double fraction) {
    startCount = count;
    startFraction = fraction;
  }

  /** Shows the state when it is time for it. */
  public void update(long count, double fraction) {
    long now = nanoTime.getAsLong();
    if (now - shownNanos
        < (terminal.interactive() ? SCREEN_INTERVAL_NANOS : PLAIN_INTERVAL_NANOS)) {
      return;
    }
    shownNanos = now;
    // What is not finished never shows as finished.
    show(line(count, Math.min(fraction, 0.999), now));
  }

  /** Shows the end of the work, and ends the line. */
  public void finish(long count) {
    show(line(count, 1, nanoTime.getAsLong()));
    if (terminal.interactive()) {
      terminal.line();
    }
  }

  /** Ends the line of work that was stopped or failed. */
  public void abandon() {
    if (terminal.interactive()) {
      terminal.line();
    }
  }

  private ProgressLine line(long count, double fraction, long now) {
    return new ProgressLine(
        label, noun, count, count - startCount, fraction, startFraction, now - startNanos);
  }

  private void show(ProgressLine line) {
    if (terminal.interactive()) {
      terminal.out().print(START_OF_LINE + line.bar(terminal.columns()) + CLEAR_REST_OF_LINE);
      terminal.out().flush();
    } else {
      terminal.line(line.plain());
    }
  }
}
