package io.rowandb.design.plan;

import io.rowandb.design.plan.PlannedColumn.Count;
import io.rowandb.design.plan.PlannedColumn.Form;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the columns of a plan. */
final class ColumnYaml {
  private final String file;
  private final List<PlannedFamily> families;

  ColumnYaml(String file, List<PlannedFamily> families) {
    this.file = file;
    this.families = families;
  }

  List<PlannedColumn> columns(List<Node> nodes) throws PlanException {
    List<PlannedColumn> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Node each : nodes) {
      YamlMap map = YamlMap.of(file, each, "a column");
      PlannedColumn column = column(map);
      map.end("a column");
      if (!names.add(column.describe())) {
        throw map.refused("column " + column.describe() + " is there twice");
      }
      columns.add(column);
    }
    return columns;
  }

  private String names() {
    return String.join(", ", families.stream().map(PlannedFamily::name).toList());
  }

  private PlannedColumn column(YamlMap map) throws PlanException {
    String field = map.text("field", "");
    String namedBy = map.text("named-by", "");
    String name = map.text("name", namedBy.isEmpty() ? field : "");
    String family = map.text("family", families.size() == 1 ? families.get(0).name() : "");
    if (family.isEmpty() && families.size() > 1) {
      throw map.refused("a column needs \"family\", one of " + names());
    }
    if (families.stream().noneMatch(each -> each.name().equals(family))) {
      throw map.refused(
          "family: \"" + family + "\" is no family of this design; those are " + names());
    }
    if (!namedBy.isEmpty() && !name.isEmpty()) {
      throw map.refused("a column has \"name\" or \"named-by\", not both");
    }
    if (field.isEmpty() && namedBy.isEmpty()) {
      throw map.refused("a column needs \"field\", whose value it has, or \"named-by\"");
    }
    return new PlannedColumn(
        family,
        field,
        name,
        namedBy,
        map.word("type", Form.TEXT, Form.class),
        map.word("counter", Count.NONE, Count.class));
  }
}
