package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.expression.Formula.Node;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Functions of formulas. */
final class FormulaFunctions {
  private FormulaFunctions() {}

  /** By name and number of arguments. */
  static Optional<Node> find(String name, List<Node> arguments) {
    return switch (arguments.size()) {
      case 1 -> ofOne(name).map(function -> apply(function, arguments.get(0)));
      case 2 -> ofTwo(name).map(function -> apply(function, arguments.get(0), arguments.get(1)));
      default -> Optional.empty();
    };
  }

  private static Node apply(DoubleUnaryOperator function, Node of) {
    return values -> function.applyAsDouble(of.value(values));
  }

  private static Node apply(DoubleBinaryOperator function, Node left, Node right) {
    return values -> function.applyAsDouble(left.value(values), right.value(values));
  }

  private static Optional<DoubleUnaryOperator> ofOne(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "abs" -> Math::abs;
          case "sqrt" -> Math::sqrt;
          case "exp" -> Math::exp;
          case "log" -> Math::log;
          case "log10" -> Math::log10;
          case "floor" -> Math::floor;
          case "ceil" -> Math::ceil;
          case "round" -> Math::rint;
          default -> null;
        });
  }

  private static Optional<DoubleBinaryOperator> ofTwo(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "min" -> Math::min;
          case "max" -> Math::max;
          case "pow" -> Math::pow;
          default -> null;
        });
  }
}
