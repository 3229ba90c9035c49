package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** A design as lines for people. */
final class DesignText {
  private static final String INDENT = "  ";

  private DesignText() {}

  static <R> String of(
      TableForm<R> form,
      List<IndexDesign<R>> indexes,
      List<AccessPattern> patterns,
      ReadRules rules,
      List<byte[]> splitKeys) {
    List<String> lines = new ArrayList<>();
    lines.add("table " + form.name().getNameAsString());
    List<String> key = form.key().layout();
    section(lines, "row key, " + key.get(0), key.subList(1, key.size()));
    section(lines, "columns", form.describeColumns());
    if (!form.neverNullNames().isEmpty()) {
      section(lines, "never null", form.neverNullNames());
    }
    if (!indexes.isEmpty()) {
      section(lines, "indexes", indexes.stream().map(IndexDesign::describe).toList());
    }
    if (!patterns.isEmpty()) {
      section(
          lines,
          "answers",
          patterns.stream()
              .map(pattern -> pattern + ": by " + pattern.answeredBy(form, indexes).orElseThrow())
              .toList());
    }
    if (!rules.describe().isEmpty()) {
      section(lines, "reads", rules.describe());
    }
    section(
        lines,
        "families",
        form.families().entrySet().stream()
            .map(
                family ->
                    family.getKey() + ": " + FamilyConfiguration.of(family.getValue()).describe())
            .toList());
    section(
        lines,
        "regions at first: " + (splitKeys.size() + 1),
        splitKeys.stream().map(row -> "from \"" + Bytes.toStringBinary(row) + "\"").toList());
    return String.join("\n", lines);
  }

  private static void section(List<String> lines, String heading, List<String> content) {
    lines.add(heading);
    content.forEach(line -> lines.add(INDENT + line));
  }
}
