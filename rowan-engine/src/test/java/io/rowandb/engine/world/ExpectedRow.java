package io.rowandb.engine.world;

import java.util.ArrayList;
import java.util.List;

/**
 * What a row may hold after a loss: the last value that has to be there, or a later one.
 *
 * <p>Invariants: {@code forced <= logged <= acknowledged}, and values that no loss can bring back
 * are forgotten.
 */
final class ExpectedRow {
  /** The oldest possible first; null where the row is absent. */
  private final List<String> values = new ArrayList<>();

  /** Which of them was the last whose write came back; later ones may have failed, or not begun. */
  private int acknowledged;

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
    acknowledged = other.acknowledged;
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

  /** The last write came back. */
  void acknowledge() {
    acknowledged = values.size() - 1;
  }

  /** A write that goes into the log came back. */
  void append() {
    appended = values.size() - 1;
  }

  /** Everything in the log has been given to the operating system. */
  void log() {
    logged = Math.max(logged, appended);
  }

  /** What waited to be written to the log may have been taken back, and is only in memory. */
  void takeBack() {
    appended = logged;
  }

  /** Everything in the log is on disk. */
  void force() {
    log();
    becomeSure(Math.max(forced, appended));
  }

  /** Everything is in files. */
  void flush() {
    logged = acknowledged;
    becomeSure(acknowledged);
  }

  boolean mayHold(String value, Loss loss) {
    int first =
        switch (loss) {
          case NONE -> acknowledged;
          case PROCESS -> logged;
          case POWER -> forced;
        };
    return values.subList(first, values.size()).contains(value);
  }

  private void becomeSure(int index) {
    values.subList(0, index).clear();
    acknowledged = Math.max(0, acknowledged - index);
    forced = 0;
    logged = Math.max(0, logged - index);
    appended = Math.max(0, appended - index);
  }

  @Override
  public String toString() {
    return values + " from " + logged + ", power " + forced;
  }
}
