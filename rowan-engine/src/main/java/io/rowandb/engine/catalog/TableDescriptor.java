package io.rowandb.engine.catalog;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table, its families and its attributes.
 *
 * @param name its name
 * @param families sorted by name, distinct, at least one
 * @param attributes HBase's attribute names and values, text as in {@link FamilyDescriptor}
 */
public record TableDescriptor(
    TableName name, List<FamilyDescriptor> families, Map<String, String> attributes) {
  /** Sorts and copies; refuses a table without families, or with one twice. */
  public TableDescriptor {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    families = families.stream().sorted((a, b) -> a.name().compareTo(b.name())).toList();
    if (families.isEmpty()) {
      throw new IllegalArgumentException(
          "Table " + name + " should have at least one column family.");
    }
    for (int i = 1; i < families.size(); i++) {
      if (families.get(i).name().equals(families.get(i - 1).name())) {
        throw new IllegalArgumentException(
            "Table " + name + " has family \"" + families.get(i).name() + "\" twice");
      }
    }
  }
}
