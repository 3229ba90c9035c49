package io.rowandb.tsdb.server.graph;

import io.rowandb.tsdb.aggregate.Samples;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where values of an axis are: from 0 at its beginning to 1 at its end. All finite values of double
 * are taken; nothing overflows. Immutable.
 */
final class GraphScale {
  private static final double[] STEPS = {1, 2, 5, 10};
  private static final int MOST_TICKS = 50;
  private static final int DIGITS = 6;

  private final double min;
  private final double max;
  private final boolean log;

  private GraphScale(double min, double max, boolean log) {
    this.min = min;
    this.max = max;
    this.log = log;
  }

  /** For an axis, of the lines that are its own. */
  static GraphScale of(GraphAxis axis, List<GraphLine> lines) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (GraphLine line : lines) {
      Samples numbers = line.numbers();
      for (int i = 0; i < numbers.size(); i++) {
        double value = numbers.doubleValue(i);
        if (!Double.isNaN(value) && (!axis.log() || value > 0)) {
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
      }
    }
    if (low > high) {
      low = axis.log() ? 1 : 0; // there are none
      high = 10;
    }
    return within(
        Double.isNaN(axis.min()) ? low : axis.min(),
        Double.isNaN(axis.max()) ? high : axis.max(),
        axis.log());
  }

  /** Between two values in any order; of one value, with room around it. */
  static GraphScale within(double one, double other, boolean log) {
    if (log) {
      double low = transformed(Math.min(one, other));
      double high = transformed(Math.max(one, other));
      return low < high ? new GraphScale(low, high, true) : new GraphScale(low - 1, high + 1, true);
    }
    double low = Math.min(one, other);
    double high = Math.max(one, other);
    if (low < high) {
      return new GraphScale(low, high, false);
    }
    double room = Math.max(Math.abs(low) / 10, 1);
    double below = Math.max(low - room, -Double.MAX_VALUE);
    double above = Math.min(high + room, Double.MAX_VALUE);
    return new GraphScale(below, above, /* log= */ false);
  }

  /** A logarithm; that of the least value above 0 for what has none. */
  private static double transformed(double value) {
    return Math.log10(Math.max(value, Double.MIN_VALUE));
  }

  /** Whether a value can be shown, though perhaps outside of the axis. */
  boolean shows(double value) {
    return !Double.isNaN(value) && (!log || value > 0);
  }

  /** Where a value is: 0 to 1, and far outside at most by 10. */
  double position(double value) {
    double at = log ? transformed(value) : value;
    double length = max / 2 - min / 2; // halves do not overflow
    if (length == 0) {
      return 0.5; // the least numbers of all, which have no halves
    }
    double position = (at / 2 - min / 2) / length;
    return Math.max(-10, Math.min(10, position));
  }

  /** A value at the axis, with its label. */
  record Tick(double value, String label) {}

  /**
   * Round values at the axis.
   *
   * @param most about how many, from 1
   */
  List<Tick> ticks(int most) {
    double step = step(most);
    if (!(step > 0) || Double.isInfinite(step)) {
      return List.of();
    }
    List<Tick> ticks = new ArrayList<>();
    double first = Math.ceil(min / step);
    for (int i = 0; i < MOST_TICKS; i++) {
      double at = (first + i) * step;
      if (!(at <= max)) {
        break;
      }
      double value = log ? Math.pow(10, at) : at;
      boolean other = ticks.isEmpty() || value > ticks.get(ticks.size() - 1).value();
      if (other && Double.isFinite(value) && (!log || value > 0)) {
        ticks.add(new Tick(value, label(value)));
      }
    }
    return ticks;
  }

  private double step(int most) {
    double rough = (max / 2 - min / 2) / most * 2;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = STEPS[STEPS.length - 1] * power;
    for (double each : STEPS) {
      if (each * power >= rough) {
        step = each * power;
        break;
      }
    }
    return log ? Math.max(1, Math.ceil(step)) : step;
  }

  /** Up to six digits. */
  static String label(double value) {
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    if (size >= 1e-4 && size < 1e9) {
      return new BigDecimal(value)
          .round(new MathContext(size < 1e6 ? DIGITS : DIGITS + 3))
          .stripTrailingZeros()
          .toPlainString();
    }
    String text = String.format(Locale.ROOT, "%.5e", value);
    int e = text.indexOf('e');
    return text.substring(0, e).replaceFirst("\\.?0+$", "") + text.substring(e);
  }
}
