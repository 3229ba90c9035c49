package io.rowandb.schema.table;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.RecordShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;

/** What the mappings of one record must not do to one another, or ask of families. */
final class MappingRules<R> {
  // Fixed at construction.
  private final RecordShape<R> shape;
  private final Map<String, ColumnFamilyDescriptor> families;

  MappingRules(RecordShape<R> shape, Map<String, ColumnFamilyDescriptor> families) {
    this.shape = shape;
    this.families = families;
  }

  /**
   * Checks mappings whose families are declared.
   *
   * @throws IllegalArgumentException naming the mappings and the rule that they break
   */
  void check(List<CellMapping<R>> mappings) {
    Map<Component, CellMapping<R>> byField = new HashMap<>();
    for (CellMapping<R> mapping : mappings) {
      for (Component component : mapping.components()) {
        CellMapping<R> other = byField.put(component, mapping);
        if (other != null) {
          throw new IllegalArgumentException(
              shape.describe(component)
                  + " is declared twice: "
                  + other.describe()
                  + ", and "
                  + mapping.describe());
        }
      }
      checkVersions(mapping);
    }
  }

  private void checkVersions(CellMapping<R> mapping) {
    for (String family : mapping.families()) {
      int kept = families.get(family).getMaxVersions();
      if (kept < mapping.versions()) {
        throw new IllegalArgumentException(
            mapping.describe()
                + ": family "
                + family
                + " keeps "
                + kept
                + " versions, and "
                + mapping.versions()
                + " are read");
      }
    }
  }
}
