package io.rowandb.tsdb.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * An expression of numbers and variables, as in {@code (a + b) / 2 > 10 && !c}. Operators, the
 * weakest first: {@code ?:}, {@code ||}, {@code &&}, {@code == !=}, {@code < <= > >=}, {@code + -},
 * {@code * / %}, {@code - !}; in words {@code or and not eq ne lt le gt ge div mod}. Functions:
 * {@code abs sqrt exp log log10 floor ceil round min max pow}. All numbers are doubles. Immutable.
 *
 * <p>As in OpenTSDB's, dividing by zero gives 0, a truth is 1 or 0, what is no number is false and
 * less than all numbers.
 */
public final class Formula {
  /** The most characters. */
  public static final int MAX_LENGTH = 10_000;

  /** The most parentheses, signs and functions within one another. */
  public static final int MAX_DEPTH = 100;

  /** A part of it. */
  interface Node {
    double value(double[] variables);
  }

  private final List<String> variables;
  private final Node root;
  private final int weight;

  private Formula(List<String> variables, Node root, int weight) {
    this.variables = List.copyOf(variables);
    this.root = root;
    this.weight = weight;
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  public static Formula parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "an expression has at most " + MAX_LENGTH + " characters: " + text.length());
    }
    List<String> variables = new ArrayList<>();
    Node root = new FormulaParser(text, variables).parse();
    return new Formula(variables, root, text.length());
  }

  /** Its variables, by their first use. */
  public List<String> variables() {
    return variables;
  }

  /**
   * Its value.
   *
   * @param values one of each variable, in their order
   */
  public double value(double[] values) {
    return root.value(values);
  }

  /** About how many steps a value takes. */
  int weight() {
    return weight;
  }

  static boolean isTrue(double number) {
    return number != 0 && !Double.isNaN(number);
  }

  static double of(boolean truth) {
    return truth ? 1 : 0;
  }

  /** Where what is no number is equal to itself, and less than all numbers. */
  static int compare(double a, double b) {
    if (Double.isNaN(a) || Double.isNaN(b)) {
      return Boolean.compare(Double.isNaN(b), Double.isNaN(a));
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }
}
