package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.expression.Formula;
import io.rowandb.tsdb.expression.SeriesJoin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request for expressions, as OpenTSDB's Query of its exp endpoint.
 *
 * @param asked its times and zone, and the questions of its metrics
 * @param metrics at least one, each with an ID of its own
 * @param expressions with IDs of their own
 * @param outputs of metrics and expressions
 */
record ExpQuestion(
    AskedQueries asked, List<Metric> metrics, List<Expression> expressions, List<Output> outputs) {
  /** Expressions, and outputs, of one request. */
  static final int MOST = 100;

  /**
   * A metric.
   *
   * @param filteredTags keys that have filters
   * @param backMillis how long before the times of the request its points are, which are shown as
   *     of those times; from 0
   * @param fill for times without a number
   */
  record Metric(
      String id, SubQuery query, Set<String> filteredTags, long backMillis, double fill) {}

  /**
   * A formula of metrics and other expressions.
   *
   * @param fill for times without a number, where another expression uses it
   */
  record Expression(String id, Formula formula, SeriesJoin join, double fill) {}

  /**
   * What the answer has.
   *
   * @param alias null for none
   */
  record Output(String id, String alias) {}

  /**
   * Checks that all that is named is there, and that no expression uses itself.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  ExpQuestion {
    Set<String> ids = new HashSet<>();
    for (Metric each : metrics) {
      if (!ids.add(each.id())) {
        throw new IllegalArgumentException("duplicated metric id: " + each.id());
      }
    }
    for (Expression each : expressions) {
      if (!ids.add(each.id())) {
        throw new IllegalArgumentException("Duplicated variable or expression id: " + each.id());
      }
    }
    for (Expression each : expressions) {
      for (String variable : each.formula().variables()) {
        if (!ids.contains(variable)) {
          throw new IllegalArgumentException(
              "Expression [" + each.id() + "] was missing input " + variable);
        }
      }
    }
    Set<String> shown = new HashSet<>();
    for (Output each : outputs) {
      if (!ids.contains(each.id()) || !shown.add(each.id())) {
        throw new IllegalArgumentException(
            "an output is the id of a metric or an expression, once: " + each.id());
      }
    }
    ordered(expressions);
  }

  boolean isMetric(String id) {
    return metrics.stream().anyMatch(each -> each.id().equals(id));
  }

  /** The expressions, each behind those that it uses. */
  List<Expression> inOrder() {
    return ordered(expressions);
  }

  private static List<Expression> ordered(List<Expression> expressions) {
    Map<String, Expression> left = new HashMap<>();
    expressions.forEach(each -> left.put(each.id(), each));
    List<Expression> ordered = new ArrayList<>();
    while (!left.isEmpty()) {
      List<Expression> ready = new ArrayList<>();
      for (Expression each : expressions) {
        if (left.containsKey(each.id())
            && each.formula().variables().stream().noneMatch(left::containsKey)) {
          ready.add(each);
        }
      }
      if (ready.isEmpty()) {
        throw new IllegalArgumentException(
            "Circular reference found: " + String.join(", ", left.keySet()));
      }
      ready.forEach(each -> left.remove(each.id()));
      ordered.addAll(ready);
    }
    return ordered;
  }
}
