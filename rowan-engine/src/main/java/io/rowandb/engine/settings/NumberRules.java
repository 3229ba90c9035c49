package io.rowandb.engine.settings;

/** Refuses impossible numbers in settings, with name and value. */
final class NumberRules {
  private NumberRules() {}

  static void atLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ": " + value);
    }
  }

  static void between(double least, double most, double value, String name) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + ": " + value);
    }
  }
}
