package io.rowandb.engine.world;

import java.util.ArrayList;
import java.util.List;

/**
 * What a row may hold after a loss: the last value that has to be there, or a later one.
 *
 * <p>Invariants: {@code forced <= logged}, and values that no loss can bring back are forgotten.
 */
final class ExpectedRow {
  /** The oldest possible first; null where the row is absent. */
  private final List<String> values = new ArrayList<>();

  /** Which of them was the last to be written to the log. */
  private int appended;

  /** Which of them a loss of the process leaves at least. */
  private int logged;

  /** Which of them a loss of power leaves at least. */
  private int forced;

  /** A row that holds {@code value} for sure. */
  ExpectedRow(String value) {
    values.add(value);
  }

  ExpectedRow(ExpectedRow other) {
    values.addAll(other.values);
    appended = other.appended;
    logged = other.logged;
    forced = other.forced;
  }

  /** What it holds while nothing is lost. */
  String latest() {
    return values.get(values.size() - 1);
  }

  /** A write is under way. */
  void begin(String value) {
    values.add(value);
  }

  /** A write that goes into the log came back. */
  void append() {
    appended = values.size() - 1;
  }

  /** Everything in the log has been given to the operating system. */
  void log() {
    logged = Math.max(logged, appended);
  }

  /** Everything in the log is on disk. */
  void force() {
    log();
    becomeSure(Math.max(forced, appended));
  }

  /** Everything is in files. */
  void flush() {
    logged = values.size() - 1;
    becomeSure(values.size() - 1);
  }

  boolean mayHold(String value, Loss loss) {
    return values.subList(loss == Loss.POWER ? forced : logged, values.size()).contains(value);
  }

  private void becomeSure(int index) {
    values.subList(0, index).clear();
    forced = 0;
    logged = Math.max(0, logged - index);
    appended = Math.max(0, appended - index);
  }

  @Override
  public String toString() {
    return values + " from " + logged + ", power " + forced;
  }
}
