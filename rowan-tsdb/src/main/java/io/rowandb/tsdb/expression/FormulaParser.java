package io.rowandb.tsdb.expression;

import io.rowandb.tsdb.expression.Formula.Node;
import java.util.ArrayList;
import java.util.List;

/** Reads a formula by recursive descent. Used once. */
final class FormulaParser {
  private final FormulaTokens tokens;
  private final List<String> variables;
  private int depth;

  FormulaParser(String text, List<String> variables) {
    tokens = new FormulaTokens(text);
    this.variables = variables;
  }

  Node parse() {
    Node root = choice();
    if (!tokens.isEnd()) {
      throw tokens.wrong("an operator is wanted");
    }
    return root;
  }

  private void enter() {
    depth++;
    if (depth > Formula.MAX_DEPTH) {
      throw tokens.wrong("more than " + Formula.MAX_DEPTH + " parts within one another");
    }
  }

  private Node choice() {
    enter();
    Node condition = or();
    if (tokens.take("?")) {
      Node yes = choice();
      tokens.want(":");
      Node no = choice();
      depth--;
      return values -> (Formula.isTrue(condition.value(values)) ? yes : no).value(values);
    }
    depth--;
    return condition;
  }

  private Node or() {
    List<Node> parts = new ArrayList<>(List.of(and()));
    while (tokens.take("||") || tokens.take("or")) {
      parts.add(and());
    }
    Node[] all = parts.toArray(new Node[0]);
    return all.length == 1 ? all[0] : values -> Formula.of(any(all, values, true));
  }

  private Node and() {
    List<Node> parts = new ArrayList<>(List.of(equality()));
    while (tokens.take("&&") || tokens.take("and")) {
      parts.add(equality());
    }
    Node[] all = parts.toArray(new Node[0]);
    return all.length == 1 ? all[0] : values -> Formula.of(!any(all, values, false));
  }

  private static boolean any(Node[] parts, double[] values, boolean truth) {
    for (Node each : parts) {
      if (Formula.isTrue(each.value(values)) == truth) {
        return true;
      }
    }
    return false;
  }

  private Node equality() {
    Node left = relation();
    if (tokens.take("==") || tokens.take("eq")) {
      Node right = relation();
      return values -> Formula.of(Formula.compare(left.value(values), right.value(values)) == 0);
    }
    if (tokens.take("!=") || tokens.take("ne")) {
      Node right = relation();
      return values -> Formula.of(Formula.compare(left.value(values), right.value(values)) != 0);
    }
    return left;
  }

  private Node relation() {
    Node left = sum();
    if (tokens.take("<=") || tokens.take("le")) {
      Node right = sum();
      return values -> Formula.of(Formula.compare(left.value(values), right.value(values)) <= 0);
    }
    if (tokens.take(">=") || tokens.take("ge")) {
      Node right = sum();
      return values -> Formula.of(Formula.compare(left.value(values), right.value(values)) >= 0);
    }
    if (tokens.take("<") || tokens.take("lt")) {
      Node right = sum();
      return values -> Formula.of(Formula.compare(left.value(values), right.value(values)) < 0);
    }
    if (tokens.take(">") || tokens.take("gt")) {
      Node right = sum();
      return values -> Formula.of(Formula.compare(left.value(values), right.value(values)) > 0);
    }
    return left;
  }

  /** In a loop over its parts, so that a long sum is not a deep one. */
  private Node sum() {
    Chain chain = new Chain(product());
    while (true) {
      if (tokens.take("+")) {
        chain.add('+', product());
      } else if (tokens.take("-")) {
        chain.add('-', product());
      } else {
        return chain.node();
      }
    }
  }

  private Node product() {
    Chain chain = new Chain(sign());
    while (true) {
      if (tokens.take("*")) {
        chain.add('*', sign());
      } else if (tokens.take("/") || tokens.take("div")) {
        chain.add('/', sign());
      } else if (tokens.take("%") || tokens.take("mod")) {
        chain.add('%', sign());
      } else {
        return chain.node();
      }
    }
  }

  /** From left to right. */
  private static final class Chain {
    private final List<Node> parts = new ArrayList<>();
    private final StringBuilder operators = new StringBuilder();

    Chain(Node first) {
      parts.add(first);
    }

    void add(char operator, Node part) {
      operators.append(operator);
      parts.add(part);
    }

    Node node() {
      if (parts.size() == 1) {
        return parts.get(0);
      }
      Node[] all = parts.toArray(new Node[0]);
      char[] each = operators.toString().toCharArray();
      return values -> {
        double result = all[0].value(values);
        for (int i = 0; i < each.length; i++) {
          result = apply(each[i], result, all[i + 1].value(values));
        }
        return result;
      };
    }

    private static double apply(char operator, double left, double right) {
      return switch (operator) {
        case '+' -> left + right;
        case '-' -> left - right;
        case '*' -> left * right;
        case '/' -> right == 0 ? 0 : left / right;
        default -> right == 0 ? 0 : left % right;
      };
    }
  }

  private Node sign() {
    enter();
    try {
      if (tokens.take("-")) {
        Node of = sign();
        return values -> -of.value(values);
      }
      if (tokens.take("!") || tokens.take("not")) {
        Node of = sign();
        return values -> Formula.of(!Formula.isTrue(of.value(values)));
      }
      return part();
    } finally {
      depth--;
    }
  }

  private Node part() {
    if (tokens.take("(")) {
      Node inside = choice();
      tokens.want(")");
      return inside;
    }
    if (tokens.isNumber()) {
      double number = tokens.number();
      return values -> number;
    }
    String name = tokens.name();
    if (tokens.take("(")) {
      return function(name);
    }
    if (name.equals("true") || name.equals("false")) {
      double truth = Formula.of(name.equals("true"));
      return values -> truth;
    }
    int known = variables.indexOf(name);
    int index = known < 0 ? variables.size() : known;
    if (known < 0) {
      variables.add(name);
    }
    return values -> values[index];
  }

  private Node function(String name) {
    List<Node> arguments = new ArrayList<>();
    if (!tokens.take(")")) {
      do {
        arguments.add(choice());
      } while (tokens.take(","));
      tokens.want(")");
    }
    return FormulaFunctions.find(name, arguments)
        .orElseThrow(
            () -> tokens.wrong("there is no function " + name + " of " + arguments.size()));
  }
}
