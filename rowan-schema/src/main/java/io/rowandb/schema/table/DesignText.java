package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** A design as lines for people. */
final class DesignText {
  private static final String INDENT = "  ";

  private DesignText() {}

  static String of(TableDesign<?> design) {
    List<String> lines = new ArrayList<>();
    lines.add("table " + design.name().getNameAsString());
    List<String> key = design.key().layout();
    section(lines, "row key, " + key.get(0), key.subList(1, key.size()));
    section(lines, "columns", design.describeColumns());
    if (!design.neverNullNames().isEmpty()) {
      section(lines, "never null", design.neverNullNames());
    }
    if (!design.indexes().isEmpty()) {
      section(lines, "indexes", design.indexes().stream().map(IndexDesign::describe).toList());
    }
    if (!design.accessPatterns().isEmpty()) {
      section(
          lines,
          "answers",
          design.accessPatterns().stream()
              .map(pattern -> pattern + ": by " + pattern.answeredBy(design).orElseThrow())
              .toList());
    }
    if (!design.rules().describe().isEmpty()) {
      section(lines, "reads", design.rules().describe());
    }
    section(
        lines,
        "families",
        design.families().entrySet().stream()
            .map(
                family ->
                    family.getKey() + ": " + FamilyConfiguration.of(family.getValue()).describe())
            .toList());
    section(
        lines,
        "regions at first: " + (design.splitKeys().size() + 1),
        design.splitKeys().stream()
            .map(row -> "from \"" + Bytes.toStringBinary(row) + "\"")
            .toList());
    return String.join("\n", lines);
  }

  private static void section(List<String> lines, String heading, List<String> content) {
    lines.add(heading);
    content.forEach(line -> lines.add(INDENT + line));
  }
}
