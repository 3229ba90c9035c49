package io.rowandb.design.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the access patterns of a plan. */
final class PatternYaml {
  private static final String DESCENDING = " descending";

  private final String file;
  private final KnownNames known;

  PatternYaml(String file, KnownNames known) {
    this.file = file;
    this.known = known;
  }

  List<PlannedPattern> patterns(List<Node> nodes) throws PlanException {
    List<PlannedPattern> patterns = new ArrayList<>();
    for (Node each : nodes) {
      YamlMap map = YamlMap.of(file, each, "a pattern");
      PlannedPattern pattern = pattern(map);
      map.end("a pattern");
      known.checkFields(map, "equal", pattern.equal());
      known.checkFields(map, "range", List.of(pattern.range()));
      known.checkFields(map, "order", List.of(pattern.order()));
      known.checkFields(map, "start and stop", pattern.named());
      known.checkColumns(map, pattern.columns());
      patterns.add(pattern);
    }
    return patterns;
  }

  private static PlannedPattern pattern(YamlMap map) throws PlanException {
    String name = map.text("name", "");
    if (name.isEmpty()) {
      throw map.refused("a pattern needs \"name\", what it asks for");
    }
    String order = map.text("order", "");
    boolean descending = order.endsWith(DESCENDING);
    String start = map.text("start", "");
    String stop = map.text("stop", "");
    if (start.isEmpty() != stop.isEmpty()) {
      throw map.refused("\"start\" and \"stop\" go together: give both, or none");
    }
    return new PlannedPattern(
        name,
        map.texts("equal"),
        map.text("range", ""),
        descending ? order.substring(0, order.length() - DESCENDING.length()).strip() : order,
        descending,
        map.value("limit", 0L, Quantity::count),
        map.value("per-second", 0.0, PatternYaml::rate),
        map.number("versions", 1, 1, Integer.MAX_VALUE / 4),
        map.texts("columns"),
        Optional.ofNullable(map.value("back", null, Quantity::duration)),
        start,
        stop);
  }

  private static double rate(String text) {
    if (text.matches("[0-9]{1,12}\\.[0-9]{1,9}")) {
      return Quantity.atMost(Double.parseDouble(text), Quantity.MOST_A_SECOND);
    }
    return Quantity.rate(text);
  }
}
